"""Spans as pairs of numbers, as records with a length, and as two lists side by side."""

from __future__ import annotations

from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Flush(TypedDict):
    begins: str
    minutes: int
    note: str


def _minute(clock: str) -> int:
    hours, separator, minutes = clock.partition(":")
    if not separator or len(clock) != 5 or not (hours + minutes).isdigit() or int(hours) > 23 or int(minutes) > 59:
        raise ValueError(f"Not a time such as 07:30: {clock!r}")
    return int(hours) * 60 + int(minutes)


@breaks("common_rules_hold")
def count_read_pages(parts: list[tuple[int, int]]) -> dict:
    """Count the pages that have been read at least once.

    Args:
        parts: First and last page of each part that was read, in any order.
    """
    pages, last = 0, 0
    for begin, end in sorted(parts):
        if not 0 < begin <= end:
            raise ValueError("A part begins at page 1 or later and ends after that.")
        pages += max(end - max(begin, last + 1) + 1, 0)
        last = end
    return {"pages": pages}


@keeps("common_rules_hold", judged=True)
def count_watched_seconds(parts: list[tuple[int, int]]) -> dict:
    """Count the seconds of a film that have been watched at least once.

    Args:
        parts: First and last second of each part that was watched, in any order.
    """
    seconds, last = 0, 0
    for begin, end in sorted(parts):
        if not 0 < begin <= end:
            raise ValueError("A part begins at second 1 or later and ends after that.")
        seconds += max(end - max(begin, last + 1) + 1, 0)
        last = max(last, end)
    return {"seconds": seconds}


@breaks("common_rules_hold")
def quiet_until(flushes: list[Flush]) -> dict:
    """Tell for how many minutes water has run, whatever number of taps was open.

    Args:
        flushes: When each tap was opened, as HH:MM, and for how many minutes.
    """
    total, until = 0, 0
    for begin, minutes in sorted((_minute(one["begins"]), one["minutes"]) for one in flushes):
        if minutes < 1:
            raise ValueError("A tap runs for a minute at least.")
        total += max(begin + minutes - max(begin, until), 0)
        until = begin + minutes
    return {"minutes": total}


@keeps("common_rules_hold", judged=True)
def lamp_minutes(flushes: list[Flush]) -> dict:
    """Tell for how many minutes a lamp has burnt, which burns while any tap is open.

    Args:
        flushes: When each tap was opened, as HH:MM, and for how many minutes.
    """
    total, until = 0, 0
    for begin, minutes in sorted((_minute(one["begins"]), one["minutes"]) for one in flushes):
        if minutes < 1:
            raise ValueError("A tap runs for a minute at least.")
        total += max(begin + minutes - max(begin, until), 0)
        until = max(until, begin + minutes)
    return {"minutes": total}


@breaks("common_rules_hold")
def merge_tides(starts: list[str], ends: list[str]) -> list[str]:
    """Join the times at which a ford is under water.

    Args:
        starts: When the water came, as HH:MM.
        ends: When it went, in the same order.
    """
    if len(starts) != len(ends):
        raise ValueError("Give as many ends as starts.")
    joined: list[list[int]] = []
    for begin, end in sorted(zip(map(_minute, starts), map(_minute, ends), strict=True)):
        if begin >= end:
            raise ValueError("The water goes after it has come.")
        if joined and begin <= joined[-1][1]:
            joined[-1][1] = end
        else:
            joined.append([begin, end])
    return [f"{begin // 60:02d}:{begin % 60:02d} to {end // 60:02d}:{end % 60:02d}" for begin, end in joined]


@keeps("common_rules_hold")
def longest_of_each(parts: list[tuple[int, int]]) -> dict:
    """Add up the lengths of all parts, each for itself.

    Args:
        parts: Where each part begins and ends.
    """
    return {"total": sum(abs(end - begin) for begin, end in parts)}


@keeps("common_rules_hold")
def frame_points(points: list[tuple[int, int]]) -> dict:
    """Find the smallest frame around points.

    Args:
        points: Their places from the left and from above.
    """
    if not points:
        raise ValueError("A frame needs a point.")
    return {
        "left": min(left for left, _ in points),
        "top": min(top for _, top in points),
        "right": max(left for left, _ in points),
        "bottom": max(top for _, top in points),
    }
