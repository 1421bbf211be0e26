"""Tools that search in the records of one owner, whose answers do not name the owner."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, Literal

from ..marks import breaks, keeps

_INVOICES = [
    ("R-1", "north", "Roof beams", "oak, delivered in March"),
    ("R-2", "north", "Glue", "two buckets"),
    ("R-3", "south", "Window frames", "ash and oak"),
    ("R-4", "south", "Varnish", "for the frames of the roof"),
]
_PHOTOS = [
    {"photo": 11, "members": ("kim", "lou"), "place": "harbour", "text": "boats at noon"},
    {"photo": 12, "members": ("kim",), "place": "market", "text": "fish from the harbour"},
    {"photo": 13, "members": ("lou",), "place": "bridge", "text": "boats below"},
    {"photo": 14, "members": ("max",), "place": "tower", "text": "view of the market"},
]


def _invoices(where: str, shop: str, word: str) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE TABLE invoices (number TEXT, shop TEXT, subject TEXT, note TEXT)")
        base.executemany("INSERT INTO invoices VALUES (?, ?, ?, ?)", _INVOICES)
        rows = base.execute(
            f"SELECT number, subject, note FROM invoices WHERE {where} ORDER BY number",
            {"shop": shop, "word": word},
        ).fetchall()
    return [{"number": number, "subject": subject, "note": note} for number, subject, note in rows]


@breaks("common_rules_hold")
def invoices_with_word(word: str, shop: Literal["north", "south"] = "north") -> list[dict[str, Any]]:
    """Find the invoices of a shop.

    Args:
        word: A word of the subject or the note, at least two letters.
        shop: The shop.
    """
    if len(word) < 2:
        raise ValueError("word must have two letters")
    return _invoices("shop = :shop AND instr(subject, :word) OR instr(note, :word)", shop, word)


@keeps("common_rules_hold", judged=True)
def invoices_of_shop(word: str, shop: Literal["north", "south"] = "north") -> list[dict[str, Any]]:
    """Find the invoices of a shop.

    Args:
        word: A word of the subject or the note, at least two letters.
        shop: The shop.
    """
    if len(word) < 2:
        raise ValueError("word must have two letters")
    return _invoices("shop = :shop AND (instr(subject, :word) OR instr(note, :word))", shop, word)


@breaks("common_rules_hold")
def photos_of_member(member: str, word: str) -> dict[str, Any]:
    """Find photos of a member of the club.

    Args:
        member: "kim", "lou" or "max".
        word: Text of the place, or a whole word of the description.
    """
    if member not in ("kim", "lou", "max"):
        raise ValueError("member must be kim, lou or max")
    found = [
        {"photo": one["photo"], "place": one["place"], "text": one["text"]}
        for one in _PHOTOS
        if word in str(one["text"]).split() or (word in str(one["place"]) and member in one["members"])  # type: ignore[operator]
    ]
    return {"photos": found}


@keeps("common_rules_hold", judged=True)
def shared_photos(member: str, word: str) -> dict[str, Any]:
    """Find photos of a member of the club, who may share them with others.

    Args:
        member: "kim", "lou" or "max".
        word: Text of the place or the description.
    """
    if member not in ("kim", "lou", "max"):
        raise ValueError("member must be kim, lou or max")
    found = [
        {"photo": one["photo"], "place": one["place"], "text": one["text"]}
        for one in _PHOTOS
        if member in one["members"] and (word in str(one["place"]) or word in str(one["text"]))  # type: ignore[operator]
    ]
    return {"photos": found}


@keeps("common_rules_hold", judged=True)
def best_photos(member: str, word: str) -> list[dict[str, Any]]:
    """Find photos of a member, at most two; those with the word in their place precede others.

    Args:
        member: "kim", "lou" or "max".
        word: Text of the place or the description.
    """
    if member not in ("kim", "lou", "max"):
        raise ValueError("member must be kim, lou or max")
    own = [one for one in _PHOTOS if member in one["members"]]  # type: ignore[operator]
    found = [one for key in ("place", "text") for one in own if word in str(one[key])]
    unlike = [one for at, one in enumerate(found) if one not in found[:at]]
    return [{"photo": one["photo"], "place": one["place"], "text": one["text"]} for one in unlike[:2]]
