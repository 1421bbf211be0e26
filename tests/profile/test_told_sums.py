"""What is said of the numbers of several lines."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_sums import limits_all_calls, sums_lines


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


@pytest.mark.parametrize(
    ("told", "is_limit"),
    [
        ("An order can be refunded several times, but never by more than was paid for it.", True),
        ("Takes seats. Never more than the hall has are taken in total.", True),
        ("The sum of all payments never exceeds the price.", True),
        ("The price can be changed several times, but never to more than the list price.", False),
        ("Can be called several times a day. Never refund more than was paid.", False),
        ("Takes several parts, never more than 100 each.", False),
        ("Refund several times, never more than was paid. At most 100 per call for guests.", False),
        ("Never refund more than was paid.", False),
        ("A payment can be refunded in several steps. It is not possible to refund more than was paid.", True),
        ("Books a delivery, in part or as a whole. It cannot be above what was ordered.", True),
        ("Partial returns are possible. At most the quantity of the order comes back.", True),
        ("Partial returns are possible, up to the amount that was ordered.", True),
        ("Draw from an account, as often as you like, but never more than there is.", True),
        ("Takes parts. Takes never more than 100.", False),
        ("Ship it in several steps. Each step cannot exceed the amount of a pallet.", False),
        ("The level can be set several times. It is never more than what the tank holds.", False),
        ("Refund in parts, never more than was paid. No more than 100 in a payment.", False),
        ("Several times a day, no more than was ordered.", False),
    ],
)
def test_a_limit_may_be_one_of_all_calls(told, is_limit):
    assert limits_all_calls(told) == is_limit
