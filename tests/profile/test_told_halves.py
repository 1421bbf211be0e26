"""Descriptions that say that what came before a failure stays."""

import pytest

from pytest_forge.profile.told_halves import keeps_what_came_before


@pytest.mark.parametrize(
    "told",
    [
        "Import prices. The rows before the wrong one stay imported.",
        "Preceding lines are kept when a line cannot be read.",
        "Reads row by row and stops at the first wrong row.",
        "If a shelf has too few, an error tells it, and the boxes before it stay reserved.",
        "When a pigment is short, all pigments that came before it are taken.",
        "On an error, what was taken already stays taken.",
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
        "If one is short, none of the boxes before it stays reserved.",
        "What is reserved cannot be sold. The order before it is shipped.",
    ],
)
def test_parts_that_are_undone(told: str) -> None:
    assert not keeps_what_came_before(told)
