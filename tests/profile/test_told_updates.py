"""Which words say that a call changes a known record where it is."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_updates import says_where_it_stands, updates_records


@pytest.mark.parametrize(
    ("says", "updates"),
    [
        ("Add a contact, or update name and phone of a known one.", True),
        ("Register a guest. If the guest is known, the room is changed.", True),
        ("Upserts a product by its code.", True),
        ("Save a plant;\nan existing one gets its bed corrected.", True),
        ("Edits the entry if there is one. Nothing is overwritten otherwise.", True),
        ("Add a product, or rename the one with this code. An unknown shelf is not taken.", True),
        ("Add a contact. A known one is replaced.", False),
        ("Updates the entry, and resets its counters.", False),
        ("Put a plant on the list, in place of the one with its name, whose bed may change.", False),
        ("Updates a booking: the old one is deleted and a new one made.", False),
        ("Add a contact to the address book.", False),
        ("An entry cannot be changed afterwards.", False),
        ("", False),
    ],
)
def test_updates_are_read(says, updates):
    assert bool(updates_records(says)) == updates


@pytest.mark.parametrize(
    ("name", "says"), [("status", True), ("isVerified", True), ("archived_on", True), ("notes", False), ("tier", False)]
)
def test_names_of_states_are_read(name, says):
    assert says_where_it_stands(name) == says
