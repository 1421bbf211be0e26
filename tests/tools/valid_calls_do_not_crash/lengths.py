"""Functions that take minutes as the length of something: a call with none of them is refused at once."""

from __future__ import annotations

from ..marks import breaks, keeps


def _checked(minutes: int) -> int:
    if not 1 <= minutes <= 600:
        raise ValueError("minutes must be from 1 to 600")
    return minutes


@breaks("valid_calls_do_not_crash")
def share_of_longest(minutes: int, lessons: list[int]) -> dict[str, float]:
    """Return the part of an afternoon that its longest lesson takes.

    Args:
        minutes: Length of the afternoon.
        lessons: Length of each lesson in minutes.
    """
    whole = _checked(minutes)
    return {"share": round(max(lessons) / whole, 2), "lessons": len(lessons)}


@keeps("valid_calls_do_not_crash", judged=True)
def share_of_all(minutes: int, lessons: list[int]) -> dict[str, float]:
    """Return the part of an afternoon that its lessons take.

    Args:
        minutes: Length of the afternoon.
        lessons: Length of each lesson in minutes.
    """
    whole = _checked(minutes)
    return {"share": round(sum(lessons) / whole, 2), "lessons": len(lessons)}
