"""What is said of the numbers of several lines."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_sums import sums_lines


@pytest.mark.parametrize(
    "told",
    [
        "Each article appears once, with the quantity of all its lines.",
        "Adds up the hours per project.",
        "Repeated articles are added.",
    ],
)
def test_lines_are_said_to_be_added_up(told: str) -> None:
    assert sums_lines(told)


@pytest.mark.parametrize(
    "told",
    [
        "Set the stock of each article.",
        "The quantity of all its lines is limited by the last one.",
        "Add up all numbers.",
        "A repeated article replaces the one before; hours are added up per project.",
    ],
)
def test_other_lines_may_replace_each_other(told: str) -> None:
    assert not sums_lines(told)
