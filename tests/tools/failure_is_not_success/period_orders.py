"""Functions that reserve a kiln for some hours, by a search in a list that should be in order."""

from __future__ import annotations

import bisect
from datetime import datetime, timedelta

from ..marks import breaks, keeps

_LOOSE: list[tuple[datetime, datetime]] = []
_ORDERED: list[tuple[datetime, datetime]] = []


def _span(start: str, minutes: int) -> tuple[datetime, datetime]:
    try:
        begin = datetime.strptime(start, "%Y-%m-%dT%H:%M")
    except ValueError:
        raise ValueError("The start is a moment such as 2025-04-02T09:30.") from None
    if not 10 <= minutes <= 900:
        raise ValueError("A firing takes 10 to 900 minutes.")
    return begin, begin + timedelta(minutes=minutes)


def _place(taken: list[tuple[datetime, datetime]], span: tuple[datetime, datetime]) -> int:
    place = bisect.bisect_left(taken, span[0], key=lambda one: one[0])
    if (place and taken[place - 1][1] > span[0]) or (place < len(taken) and taken[place][0] < span[1]):
        raise ValueError("The kiln is taken then.")
    return place


@breaks("failure_is_not_success")
def reserve_kiln(start: str, minutes: int) -> dict[str, str]:
    """Reserve the kiln. Fails if it is taken then.

    Args:
        start: When the firing begins, such as "2025-04-02T09:30".
        minutes: How long it takes, 10 to 900.
    """
    span = _span(start, minutes)
    _place(_LOOSE, span)
    _LOOSE.append(span)
    return {"from": start, "until": span[1].isoformat()}


@keeps("failure_is_not_success")
def reserve_kiln_in_order(start: str, minutes: int) -> dict[str, str]:
    """Reserve the kiln. Fails if it is taken then.

    Args:
        start: When the firing begins, such as "2025-04-02T09:30".
        minutes: How long it takes, 10 to 900.
    """
    span = _span(start, minutes)
    _ORDERED.insert(_place(_ORDERED, span), span)
    return {"from": start, "until": span[1].isoformat()}
