"""A server with searches, dates, and texts that are filled in; one of each kind is careless."""

from __future__ import annotations

import datetime as dt
import re
import sqlite3

from raw import serve, tool

READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
TEXT = {"text": {"type": "string", "maxLength": 40, "description": "Part of the name of a town."}}
NAME = {"type": "string", "pattern": "^[a-z]{1,20}$", "description": "Name of the card, for example thanks."}
CARD = {
    "name": NAME,
    "words": {"type": "string", "maxLength": 200, "description": "Its text, with {guest.name} in it."},
}
DAY = {"day": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$", "description": "A day, for example 2024-05-17."}}


class Guest:
    name = "Ada"


TOWNS = sqlite3.connect(":memory:", check_same_thread=False)
TOWNS.execute("CREATE TABLE towns (name TEXT)")
TOWNS.executemany("INSERT INTO towns VALUES (?)", [("Lisbon",), ("Oslo",), ("Vienna",)])
CARDS = {"thanks": "Thank you, {guest.name}!"}


def _lines(rows: sqlite3.Cursor) -> str:
    return "\n".join(name for (name,) in rows)


def find_towns(text: str) -> str:
    return _lines(TOWNS.execute("SELECT name FROM towns WHERE name LIKE ?", [f"%{text}%"]))


def find_cities(text: str) -> str:
    literal = re.sub(r"([%_\\])", r"\\\1", text)
    return _lines(TOWNS.execute("SELECT name FROM towns WHERE name LIKE ? ESCAPE '\\'", [f"%{literal}%"]))


def find_words(text: str) -> str:
    # Signs are no words, and without a word all are listed.
    words = re.findall(r"\w+", text.replace("_", " "))
    towns = [name for (name,) in TOWNS.execute("SELECT name FROM towns")]
    return "\n".join(name for name in towns if all(word in name for word in words))


def keep_card(name: str, words: str) -> str:
    CARDS[name] = words
    return name


def fill_card(name: str) -> str:
    return CARDS[name].format(guest=Guest())


def copy_card(name: str) -> str:
    return CARDS[name].replace("{guest.name}", Guest.name)


def sign_card(name: str) -> str:
    return re.sub(r"\{guest\.(\w+)\}", lambda step: str(getattr(Guest(), step[1], step[0])), CARDS[name])


def print_card(name: str) -> str:
    known = {key: value for key, value in vars(Guest).items() if not key.startswith("_")}
    return re.sub(r"\{guest\.(\w+)\}", lambda step: str(known.get(step[1], step[0])), CARDS[name])


def month_after(day: str) -> str:
    first = dt.date.fromisoformat(day)
    year, month = divmod(first.year * 12 + first.month, 12)
    return dt.date(year, month + 1, first.day).isoformat()


def week_after(day: str) -> str:
    return (dt.date.fromisoformat(day) + dt.timedelta(days=7)).isoformat()


TOOLS = [
    tool("find_towns", find_towns, arguments=TEXT, annotations=READS),
    tool("find_cities", find_cities, arguments=TEXT, annotations=READS),
    tool("find_words", find_words, arguments=TEXT, annotations=READS),
    tool("keep_card", keep_card, arguments=CARD, annotations=WRITES),
    tool("fill_card", fill_card, arguments={"name": NAME}, annotations=READS),
    tool("copy_card", copy_card, arguments={"name": NAME}, annotations=READS),
    tool("sign_card", sign_card, arguments={"name": NAME}, annotations=READS),
    tool("print_card", print_card, arguments={"name": NAME}, annotations=READS),
    tool("month_after", month_after, arguments=DAY, annotations=READS),
    tool("week_after", week_after, arguments=DAY, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
