"""A docstring may say of which things a call fails if there are none."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_missing import names_thing, told_missing_things


@pytest.mark.parametrize(
    ("told", "things"),
    [
        (
            "Close one.\n\nRaises:\n    ValueError: Empty word.\n    LookupError: There is no such ticket.",
            "ticket",
        ),
        ("Close one.\n\nRaises:\n    KeyError: unknown parcel, or one that has left", "parcel"),
        ("Close one.\n\nRaises:\n    LookupError: if one of the members does not exist.", "member"),
        ("Close one.\n\n:param ref: Its number.\n:raises KeyError: if the booking is not known", "booking"),
        ("Close one.\n\nRaises\n------\nKeyError\n    If no order has this number.", "order"),
        ("Remove a room. It is an error if there is no such room.", "room"),
        ("Remove a room. An unknown room is refused.", "room"),
        ("Remove a room. If the room does not exist, a RoomNotFound is raised.", "room"),
        ("Remove a room. Fails if the room can't be found.", "room"),
        ("Remove a room. Refused with a ValueError if a room is not known.", "room"),
        ("Remove one.\n\nRaises:\n    KeyError: if it does not exist", ""),
        ("Remove one. Fails if there is no such entry.", ""),
    ],
)
def test_an_absence_is_told_as_a_failure(told, things):
    assert [" ".join(sorted(one)) for one in told_missing_things(told)] == [things]


@pytest.mark.parametrize(
    "told",
    [
        "Remove a room. It is not an error if there is no such room.",
        "Remove a room. Never fails if the room does not exist.",
        "Remove a room. Unknown rooms are ignored, without an error.",
        "Remove a room. It fails if there is no such room and strict is set.",
        "Find one.\n\nReturns:\n    The room, or nothing if there is no such room.\n\nRaises:\n    ValueError: Empty.",
        "Find one.\n\nReturns:\n    None if the room does not exist\nRaises:\n    ValueError: Empty.",
        "Remove a room. Raises ValueError if the name is empty.",
        "Set a room.\n\nRaises:\n    KeyError: There is no such room.\n\nA room that does not exist is created.",
        "Remove a room. Raises KeyError for an unknown room. An unknown room is ignored.",
        "Remove a room. Creates it if it does not exist. Fails if the disk is full.",
    ],
)
def test_no_absence_is_told_as_a_failure(told):
    assert told_missing_things(told) == []


@pytest.mark.parametrize(
    ("argument", "description", "thing", "is_named"),
    [
        ("ticket_id", "", "ticket", True),
        ("ref", 'The reference of the ticket, e.g. "A-1".', "ticket", True),
        ("sender", "member who gives the points", "member", True),
        ("source", "warehouse the pieces are taken from", "warehouse", True),
        ("key", "Support ticket to close", "ticket", True),
        ("tag", "Tag of the ticket.", "ticket", False),
        ("tag", "The tag to take from the ticket", "ticket", False),
        ("status", "The new status of the ticket", "ticket", False),
        ("note", "", "ticket", False),
    ],
)
def test_an_argument_names_a_thing(argument, description, thing, is_named):
    assert names_thing(argument, description, frozenset([thing])) is is_named
