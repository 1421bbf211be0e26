"""Fields that a call leaves out are said to stay."""

import pytest

from pytest_forge.profile.told_leaving import leaves_fields


@pytest.mark.parametrize(
    "told",
    [
        "The fields that are given are changed and all others stay as they are.",
        "What is not given stays.",
        "Omitted fields keep their values.",
        "Only the given fields are changed.",
        "Only fields that are passed are updated.",
        "Full name, or nothing to leave it alone.",
        "New phone number; leave out to keep the current one.",
        "Everything else remains unchanged.",
        "A value of None is left unchanged.",
        "Details that are left out are kept.",
    ],
)
def test_what_is_left_out_stays(told: str) -> None:
    assert leaves_fields(told)


@pytest.mark.parametrize(
    "told",
    [
        "Store a contact, in the place of the one with its name.",
        "Fields that are left out are cleared.",
        "Change the colour of a lamp.",
        "Other lamps are turned off.",
        "Add a note; the other notes stay unchanged.",
        "Only the owner can change a record.",
        "The file is kept for a day.",
    ],
)
def test_nothing_is_said_to_stay(told: str) -> None:
    assert not leaves_fields(told)
