"""A description may speak of amounts below zero, which are then meant to turn a transfer round."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_negatives import tells_of_negatives


@pytest.mark.parametrize(
    ("told", "is_told"),
    [
        ("Move coins. A negative number moves them the other way.", True),
        ("Move coins.\n\nArgs:\n    coins: how many; -5 takes five from the second one", True),
        ("Book an amount. Corrections have a minus in front.", True),
        ("Post an entry, or reverse one by an amount below zero.", True),
        ("Adjust the balances of two accounts.", True),
        ("Move coins. A negative number is refused.", False),
        ("Move coins. The number must not be negative.", False),
        ("Move coins from one purse to another. A purse cannot hold less than nothing.", False),
        ("Move coins on 2024-05-01 from one purse to another.", False),
    ],
)
def test_a_description_speaks_of_amounts_below_zero(told, is_told):
    assert tells_of_negatives(told) is is_told
