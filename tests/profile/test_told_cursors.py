"""Descriptions of arguments that take a value of the last entry shown, in many words, and those that do not."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_cursors import takes_last_entry, told_cursor

KEYS = ("id", "title", "opened_at", "rank")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The id of the last ticket of the page before.", "id"),
        ("id of the last entry that was shown", "id"),
        ("Last id you have seen; leave it out for the first page.", "id"),
        ("Only tickets behind this one: the last id of the previous page.", "id"),
        ("Continue after this title, the last one of the page before.", "title"),
        ("Where to go on: the title of the last book listed so far.", "title"),
        ("The opened_at of the final record received.", "opened_at"),
        ("To get the next page, pass the last opened at.", "opened_at"),
        ("Start after: rank of the last result returned.", "rank"),
    ],
)
def test_the_key_of_the_last_entry_is_known(text, key):
    assert told_cursor(text, KEYS) == key
    assert takes_last_entry(text)


def test_the_last_word_of_a_key_is_enough_if_no_other_key_ends_with_it():
    assert told_cursor("Number of the last parcel of the page before.", ("parcel_number", "weight")) == "parcel_number"
    assert told_cursor("Number of the last parcel of the page before.", ("parcel_number", "house_number")) == ""


def test_the_noun_of_an_entry_is_not_the_key():
    assert told_cursor("To go on, the metres of the last boat shown.", ("boat", "metres")) == "metres"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The next_cursor of the page before.",
        "Only tickets after this id.",
        "Id of the ticket.",
        "Show the last ten tickets with this title.",
        "The last name of the requester.",
    ],
)
def test_other_arguments_take_no_last_entry(text):
    assert told_cursor(text, KEYS) == ""
