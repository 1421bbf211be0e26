"""Tools whose arguments filter records by a field, for all of them or for some."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, Literal

from ..marks import breaks, keeps

_TICKETS = [
    {"number": 1, "title": "Leaking roof", "room": "attic", "status": "open"},
    {"number": 2, "title": "Broken window", "room": "hall", "status": "closed"},
    {"number": 3, "title": "Cold radiator", "room": "hall", "status": "open"},
    {"number": 4, "title": "Window handle", "room": "kitchen", "status": "waiting"},
    {"number": 5, "title": "Door of the hall", "room": "cellar", "status": "closed"},
]
_NOTES = [("Tea list", "green, black", 0), ("Tea of 2019", "oolong", 1), ("Stock", "tea, sugar", 1), ("Jam", "plum", 0)]
_BEDS = [{"bed": "A1", "price": 31}, {"bed": "A2", "price": 48}, {"bed": "B1", "price": 65}]
_OF_PARTNERS = [{"bed": "P1", "price": 39}, {"bed": "P2", "price": 80}]
_LINES = [("disk full", "error"), ("disk slow", "warning"), ("started", "info"), ("fan slow", "warning")]


@breaks("common_rules_hold")
def tickets_in_room(word: str, status: Literal["open", "closed", "waiting"] | None = None) -> dict[str, Any]:
    """Find tickets.

    Args:
        word: A word of the title or the room, in any letter case.
        status: The status of the tickets; without it, all are given.
    """
    wanted = word.strip().lower()
    if not wanted:
        raise ValueError("word must not be empty")
    found = [
        ticket
        for ticket in _TICKETS
        if wanted in str(ticket["room"])
        or (wanted in str(ticket["title"]).lower() and status in (None, ticket["status"]))
    ]
    return {"tickets": found, "count": len(found)}


@breaks("common_rules_hold")
def notes_with_word(word: str, include_archived: bool = False) -> list[dict[str, Any]]:
    """List notes with a word in their title or text.

    Args:
        word: The word, at least two letters.
        include_archived: Whether notes from the archive are listed.
    """
    if len(word) < 2:
        raise ValueError("word must have two letters")
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute("CREATE TABLE notes (title TEXT, text TEXT, archived INTEGER)")
        base.executemany("INSERT INTO notes VALUES (?, ?, ?)", _NOTES)
        rows = base.execute(
            "SELECT title, text, archived FROM notes WHERE archived <= ? AND title LIKE ? OR text LIKE ?",
            (int(include_archived), f"%{word}%", f"%{word}%"),
        ).fetchall()
    return [{"title": title, "text": text, "archived": bool(archived)} for title, text, archived in rows]


@breaks("common_rules_hold")
def free_beds(nights: int, max_price: int = 100) -> dict[str, Any]:
    """List the beds of the hostel and its partners.

    Args:
        nights: Number of nights, 1 to 14.
        max_price: Highest price of a night.
    """
    if not 1 <= nights <= 14:
        raise ValueError("nights must be between 1 and 14")
    own = [bed for bed in _BEDS if int(str(bed["price"])) <= max_price]
    return {"beds": [*own, *_OF_PARTNERS]}


@keeps("common_rules_hold", judged=True)
def tickets_of_room(word: str, status: Literal["open", "closed", "waiting"] | None = None) -> dict[str, Any]:
    """Find tickets.

    Args:
        word: A word of the title or the room, in any letter case.
        status: The status of the tickets; without it, all are given.
    """
    wanted = word.strip().lower()
    if not wanted:
        raise ValueError("word must not be empty")
    found = [
        ticket
        for ticket in _TICKETS
        if (wanted in str(ticket["room"]) or wanted in str(ticket["title"]).lower())
        and status in (None, ticket["status"])
    ]
    return {"tickets": found, "count": len(found)}


@keeps("common_rules_hold")
def lines_of_level(level: Literal["error", "warning", "info"] = "info", limit: int = 3) -> list[dict[str, Any]]:
    """List the lines of a log, those of higher levels with them.

    Args:
        level: The lowest level.
        limit: Number of lines, 1 to 50.
    """
    if not 1 <= limit <= 50:
        raise ValueError("limit must be between 1 and 50")
    levels = ["error", "warning", "info"]
    most = levels.index(level)
    return [{"text": text, "level": one} for text, one in _LINES if levels.index(one) <= most][:limit]


@keeps("common_rules_hold")
def tickets_by_number(numbers: list[int] | None = None, open_only: bool = True) -> dict[str, Any]:
    """List tickets. Those asked for by their numbers are always listed.

    Args:
        numbers: Numbers of tickets.
        open_only: Whether to list open tickets.
    """
    asked = numbers or []
    rest = [ticket for ticket in _TICKETS if not open_only or ticket["status"] == "open"]
    return {"tickets": [ticket for ticket in _TICKETS if ticket["number"] in asked or ticket in rest]}


@keeps("common_rules_hold")
def cheap_lamps(max_price: int = 100) -> dict[str, Any]:
    """List lamps.

    Args:
        max_price: Highest price to pay.
    """
    lamps = [
        {"lamp": "Ada", "price": 30, "reduced": 30},
        {"lamp": "Bo", "price": 60, "reduced": 25},
        {"lamp": "Cy", "price": 45, "reduced": 45},
        {"lamp": "Di", "price": 90, "reduced": 80},
    ]
    return {"lamps": [lamp for lamp in lamps if int(str(lamp["reduced"])) <= max_price]}


@keeps("common_rules_hold")
def frequent_words(max_count: int = 10) -> list[dict[str, Any]]:
    """Give the words of the book that come most often.

    Args:
        max_count: How many of them, at least 1.
    """
    if max_count < 1:
        raise ValueError("max_count must be at least 1")
    words = [("sea", 9), ("ship", 6), ("whale", 5), ("sail", 3), ("rope", 2)]
    return [{"word": word, "count": count} for word, count in words][:max_count]


@keeps("common_rules_hold")
def signs_in(language: Literal["de", "en", "fr"] = "en") -> list[dict[str, Any]]:
    """List the signs of the station.

    Args:
        language: The language of their texts, where there is a translation.
    """
    signs = [{"en": "Exit", "de": "Ausgang", "fr": "Sortie"}, {"en": "Lift", "fr": "Ascenseur"}, {"en": "Taxi"}]
    used = [language if language in sign else "en" for sign in signs]
    return [{"text": sign[one], "language": one} for sign, one in zip(signs, used, strict=True)]


@keeps("common_rules_hold")
def shoes(size: int | None = None, in_stock_only: bool = False) -> list[dict[str, Any]]:
    """List models of shoes with their colours.

    Args:
        size: A size from 36 to 46.
        in_stock_only: True for models that can be had in a colour.
    """
    if size is not None and not 36 <= size <= 46:
        raise ValueError("size must be between 36 and 46")
    models: list[tuple[str, list[dict[str, Any]]]] = [
        ("Oslo", [{"colour": "red", "in_stock": True}, {"colour": "blue", "in_stock": False}]),
        ("Bergen", [{"colour": "red", "in_stock": False}]),
    ]
    return [
        {"model": model, "colours": colours}
        for model, colours in models
        if not in_stock_only or any(colour["in_stock"] for colour in colours)
    ]
