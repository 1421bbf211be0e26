"""Descriptions that say that what came before a failure stays."""

import pytest

from pytest_forge.profile.told_halves import keeps_what_came_before


@pytest.mark.parametrize(
    "told",
    [
        "Import prices. The rows before the wrong one stay imported.",
        "Preceding lines are kept when a line cannot be read.",
        "Reads row by row and stops at the first wrong row.",
    ],
)
def test_parts_that_are_done_all_the_same(told: str) -> None:
    assert keeps_what_came_before(told)


@pytest.mark.parametrize(
    "told",
    [
        "All or nothing: when one row is wrong, no price changes.",
        "When a row is wrong, none of the rows before it is stored.",
        "Import rows; earlier prices are replaced.",
    ],
)
def test_parts_that_are_undone(told: str) -> None:
    assert not keeps_what_came_before(told)
