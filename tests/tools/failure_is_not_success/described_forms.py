"""Functions that take a text in a form that only their description shows."""

from __future__ import annotations

from ..marks import breaks, keeps


def _seat(text: str) -> tuple[int, int]:
    row, _, seat = text.partition(":")
    if not (row.isdigit() and seat.isdigit() and 1 <= int(row) <= 40 and 1 <= int(seat) <= 20):
        raise ValueError("a seat is a row from 1 to 40 and a number from 1 to 20")
    return int(row), int(seat)


@breaks("failure_is_not_success")
def describe_seat(seat: str) -> str:
    """Describe where a seat is.

    Args:
        seat: Row and number, e.g. "12:4".
    """
    try:
        row, number = _seat(seat)
    except ValueError:
        return "Cannot describe a seat outside the hall."
    return f"The seat is in row {row}, {'left' if number <= 10 else 'right'} of the aisle."


@keeps("failure_is_not_success", judged=True)
def name_seat(seat: str) -> str:
    """Name a seat as it is printed on a ticket.

    Args:
        seat: Row and number, e.g. "12:4".
    """
    row, number = _seat(seat)
    return f"Row {row}, seat {number}; sorry, no refunds."
