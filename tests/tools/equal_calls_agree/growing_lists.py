"""Functions without a tier whose names say that they read: what they kept for one call is in the answer to the next."""

from __future__ import annotations

from ..marks import breaks, keeps

_SHELVES: list[str] = []
_BY_AISLE: dict[str, list[str]] = {}
_RECENT: list[str] = []


class _Report:
    """The parts of a report."""

    def __init__(self) -> None:
        self.parts: dict[str, int] = {}


_REPORT = _Report()


@breaks("equal_calls_agree")
def list_shelves(aisle: str) -> list[str]:
    """Return the shelves of an aisle.

    Args:
        aisle: Name of the aisle, such as 'north'.
    """
    _SHELVES.extend(f"{aisle}-{number}" for number in (1, 2))
    return _SHELVES


@breaks("equal_calls_agree")
def count_words(text: str) -> dict[str, int]:
    """Return how often each word is in a text.

    Args:
        text: The text.
    """
    for word in text.split():
        _REPORT.parts[word] = _REPORT.parts.get(word, 0) + 1
    return _REPORT.parts


@keeps("equal_calls_agree")
def list_shelves_of(aisle: str) -> list[str]:
    """Return the shelves of an aisle.

    Args:
        aisle: Name of the aisle, such as 'north'.
    """
    return _BY_AISLE.setdefault(aisle, [f"{aisle}-{number}" for number in (1, 2)])


@keeps("equal_calls_agree")
def find_searches(query: str) -> dict[str, list[str]]:
    """Search, and return the recent searches with what is found.

    Args:
        query: What is searched for.
    """
    _RECENT.append(query)
    return {"found": [], "recent_searches": _RECENT[-5:]}
