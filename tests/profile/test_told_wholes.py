"""What parts are said to add up to."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_wholes import may_fall_short, told_whole


@pytest.mark.parametrize(
    "told",
    [
        "Every share is a whole number of cents, and the shares always add up to the invoice total.",
        "Split a bill. The parts add up exactly to the bill.",
        "Parts are rounded to cents and sum to exactly `amount`.",
        "The sum of the shares is always the amount given.",
        "The sum of all instalments equals the loan.",
        "Returns the rates, whose sum is exactly the debt.",
        "Divide seats among lists. Every seat is given out.",
        "Share out a prize; no cent is lost or invented.",
        "Split without losing a single cent.",
        "The whole budget is always distributed.",
        "The shares are rounded to whole euros, but together are the total.",
        "Shares add up to the total even if it cannot be divided evenly.",
        "Weights may be fractions. The shares always sum up to the total.",
        "The counts of all bins together give the number of values.",
        "net_cents and vat_cents always add up to gross_cents.",
        "`net` plus `vat` is always `gross`.",
        "The shares follow the weights, and add up to the invoice.",
        "The parts, in proportion to the weights, add up to the invoice.",
    ],
)
def test_parts_are_said_to_add_up(told: str) -> None:
    found = told_whole(told, ["weights", "values"])
    assert found is not None
    assert not found.fixed


@pytest.mark.parametrize(
    ("told", "fixed"),
    [
        ("Whole percentages that always add up to 100.", "100"),
        ("The percentages sum to exactly 100 %.", "100"),
        ("Returns probabilities; they add up to 1.", "1"),
        ("Fractions that add up to one.", "1"),
        ("The sum of the rounded percentages is always 100.", "100"),
        ("Shares in percent, which together are exactly 100.", "100"),
    ],
)
def test_parts_are_said_to_add_up_to_a_number(told: str, fixed: str) -> None:
    found = told_whole(told, ["votes"])
    assert found is not None
    assert found.fixed == fixed


@pytest.mark.parametrize(
    "told",
    [
        "Add up the amounts of an invoice.",
        "The weights add up to 1.",
        "Weights must add up to 100.",
        "The shares should add up to the total.",
        "The shares may not add up to the total because of rounding.",
        "Because of rounding, the shares do not always add up to the total.",
        "The shares add up to the total, give or take a cent.",
        "The shares add up to about 100.",
        "The shares add up to at most the total.",
        "The shares add up to the total if all weights are whole numbers.",
        "The shares add up to the total unless one of them is capped.",
        "The shares usually add up to the total.",
        "The sum of the parts is rounded to the next cent.",
        "The sum of the parts is returned.",
        "Split a total.\n\nArgs:\n    weights: How to split.\n    parts: Shares, which add up to 100.\n",
        "Split a total.\n\nRaises:\n    ValueError: The shares add up to more than the total.\n",
        "Divide a total in proportion to weights, which add up to 1.",
        "The shares add up to the total, rounded to the nearest five cents.",
    ],
)
def test_other_words_about_sums(told: str) -> None:
    assert told_whole(told, ["weights"]) is None


@pytest.mark.parametrize(
    ("told", "may"),
    [
        ("The parts add up to the order. If there is not enough, as much as there is is given.", True),
        ("Depots without stock are skipped.", True),
        ("The shares add up to the total.", False),
    ],
)
def test_parts_may_be_said_to_fall_short(told: str, may: bool) -> None:
    assert may_fall_short(told) == may
