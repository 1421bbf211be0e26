"""Functions whose data are in memory: what a refused call has taken shows in the next answer."""

from __future__ import annotations

from ..marks import breaks, keeps

_ON_SHELF = {"atlas": 7, "novel": 40, "score": 12}
_TRAYS = {"fern": 60, "moss": 25}
_BEDS = {"fern": 0, "moss": 0}
_SHELVED = {"atlas": 9, "novel": 30}
_ASKED = {"calls": 0}


def _copies(line: dict) -> tuple[str, int]:
    title, copies = line.get("title"), line.get("copies")
    if title not in _ON_SHELF or type(copies) is not int or not 1 <= copies <= 90:
        raise ValueError(f"a line needs a title of {', '.join(_ON_SHELF)}, and 1 to 90 copies")
    return title, copies


@breaks("failing_calls_change_nothing")
def lend_books(school: str, lines: list[dict]) -> dict[str, int]:
    """Lend copies of books to a school, all lines of a request or none.

    Args:
        school: Name of the school.
        lines: The request, each {"title": title of the book, "copies": whole number from 1 to 90}.
    """
    left = {}
    for line in lines:
        title, copies = _copies(line)
        if _ON_SHELF[title] < copies:
            raise ValueError(f"only {_ON_SHELF[title]} copies of {title} are left")
        _ON_SHELF[title] -= copies
        left[title] = _ON_SHELF[title]
    return left


@keeps("failing_calls_change_nothing", judged=True)
def lend_all_books(school: str, lines: list[dict]) -> dict[str, int]:
    """Lend copies of books to a school, all lines of a request or none.

    Args:
        school: Name of the school.
        lines: The request, each {"title": title of the book, "copies": whole number from 1 to 90}.
    """
    shelf = dict(_SHELVED)
    for title, copies in map(_copies, lines):
        if shelf.get(title, 0) < copies:
            raise ValueError(f"only {shelf.get(title, 0)} copies of {title} are left")
        shelf[title] -= copies
    _SHELVED.update(shelf)
    return shelf


@breaks("failing_calls_change_nothing")
def plant_out(seedlings: dict[str, int]) -> dict[str, int]:
    """Plant seedlings from the trays into the beds.

    Args:
        seedlings: How many of each kind, such as {"fern": 3}; kinds are fern and moss.
    """
    for kind, pieces in seedlings.items():
        if kind not in _TRAYS or not 1 <= pieces <= _TRAYS[kind]:
            raise ValueError("there are not as many of that kind")
        _TRAYS[kind] -= pieces
        _BEDS[kind] += pieces
    return dict(_BEDS)


@keeps("failing_calls_change_nothing", judged=True)
def count_lines(lines: list[dict]) -> dict[str, int]:
    """Count the lines of a request; every call has a number of its own, whether it is refused or not.

    Args:
        lines: The request, each {"title": title of the book, "copies": whole number from 1 to 90}.
    """
    _ASKED["calls"] += 1
    return {"call": _ASKED["calls"], "copies": sum(copies for _, copies in map(_copies, lines))}
