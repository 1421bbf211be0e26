"""Which descriptions say that a number stays that of its record."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_numbers import told_for_good


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("Admit a member. A number is never used again.", ["number"]),
        ("Admit a member under a new number, which is never re-used.", ["member"]),
        ("It belongs to this member for good: it is not given to another one, so print the number", ["number"]),
        ("The number is on the card, so it belongs to this member for good: it is not given to another one.", ["ref"]),
        ("The id is not assigned to a different member, even after this one has left.", ["member_id"]),
        ("Gives each member a number. It is not given to another one, even after this one has left.", ["ref"]),
        ("Ids are not recycled.", ["member"]),
        ("Numbers of members who left are not handed out again.", ["member"]),
        ("No two members ever have the same number.", ["number"]),
        ("No later member gets its number.", ["member"]),
        ("Each number is given out only once.", ["number"]),
        ("A member's number stays taken after the member was removed.", ["number"]),
        ("The member number is reserved for ever.", ["member"]),
        ("Its number cannot be given to someone else.", ["number"]),
    ],
)
def test_a_number_that_stays_taken(told, names):
    assert told_for_good(told, names)


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("Admit a member under a unique number.", ["number"]),
        ("Numbers rise by one.", ["number"]),
        ("The number of a member who left is free again.", ["number"]),
        ("The phone number is not given to anyone else.", ["member"]),
        ("Nothing is written twice.", ["member"]),
        ("A ticket that was handed in is not used again.", ["ticket_id"]),
        ("The number is not changed.", ["number"]),
        ("The name is kept for good.", ["number"]),
        ("Returns the number, or an error if the member is there already.", ["number"]),
        ("A member cannot be admitted twice.", ["member"]),
        ("No other member is changed.", ["member"]),
    ],
)
def test_a_number_of_what_there_is(told, names):
    assert not told_for_good(told, names)
