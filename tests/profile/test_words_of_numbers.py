"""The words that say what a number of an argument stands for."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_defaults import told_defaults
from pytest_forge.profile.zero import is_taken, stands_for_all


@pytest.mark.parametrize(
    ("text", "is_all"),
    [
        ("How many lines to show; 0 shows all.", True),
        ("Most rows to return (0 = no limit).", True),
        ("Unlimited if zero.", True),
        ("Most lines of the answer. Less than 1 means the default.", True),
        ("How many lines to show, 0 to 200.", False),
        ("0 to 200 lines; with 0 only the size is told. All lines end with a newline.", False),
        ("Most of all 10 rows.", False),
        ("Rounded to 0.5 of the whole.", False),
    ],
)
def test_zero_may_stand_for_all(text, is_all):
    assert stands_for_all(text) == is_all


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("How many; defaults to 10.", ["10"]),
        ("How many days back; 90 days when it is left out.", ["90"]),
        ("Most rows, 100 if omitted.", ["100"]),
        ("Minutes to wait; 1 hour if omitted.", []),
        ("Use 3 when left out of the list.", []),
        ("Rows. The default is fine and large.", []),
    ],
)
def test_a_description_may_tell_the_default(text, told):
    assert list(told_defaults(text)) == told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many, 0 or more.", True),
        ("How many, from 0 to 10.", True),
        ("Between 0 and 50 lines.", True),
        ("A non-negative number of lines.", True),
        ("Lines (0-20).", True),
        ("At least zero.", True),
        ("May be 0.", True),
        ("How many, from 0 to 100; 0 for all.", False),
        ("How many; 0 or less for all of them.", False),
        ("How many lines.", False),
        ("From 10 to 20 lines.", False),
        ("A share from 0.5 on.", False),
    ],
)
def test_zero_is_taken_like_other_numbers(text, expected):
    assert is_taken(text) is expected
