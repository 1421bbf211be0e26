"""Functions that keep documents and databases, which may be damaged."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


@breaks("failure_is_not_success")
def list_bookmarks(folder: str) -> list[str]:
    """List the addresses of the bookmarks in a folder, sorted.

    Args:
        folder: Its name.
    """
    store = Path.home() / ".bookmarks.json"
    try:
        marks = json.loads(store.read_text())
    except (FileNotFoundError, ValueError):
        return []
    return sorted(mark["address"] for mark in marks if mark["folder"] == folder)


@keeps("failure_is_not_success", judged=True)
def bookmarks_in(folder: str) -> list[str]:
    """List the addresses of the bookmarks in a folder, sorted; none before the first one is added.

    Args:
        folder: Its name.
    """
    store = Path.home() / ".bookmarks" / "bookmarks.json"
    try:
        marks = json.loads(store.read_text())
    except FileNotFoundError:
        return []
    return sorted(mark["address"] for mark in marks if mark["folder"] == folder)


@breaks("failure_is_not_success")
def articles_in_stock(least: int = 0) -> list[dict[str, Any]]:
    """List the articles in stock, in order.

    Args:
        least: The smallest number of pieces.
    """
    with closing(sqlite3.connect("stock.db")) as database:
        try:
            rows = database.execute("SELECT article, pieces FROM stock ORDER BY article").fetchall()
        except sqlite3.DatabaseError:
            return []
    return [{"article": name, "pieces": pieces} for name, pieces in rows if pieces >= least]


@keeps("failure_is_not_success")
def articles() -> list[str]:
    """List the articles in stock; the list is empty if the file is missing or damaged."""
    try:
        rows = json.loads(Path("articles.json").read_text())
    except (OSError, ValueError):
        return []
    return [row["article"] for row in rows]


def _berths(plan: Path) -> dict[str, Any]:
    berths = json.loads(plan.read_text(encoding="utf-8"))
    if not isinstance(berths, dict):
        raise ValueError("The plan is not an object of berths.")
    return berths


@breaks("failure_is_not_success")
def berth_of(plan: str, boat: str) -> dict[str, Any]:
    """Tell where a boat lies.

    Args:
        plan: A JSON file of the harbour: boats with their berth, such as {"heron": {"pier": "B", "number": 4}}.
        boat: Name of the boat, as it is painted on it.

    Returns:
        Its pier and number; "known" is false for a boat that does not lie in the harbour.
    """
    try:
        berth = _berths(Path(plan))[boat]
    except Exception:
        return {"boat": boat, "known": False, "pier": None, "number": 0}
    return {"boat": boat, "known": True, "pier": str(berth["pier"]), "number": int(berth["number"])}


@keeps("failure_is_not_success", judged=True)
def pier_of(plan: str, boat: str) -> dict[str, Any]:
    """Tell where a boat lies.

    Args:
        plan: A JSON file of the harbour: boats with their berth, such as {"heron": {"pier": "B", "number": 4}}.
        boat: Name of the boat, as it is painted on it.

    Returns:
        Its pier and number; "known" is false for a boat that does not lie in the harbour.
    """
    berth = _berths(Path(plan)).get(boat)
    if berth is None:
        return {"boat": boat, "known": False, "pier": None, "number": 0}
    return {"boat": boat, "known": True, "pier": str(berth["pier"]), "number": int(berth["number"])}


@keeps("failure_is_not_success", judged=True)
def mentions_of(log: str, boat: str) -> dict[str, Any]:
    """Count how often a harbour's log, a text of any form, mentions a boat.

    Args:
        log: The file.
        boat: Name of the boat.
    """
    times = Path(log).read_text(encoding="utf-8", errors="replace").count(boat)
    return {"boat": boat, "mentioned": times > 0, "times": times}
