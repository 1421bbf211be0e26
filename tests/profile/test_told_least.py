"""Which descriptions say that a list needs an item, or that what it does not name stays."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_least import needs_an_item


@pytest.mark.parametrize(
    ("of_argument", "is_needed"),
    [
        ("Names of at least one plant.", True),
        ("Parcels to close; only these are closed.", True),
        ("Only those numbers are removed, and only if they are on the shelf. Leave it out to remove all.", True),
        ("Parcels to close. Omit it to close all.", True),
        ("Parcels to close. An empty list closes nothing. Leave it out to close the whole shelf.", True),
        ("Parcels to close. Empty or left out, all are closed.", False),
        ("Parcels to close. Leave it out, or empty, to close all.", False),
        ("Parcels to close; empty for those of today. Leave it out to close all.", False),
        ("Parcels to list. Omit it to list all.", False),
        ("Parcels to close.", False),
    ],
)
def test_a_list_that_may_be_left_out_needs_an_item_if_words_say_so(of_argument, is_needed):
    assert bool(needs_an_item("Closes parcels.", of_argument, may_be_left_out=True)) == is_needed


def test_to_leave_out_a_list_that_must_be_given_means_an_empty_one():
    assert not needs_an_item("", "Parcels to close; only these are closed. Leave it out to close all.")
