"""Functions that use what is bound to the thread that has opened it, or was set up by it."""

from __future__ import annotations

import functools
import sqlite3
import threading
from contextlib import closing

from ..marks import breaks, keeps

_TREES = [("Q1", "oak", 31), ("Q2", "elm", 12), ("Q3", "ash", 9)]
_OF_THIS_THREAD = threading.local()
_OF_THIS_THREAD.prefix = "park"


def _fill(park: sqlite3.Connection) -> sqlite3.Connection:
    park.execute("CREATE TABLE trees (code TEXT PRIMARY KEY, kind TEXT, metres INTEGER)")
    park.executemany("INSERT INTO trees VALUES (?, ?, ?)", _TREES)
    return park


_PARK = _fill(sqlite3.connect(":memory:"))
_SHARED_PARK = _fill(sqlite3.connect(":memory:", check_same_thread=False))
_ONE_AT_A_TIME = threading.Lock()


@functools.lru_cache(maxsize=1)
def _late_park() -> sqlite3.Connection:
    return _fill(sqlite3.connect(":memory:"))


@breaks("calls_at_once_agree")
def tree_heights(kind: str) -> list[int]:
    """Return the heights of all trees of a kind, in metres."""
    return [metres for (metres,) in _PARK.execute("SELECT metres FROM trees WHERE kind = ?", (kind,))]


@breaks("calls_at_once_agree")
def count_trees(least_metres: int) -> dict[str, int]:
    """Count the trees that are at least as high."""
    (count,) = _late_park().execute("SELECT count(*) FROM trees WHERE metres >= ?", (least_metres,)).fetchone()
    return {"trees": count}


@breaks("calls_at_once_agree")
def label_tree(code: str) -> dict[str, str]:
    """Return the label of a tree, which begins with the name of the place."""
    return {"label": f"{_OF_THIS_THREAD.prefix}/{code.strip()}"}


@breaks("calls_at_once_agree")
def measure_tree(code: str) -> dict[str, str]:
    """Tell how a tree is measured, or what is wrong with its code."""
    try:
        row = _PARK.execute("SELECT kind FROM trees WHERE code = ?", (code.strip(),)).fetchone()
    except sqlite3.Error as error:
        return {"error": "no_park", "message": str(error)}
    return {"way": "by triangle" if row else "by sight"}


@keeps("calls_at_once_agree")
def tree_kinds(least_metres: int) -> list[str]:
    """Return the kinds of the trees that are at least as high; it may be called from any thread."""
    with _ONE_AT_A_TIME:
        rows = _SHARED_PARK.execute(
            "SELECT kind FROM trees WHERE metres >= ? ORDER BY kind", (least_metres,)
        ).fetchall()
    return [kind for (kind,) in rows]


@keeps("calls_at_once_agree")
def highest_tree(kind: str) -> dict[str, int]:
    """Return how high the highest tree of a kind is, 0 if there is none."""
    with closing(_fill(sqlite3.connect(":memory:"))) as park:
        (metres,) = park.execute("SELECT max(metres) FROM trees WHERE kind = ?", (kind,)).fetchone()
    return {"metres": metres or 0}


@keeps("calls_at_once_agree")
def lowest_tree(kind: str) -> dict[str, int]:
    """Return how high the lowest tree of a kind is, 0 if there is none. It must be called from the main thread."""
    (metres,) = _PARK.execute("SELECT min(metres) FROM trees WHERE kind = ?", (kind,)).fetchone()
    return {"metres": metres or 0}


def _park_of_this_thread() -> sqlite3.Connection:
    if not hasattr(_OF_THIS_THREAD, "park"):
        _OF_THIS_THREAD.park = _fill(sqlite3.connect(":memory:"))
    park: sqlite3.Connection = _OF_THIS_THREAD.park
    return park


@keeps("calls_at_once_agree")
def find_tree(code: str) -> dict[str, int]:
    """Return how high a tree is."""
    row = _park_of_this_thread().execute("SELECT metres FROM trees WHERE code = ?", (code.strip(),)).fetchone()
    if row is None:
        raise LookupError("there is no such tree")
    return {"metres": row[0]}
