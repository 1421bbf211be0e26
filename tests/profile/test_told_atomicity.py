"""A call is said to do everything or nothing."""

import pytest

from pytest_forge.profile.told_atomicity import acts_as_a_whole


@pytest.mark.parametrize(
    "told",
    [
        "A move is made whole or not at all.",
        "Either all seats are reserved or none.",
        "All or nothing: a row that cannot be read refuses the file.",
        "The rows are stored in one transaction.",
        "Both accounts are changed atomically.",
        "This is an atomic operation.",
        "If the call is cancelled, neither list changes.",
        "When the request is aborted, nothing is kept.",
        "A cancelled call leaves no trace.",
        "What was begun is rolled back if the client cancels.",
        "Every box is shipped, or nothing is.",
        "Nothing is booked when the call is interrupted.",
    ],
)
def test_a_call_is_a_whole(told: str) -> None:
    assert acts_as_a_whole(told)


@pytest.mark.parametrize(
    "told",
    [
        "Book a delivery into stock.",
        "Import rows; the import is not atomic.",
        "If the call is cancelled, the rows imported so far stay.",
        "An order cannot be cancelled.",
        "Cancel a booking.",
        "List all open orders.",
        "Return the whole text, or a part of it.",
        "Cancelled bookings are not refunded, no refund is made.",
    ],
)
def test_nothing_is_said_of_wholes(told: str) -> None:
    assert not acts_as_a_whole(told)
