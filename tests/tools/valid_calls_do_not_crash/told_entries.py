"""Functions that unpack inner lists: a list has the entries that the words on the argument tell."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise

from ..marks import breaks, keeps


def _minutes(clock: str) -> int:
    moment = datetime.strptime(clock, "%H:%M")
    return moment.hour * 60 + moment.minute


@keeps("valid_calls_do_not_crash", judged=True)
def ferry_minutes(crossings: list[list[str]]) -> int:
    """Add up the minutes that a ferry is under way.

    Args:
        crossings: The crossings of a day, each as [departure, arrival] in "HH:MM".
    """
    spans = [(_minutes(departure), _minutes(arrival)) for departure, arrival in crossings]
    if any(end < start for start, end in spans):
        raise ValueError("A crossing ends before it begins. Give the departure first.")
    return sum(end - start for start, end in spans)


@keeps("valid_calls_do_not_crash", judged=True)
def rope_length(knots: list[list[float]]) -> float:
    """Return the length of a rope that goes from knot to knot.

    Args:
        knots: The knots as (x, y).
    """
    return sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(knots))


@breaks("valid_calls_do_not_crash")
def any_ferry_minutes(crossings: list[list[str]]) -> int:
    """Add up the minutes that a ferry is under way.

    Args:
        crossings: The crossings of a day.
    """
    return sum(len(arrival) - len(departure) for departure, arrival in crossings)
