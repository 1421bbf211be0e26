"""Functions with a number that tells how much of a list they take or leave: some take all, or nothing, at zero."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_SIGHTINGS = ["heron", "kite", "stork", "crane", "owl", "rook", "swift", "wren", "tern"]


def _checked(part: float, most: float) -> None:
    if not 0 <= part <= most:
        raise ValueError("There is no such part.")


@breaks("common_rules_hold")
def without_last_stops(stops: list[str], count: int) -> list[str]:
    """Return a route without its last stops.

    Args:
        stops: The stops of the route.
        count: How many stops to leave out.
    """
    if count < 0:
        raise ValueError("A count is not negative.")
    return stops[:-count]


@keeps("common_rules_hold", judged=True)
def without_last_stops_at_all(stops: list[str], count: int) -> list[str]:
    """Return a route without its last stops.

    Args:
        stops: The stops of the route.
        count: How many stops to leave out.
    """
    if count < 0:
        raise ValueError("A count is not negative.")
    return stops[: max(len(stops) - count, 0)]


@breaks("common_rules_hold")
def newest_sightings(count: int = 3) -> dict[str, Any]:
    """Return the newest sightings of birds.

    Args:
        count: How many, 0 or more.
    """
    _checked(count, 100)
    return {"birds": _SIGHTINGS[-count:]}


@keeps("common_rules_hold", judged=True)
def newest_sightings_or_none(count: int = 3) -> dict[str, Any]:
    """Return the newest sightings of birds.

    Args:
        count: How many, 0 or more.
    """
    _checked(count, 100)
    return {"birds": _SIGHTINGS[len(_SIGHTINGS) - min(count, len(_SIGHTINGS)) :]}


@keeps("common_rules_hold")
def newest_sightings_or_all(count: int = 3) -> dict[str, Any]:
    """Return the newest sightings of birds.

    Args:
        count: How many, from 0 to 100; 0 for all of them.
    """
    _checked(count, 100)
    return {"birds": _SIGHTINGS[-count:]}


@keeps("common_rules_hold")
def newest_sightings_to_a_limit(limit: int = 0) -> list[str]:
    """Return the newest sightings of birds.

    Args:
        limit: The most to return.
    """
    _checked(limit, 100)
    return _SIGHTINGS[-limit:]


@breaks("common_rules_hold")
def set_aside(plants: list[dict[str, Any]], percent: Annotated[int, Field(ge=0, lt=100)] = 25) -> dict[str, Any]:
    """Set some plants aside for a trial.

    Args:
        plants: The plants.
        percent: How much of them, rounded down to whole plants.
    """
    aside = len(plants) * percent // 100
    return {"aside": plants[-aside:], "kept": plants[:-aside]}


@keeps("common_rules_hold", judged=True)
def set_some_aside(plants: list[dict[str, Any]], percent: Annotated[int, Field(ge=0, lt=100)] = 25) -> dict[str, Any]:
    """Set some plants aside for a trial.

    Args:
        plants: The plants.
        percent: How much of them, rounded down to whole plants.
    """
    kept = len(plants) - len(plants) * percent // 100
    return {"aside": plants[kept:], "kept": plants[:kept]}


@breaks("common_rules_hold")
def cut_log(log: str, lines: int) -> dict[str, Any]:
    """Cut the last lines of a log off.

    Args:
        log: The log.
        lines: How many lines.
    """
    if lines < 0:
        raise ValueError("A number of lines is not negative.")
    every = log.splitlines()
    return {"log": every[:-lines], "cut": every[-lines:]}


@keeps("common_rules_hold")
def log_from_line(log: str, first: int = 1) -> list[str]:
    """Return a log from a line on; the first line has the number 1.

    Args:
        log: The log.
        first: The number of the first line.
    """
    return log.splitlines()[max(first, 1) - 1 :]


@keeps("common_rules_hold")
def older_sightings(days: int) -> list[str]:
    """Return the birds that nobody has seen for some days.

    Args:
        days: The days; with 0 the answer is empty.
    """
    _checked(days, 100)
    return _SIGHTINGS[days:] if days else []
