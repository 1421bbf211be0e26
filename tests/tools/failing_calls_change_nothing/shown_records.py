"""Functions that count stock, of which only the words show a record; one of them checks each record as it stores it."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps

_STOCK = Path("stock.json")


def _stored() -> dict[str, dict[str, int]]:
    try:
        return json.loads(_STOCK.read_text("utf-8")) if _STOCK.exists() else {}
    except ValueError:
        raise ValueError("The stock file is damaged.") from None


def _keep(stock: dict[str, dict[str, int]]) -> None:
    fresh = _STOCK.with_suffix(".new")
    fresh.write_text(json.dumps(stock), "utf-8")
    fresh.replace(_STOCK)


def _shelf_of(shelf: str, counts: list[dict]) -> str:
    if not shelf.strip() or not shelf.isprintable() or not counts:
        raise ValueError("shelf must be a name, and counts must not be empty.")
    return shelf.strip()


def _article_of(entry: dict) -> str:
    if set(entry) != {"article", "pieces"} or not isinstance(entry["article"], str) or not entry["article"].strip():
        raise ValueError("Each count must have article and pieces.")
    return entry["article"].strip()


def _is_count(pieces: object) -> bool:
    return type(pieces) is int and 0 <= pieces <= 5_000


@breaks("failing_calls_change_nothing")
def count_shelf(shelf: str, counts: list[dict]) -> dict:
    """Store what was counted on a shelf.

    Args:
        shelf: Name of the shelf, such as "north-2".
        counts: Counts, each like {"article": "hex nut", "pieces": 140}; pieces are 0 to 5000.
    """
    shelf = _shelf_of(shelf, counts)
    for entry in counts:
        article = _article_of(entry)
        if not _is_count(entry["pieces"]):
            return {"error": "wrong_pieces", "message": f"pieces of {article!r} must be from 0 to 5000"}
        stock = _stored()
        stock.setdefault(shelf, {})[article] = entry["pieces"]
        _keep(stock)
    return {"shelf": shelf, "stored": len(counts)}


@keeps("failing_calls_change_nothing")
def count_whole_shelf(shelf: str, counts: list[dict]) -> dict:
    """Store what was counted on a shelf.

    Args:
        shelf: Name of the shelf, such as "north-2".
        counts: Counts, each like {"article": "hex nut", "pieces": 140}; pieces are 0 to 5000.
    """
    shelf = _shelf_of(shelf, counts)
    stock = _stored()
    for entry in counts:
        article = _article_of(entry)
        if not _is_count(entry["pieces"]):
            return {"error": "wrong_pieces", "message": f"pieces of {article!r} must be from 0 to 5000"}
        stock.setdefault(shelf, {})[article] = entry["pieces"]
    _keep(stock)
    return {"shelf": shelf, "stored": len(counts)}


@keeps("failing_calls_change_nothing")
def count_what_is_right(shelf: str, counts: list[dict]) -> dict:
    """Store what was counted on a shelf, and list the articles whose count is wrong.

    Args:
        shelf: Name of the shelf, such as "north-2".
        counts: Counts, each like {"article": "hex nut", "pieces": 140}; pieces are 0 to 5000.
    """
    shelf = _shelf_of(shelf, counts)
    given = [(_article_of(entry), entry["pieces"]) for entry in counts]
    stock = _stored()
    stock.setdefault(shelf, {}).update({article: pieces for article, pieces in given if _is_count(pieces)})
    _keep(stock)
    return {"shelf": shelf, "wrong": [article for article, pieces in given if not _is_count(pieces)]}
