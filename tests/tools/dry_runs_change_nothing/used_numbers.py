"""Functions that use up their stock with one call of a kind, and number what they do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from ..marks import breaks, keeps

_STOCK = {"ash": 4, "elm": 7}


def _kept() -> dict[str, Any]:
    path = Path("felling.json")
    return json.loads(path.read_text()) if path.exists() else {"last": 0, "felled": []}


def _keep(book: dict[str, Any]) -> None:
    Path("felling.json").write_text(json.dumps(book))


@breaks("dry_runs_change_nothing")
def fell_trees(kind: Literal["ash", "elm"], dry_run: bool = False) -> dict[str, Any]:
    """Fell all marked trees of a kind, and give the felling the next number.

    Args:
        kind: Kind of the trees.
        dry_run: Only tell how many trees would be felled.
    """
    book = _kept()
    if kind in book["felled"]:
        return {"trees": 0, "number": None}
    book["last"] += 1
    if not dry_run:
        book["felled"].append(kind)
    _keep(book)
    return {"trees": _STOCK[kind], "number": None if dry_run else f"F-{book['last']}"}


@keeps("dry_runs_change_nothing", judged=True)
def fell_marked_trees(kind: Literal["ash", "elm"], dry_run: bool = False) -> dict[str, Any]:
    """Fell all marked trees of a kind, and give the felling the next number. What was tried is kept as well.

    Args:
        kind: Kind of the trees.
        dry_run: Only tell how many trees would be felled.
    """
    book = _kept()
    if kind in book["felled"]:
        return {"trees": 0, "number": None}
    if dry_run:
        _keep({**book, "tried": [*book.get("tried", []), kind]})
        return {"trees": _STOCK[kind], "number": None}
    _keep({**book, "last": book["last"] + 1, "felled": [*book["felled"], kind]})
    return {"trees": _STOCK[kind], "number": f"F-{book['last'] + 1}"}
