"""A call is said to take all of an earlier one back."""

import pytest

from pytest_forge.profile.told_reversals import told_reversal


@pytest.mark.parametrize(
    "told",
    [
        "The note has the lines with the opposite sign, so that the two together come to zero.",
        "Reverse a sale. Both together add up to 0.",
        "The two entries cancel each other out.",
        "Undo a withdrawal; the balance is then what it was before.",
        "Take an order back: the stock goes back to where it was.",
        "Refunds a payment in full.",
        "Gives back the full amount.",
        "Cancels a booking, as if it had never been made.",
        "Restores the points exactly.",
    ],
)
def test_all_is_taken_back(told: str) -> None:
    assert told_reversal(told)


@pytest.mark.parametrize(
    "told",
    [
        "Refund a payment, less a fee.",
        "Refund at most the full amount.",
        "Cancel a booking.",
        "Reverse a list.",
        "The account may not fall to zero.",
        "Refunds in full, except for the fee.",
    ],
)
def test_nothing_is_said_of_taking_back(told: str) -> None:
    assert not told_reversal(told)
