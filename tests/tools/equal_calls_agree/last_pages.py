"""Functions whose last page tells of a further one, or does not: by a flag, a count, or the number of the next page."""

from __future__ import annotations

import math
from typing import Any

from ..marks import breaks, keeps

_TRAILS = {
    "north": ["Alder Loop", "Beacon Ridge", "Cairn Path", "Dry Creek", "Elk Meadow", "Fern Gully"],
    "south": ["Gorge Walk", "Hollow Lane", "Iron Bridge", "Juniper Way"],
}
_PER_PAGE = 2


def _trails(region: str, start: int, size: int) -> tuple[list[str], int]:
    if region not in _TRAILS:
        raise ValueError("There is no such region.")
    if start < 0 or not 1 <= size <= 40:
        raise ValueError("There is no such page.")
    return _TRAILS[region][start : start + size], len(_TRAILS[region])


@breaks("equal_calls_agree")
def browse_trails(region: str = "north", skip: int = 0, count: int = 3) -> dict[str, Any]:
    """List the hiking trails of a region, in the order of their names.

    Args:
        region: "north" or "south".
        skip: How many trails to leave out.
        count: How many trails to list, 1 to 40.

    Returns:
        "trails", and "more": whether there are further trails behind these.
    """
    trails, _ = _trails(region, skip, count)
    return {"trails": trails, "more": len(trails) == count}


@keeps("equal_calls_agree")
def browse_all_trails(region: str = "north", skip: int = 0, count: int = 3) -> dict[str, Any]:
    """List the hiking trails of a region, in the order of their names.

    Args:
        region: "north" or "south".
        skip: How many trails to leave out.
        count: How many trails to list, 1 to 40.

    Returns:
        "trails", and "more": whether there are further trails behind these.
    """
    trails, there = _trails(region, skip, count)
    return {"trails": trails, "more": skip + len(trails) < there}


@keeps("equal_calls_agree")
def browse_full_pages(region: str = "north", skip: int = 0, count: int = 3) -> dict[str, Any]:
    """List the hiking trails of a region, in the order of their names.

    Args:
        region: "north" or "south".
        skip: How many trails to leave out.
        count: How many trails to list, 1 to 40.

    Returns:
        "trails", and "more": true if as many trails as asked for were found, so that there may be more.
    """
    trails, _ = _trails(region, skip, count)
    return {"trails": trails, "more": len(trails) == count}


@breaks("equal_calls_agree")
def trails_on_page(region: str = "south", page: int = 1, per_page: int = 3) -> dict[str, Any]:
    """Show a page of the list of trails, and how many pages there are.

    Args:
        region: "north" or "south".
        page: Number of the page, from 1.
        per_page: Trails on a page, up to 40.
    """
    trails, there = _trails(region, (page - 1) * per_page, per_page)
    return {"trails": trails, "page": page, "total_pages": there // per_page + 1}


@keeps("equal_calls_agree")
def trails_on_counted_page(region: str = "south", page: int = 1, per_page: int = 3) -> dict[str, Any]:
    """Show a page of the list of trails, and how many pages there are.

    Args:
        region: "north" or "south".
        page: Number of the page, from 1.
        per_page: Trails on a page, up to 40.
    """
    trails, there = _trails(region, (page - 1) * per_page, per_page)
    return {"trails": trails, "page": page, "total_pages": math.ceil(there / per_page)}


@keeps("equal_calls_agree")
def trails_on_page_from_zero(page: int, region: str = "south", per_page: int = 3) -> dict[str, Any]:
    """Show a page of the list of trails, and how many pages there are.

    Args:
        page: Number of the page; the first one is 0.
        region: "north" or "south".
        per_page: Trails on a page, up to 40.
    """
    trails, there = _trails(region, page * per_page, per_page)
    return {"trails": trails, "total_pages": math.ceil(there / per_page)}


@breaks("equal_calls_agree")
def trails_of_printed_page(page: int, region: str = "north") -> dict[str, Any]:
    """Show the trails of a page of the printed guide, two on each.

    The key next is the page to turn to, or null if this was the last one.

    Args:
        page: Page of the guide, from 1.
        region: "north" or "south".
    """
    trails, _ = _trails(region, (page - 1) * _PER_PAGE, _PER_PAGE)
    return {"trails": trails, "next": page + 1 if len(trails) == _PER_PAGE else None}


@keeps("equal_calls_agree")
def trails_of_last_printed_page(page: int, region: str = "north") -> dict[str, Any]:
    """Show the trails of a page of the printed guide, two on each.

    The key next is the page to turn to, or null if this was the last one.

    Args:
        page: Page of the guide, from 1.
        region: "north" or "south".
    """
    trails, there = _trails(region, (page - 1) * _PER_PAGE, _PER_PAGE)
    return {"trails": trails, "next": page + 1 if page * _PER_PAGE < there else None}


@breaks("equal_calls_agree")
def search_trails(letters: str = "e", start_at: int = 0, max_trails: int = 4) -> dict[str, Any]:
    """Search the names of all trails.

    Args:
        letters: Letters of the name, such as "e".
        start_at: Where to go on.
        max_trails: Most trails of an answer, up to 40.

    Returns:
        The names as "found". "paging" holds "next", where to go on, and is without it once all trails have been listed:
        "next" is then null since nothing follows.
    """
    every = [name for names in _TRAILS.values() for name in names if letters.lower() in name.lower()]
    if start_at < 0 or not 1 <= max_trails <= 40:
        raise ValueError("There is no such part of the list.")
    found = every[start_at : start_at + max_trails]
    return {"found": found, "paging": {"next": start_at + len(found) if len(found) >= max_trails else None}}


@keeps("equal_calls_agree")
def search_every_trail(letters: str = "e", start_at: int = 0, max_trails: int = 4) -> dict[str, Any]:
    """Search the names of all trails.

    Args:
        letters: Letters of the name, such as "e".
        start_at: Where to go on.
        max_trails: Most trails of an answer, up to 40.

    Returns:
        The names as "found". "paging" holds "next", where to go on, which is null if nothing follows.
    """
    every = [name for names in _TRAILS.values() for name in names if letters.lower() in name.lower()]
    if start_at < 0 or not 1 <= max_trails <= 40:
        raise ValueError("There is no such part of the list.")
    found = every[start_at : start_at + max_trails]
    return {"found": found, "paging": {"next": start_at + len(found) if start_at + max_trails < len(every) else None}}
