"""The words that say what a number of an argument stands for."""

from __future__ import annotations

import pytest

from pytest_forge.profile.zero import stands_for_all


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
