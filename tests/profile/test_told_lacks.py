"""Which descriptions say that a record without a field is named."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_lacks import names_lack, refuses_lacks


@pytest.mark.parametrize(
    ("told", "is_named"),
    [
        ("Adds up receipts. A receipt without a usable amount is not counted\nbut named.", True),
        ("Adds up bags. One that lacks its amount is reported.", True),
        ("Adds up bags, also those without an amount.", False),
        ("Adds up bags. One without a label is reported.", False),
        ("Adds up bags. One without an amount counts as 0, others are listed.", False),
        ("Adds up bags. Missing amounts are listed, and treated like none.", False),
    ],
)
def test_a_record_without_a_field_is_named_if_words_say_so(told, is_named):
    assert bool(names_lack(told, "amount_cents")) == is_named


@pytest.mark.parametrize(
    "told",
    [
        "ValueError: If a line lacks a key.",
        "A record with a missing field is refused.",
        "Raises an error if an entry has no date.",
        "Malformed rows are rejected.",
    ],
)
def test_what_lacks_something_is_refused(told: str) -> None:
    assert refuses_lacks(told)


@pytest.mark.parametrize(
    "told",
    [
        "ValueError: If a sale has an unreadable date.",
        "Rows without a price count as zero.",
        "List missing parts.",
        "ValueError: If a time cannot be read. Missing slots are listed.",
    ],
)
def test_nothing_says_that_it_is_refused(told: str) -> None:
    assert not refuses_lacks(told)
