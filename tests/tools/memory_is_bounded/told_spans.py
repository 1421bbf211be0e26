"""Spans of seats in a text, whose form the description of the tool shows."""

from __future__ import annotations

import re

from ..marks import breaks, keeps

_MOST = 500


def _spans(seats: str) -> list[tuple[int, int]]:
    found = [re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part.strip()) for part in seats.split(",")]
    if not all(found):
        raise ValueError("Write seats as in the description.")
    return [(int(one[1]), int(one[2] or one[1])) for one in found if one]


@breaks("memory_is_bounded")
def hold_seats(seats: str) -> dict[str, int]:
    """Hold seats such as "2-4,9"; at most 500 seats are held at once.

    Args:
        seats: The seats.
    """
    held: set[int] = set()
    for first, last in _spans(seats):
        held.update(range(first, last + 1))
    if len(held) > _MOST:
        raise ValueError("Hold at most 500 seats at once.")
    return {"held": len(held)}


@keeps("memory_is_bounded")
def hold_few_seats(seats: str) -> dict[str, int]:
    """Hold seats such as "2-4,9"; at most 500 seats are held at once.

    Args:
        seats: The seats.
    """
    spans = _spans(seats)
    if sum(last - first + 1 for first, last in spans) > _MOST:
        raise ValueError("Hold at most 500 seats at once.")
    return {"held": len({seat for first, last in spans for seat in range(first, last + 1)})}
