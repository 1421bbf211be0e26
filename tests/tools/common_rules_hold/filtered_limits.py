"""Functions that look for ships in a log, with a limit that is applied before or behind the filter."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_SHIPS = [
    {
        "entry": 400 - number,
        "ship": ("Alba", "Brise", "Corvo", "Delfin", "Elster")[number % 5],
        "flags": ["pilot", "tug"] if number % 11 == 7 else ["pilot"],
        "remark": "waits for the tide" if number % 9 == 5 else "berthed at once",
    }
    for number in range(60)
]


def _with(ships: list[dict[str, Any]], flag: str | None, word: str | None) -> list[dict[str, Any]]:
    found = [ship for ship in ships if flag is None or flag in ship["flags"]]
    return [ship for ship in found if word is None or word.lower() in ship["remark"].lower()]


@breaks("common_rules_hold")
def find_ships(ship: str | None = None, flag: str | None = None, limit: int = 10) -> list[dict[str, Any]]:
    """Find ships in the log, the newest entries first.

    ship:   only entries on this ship
    flag:   only entries that have this flag, such as "pilot"
    limit:  how many entries to return at most
    """
    if limit < 1:
        raise ValueError("The limit must be 1 or more.")
    found = [one for one in _SHIPS if ship is None or one["ship"] == ship]
    return _with(found[:limit], flag, None)


@keeps("common_rules_hold", judged=True)
def find_ships_first(ship: str | None = None, flag: str | None = None, limit: int = 10) -> list[dict[str, Any]]:
    """Find ships in the log, the newest entries first.

    ship:   only entries on this ship
    flag:   only entries that have this flag, such as "pilot"
    limit:  how many entries to return at most
    """
    if limit < 1:
        raise ValueError("The limit must be 1 or more.")
    found = [one for one in _SHIPS if ship is None or one["ship"] == ship]
    return _with(found, flag, None)[:limit]


@keeps("common_rules_hold")
def find_among_newest_ships(ship: str | None = None, flag: str | None = None, limit: int = 10) -> list[dict[str, Any]]:
    """Go through the newest entries of the log, and return those that match.

    ship:   only entries on this ship
    flag:   only entries that have this flag, such as "pilot"
    limit:  how many entries are looked at, the newest first
    """
    if limit < 1:
        raise ValueError("The limit must be 1 or more.")
    return [one for one in _with(_SHIPS[:limit], flag, None) if ship is None or one["ship"] == ship]


@breaks("common_rules_hold")
def search_log(word: str | None = None, max_results: int = 10) -> dict[str, Any]:
    """Search the remarks of the log.

    Args:
        word: Only entries whose remark has this word.
        max_results: Maximum number of entries to return.
    """
    entries = _with(_SHIPS[: max(max_results, 1)], None, word)
    return {"entries": entries, "count": len(entries)}


@keeps("common_rules_hold", judged=True)
def search_whole_log(word: str | None = None, max_results: int = 10) -> dict[str, Any]:
    """Search the remarks of the log.

    Args:
        word: Only entries whose remark has this word.
        max_results: Maximum number of entries to return.
    """
    entries = _with(_SHIPS, None, word)[: max(max_results, 1)]
    return {"entries": entries, "count": len(entries)}


@keeps("common_rules_hold")
def coming_ships(ship: str | None = None, days: int = 7) -> list[dict[str, Any]]:
    """List the ships that come within the next days.

    Args:
        ship: Only this ship.
        days: How many days to show, from 1 to 60.
    """
    if not 1 <= days <= 60:
        raise ValueError("There are 1 to 60 days.")
    return [one for one in _SHIPS[:days] if ship is None or one["ship"] == ship]
