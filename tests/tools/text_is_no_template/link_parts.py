"""Functions that make links, of which a text is one part of the path, or several."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, quote_plus

from ..marks import breaks, keeps

_BASE = "https://museum.example.org"


@breaks("text_is_no_template")
def room_link(wing: str, room: str) -> dict[str, Any]:
    """Make the link to a room of a museum.

    Args:
        wing: The wing: east or west.
        room: Name of the room, 1 to 60 letters and signs.
    """
    _check(wing, room)
    if room in (".", ".."):
        raise ValueError("This is no name of a room.")
    return {"link": f"{_BASE}/{wing}/rooms/{quote(room)}/plan"}


@keeps("text_is_no_template")
def quoted_room_link(wing: str, room: str) -> dict[str, Any]:
    """Make the link to a room of a museum.

    Args:
        wing: The wing: east or west.
        room: Name of the room, 1 to 60 letters and signs.
    """
    _check(wing, room)
    if room in (".", ".."):
        raise ValueError("This is no name of a room.")
    return {"link": f"{_BASE}/{wing}/rooms/{quote(room, safe='')}/plan"}


@breaks("text_is_no_template")
def exhibit_link(exhibit: str) -> str:
    """Make the link to an exhibit.

    Args:
        exhibit: Title of the exhibit; it becomes a single segment of the path.
    """
    return f"{_BASE}/exhibits/{exhibit.strip().replace(' ', '%20').replace('/', '%2F')}"


@keeps("text_is_no_template")
def quoted_exhibit_link(exhibit: str) -> str:
    """Make the link to an exhibit.

    Args:
        exhibit: Title of the exhibit; it becomes a single segment of the path.
    """
    return f"{_BASE}/exhibits/{quote(exhibit.strip(), safe='')}"


@keeps("text_is_no_template")
def page_link(page: str) -> str:
    """Make the link to a page of the guide, which may lie in a folder of pages.

    Args:
        page: The page, without its ending.
    """
    if any(part in ("", ".", "..") for part in page.split("/")):
        raise ValueError("A page has no empty parts, and none of dots alone.")
    return f"{_BASE}/guide/{quote(page)}"


@keeps("text_is_no_template")
def article_link(title: str) -> str:
    """Make the link to an article, whose title may have any signs.

    Args:
        title: The title.
    """
    return f"{_BASE}/wiki/{quote(title.replace(' ', '_'))}"


@keeps("text_is_no_template")
def search_link(words: str) -> str:
    """Make the link to a search in one part of the site.

    Args:
        words: Words to search for.
    """
    if len(words) < 3:
        raise ValueError("Too few letters.")
    return f"{_BASE}/search/{quote(words)}?q={quote_plus(words)}"


def _check(wing: str, room: str) -> None:
    if wing not in ("east", "west"):
        raise ValueError("wing must be east or west.")
    if not 1 <= len(room) <= 60 or not room.isprintable():
        raise ValueError("room must have 1 to 60 letters and signs.")
