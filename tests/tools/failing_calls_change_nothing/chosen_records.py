"""Functions that take records without a schema, of which the code knows the keys, the choices and the forms."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps

_CUPBOARDS = [("attic", "LAMP", 12), ("attic", "ROPE", 90), ("cellar", "ROPE", 3), ("cellar", "CRATE", 75)]
_ROOMS = ("attic", "cellar")


def _open() -> sqlite3.Connection:
    connection = sqlite3.connect("cupboards.db", timeout=5)
    with connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'things'").fetchone() is None:
            connection.execute("CREATE TABLE things (room TEXT, thing TEXT, pieces INTEGER, PRIMARY KEY (room, thing))")
            connection.executemany("INSERT INTO things VALUES (?, ?, ?)", _CUPBOARDS)
    return connection


def _check(giver: str, taker: str, items: list[dict]) -> None:
    if giver not in _ROOMS or taker not in _ROOMS or giver == taker:
        raise ValueError("giver and taker must be two rooms, attic and cellar")
    if not 1 <= len(items) <= 20:
        raise ValueError("there must be 1 to 20 items")
    for item in items:
        pieces = item.get("pieces")
        if not isinstance(item.get("thing"), str) or type(pieces) is not int or not 1 <= pieces <= 1000:
            raise ValueError("each item needs a thing and 1 to 1000 pieces")


def _carry(connection: sqlite3.Connection, giver: str, taker: str, item: dict) -> None:
    taken = connection.execute(
        "UPDATE things SET pieces = pieces - ? WHERE room = ? AND thing = ? AND pieces >= ?",
        (item["pieces"], giver, item["thing"], item["pieces"]),
    )
    if taken.rowcount != 1:
        raise ValueError("there are not enough of one of the things")
    connection.execute(
        "INSERT INTO things VALUES (?, ?, ?) ON CONFLICT (room, thing) DO UPDATE SET pieces = pieces + excluded.pieces",
        (taker, item["thing"], item["pieces"]),
    )


@breaks("failing_calls_change_nothing")
def carry_things(giver: str, taker: str, items: list[dict]) -> dict[str, int]:
    """Carry things from one room to the other, all or none.

    Args:
        giver: Room that gives the things: "attic" or "cellar".
        taker: Room that receives them: "attic" or "cellar", not the giver.
        items: 1 to 20 dicts with "thing" (str) and "pieces" (int, 1 to 1000).
    """
    _check(giver, taker, items)
    with closing(_open()) as connection:
        for item in items:
            with connection:
                _carry(connection, giver, taker, item)
    return {"items": len(items)}


@keeps("failing_calls_change_nothing", judged=True)
def carry_all_things(giver: str, taker: str, items: list[dict]) -> dict[str, int]:
    """Carry things from one room to the other, all or none.

    Args:
        giver: Room that gives the things: "attic" or "cellar".
        taker: Room that receives them: "attic" or "cellar", not the giver.
        items: 1 to 20 dicts with "thing" (str) and "pieces" (int, 1 to 1000).
    """
    _check(giver, taker, items)
    with closing(_open()) as connection, connection:
        for item in items:
            _carry(connection, giver, taker, item)
    return {"items": len(items)}


_TERM = re.compile(r"20[0-9]{2}-T[1-3]")
_ROOM = re.compile(r"[A-D][1-9][0-9]")
_HOURS = {"first": "8:00", "second": "10:00", "third": "14:00"}
_PLANS = Path("plans")


def _lesson(entry: dict) -> str:
    hour, room = entry.get("hour"), entry.get("room")
    if hour not in _HOURS or not isinstance(room, str) or not _ROOM.fullmatch(room):
        raise ValueError("each lesson needs an hour and a room")
    return f"{_HOURS[hour]} {room}\n"


def _plan(term: str, lessons: list[dict]) -> Path:
    if not _TERM.fullmatch(term):
        raise ValueError("term must look like 2024-T1")
    if not 1 <= len(lessons) <= 60:
        raise ValueError("there must be 1 to 60 lessons")
    _PLANS.mkdir(exist_ok=True)
    return _PLANS / f"{term}.txt"


@breaks("failing_calls_change_nothing")
def write_plan(term: str, lessons: list[dict]) -> dict[str, int]:
    """Write the plan of a term, in place of an earlier one.

    Args:
        term: The term as "2024-T1".
        lessons: 1 to 60 dicts with "hour" (first, second, third) and "room" (such as B12).
    """
    with _plan(term, lessons).open("w") as plan:
        for lesson in lessons:
            plan.write(_lesson(lesson))
    return {"lessons": len(lessons)}


@keeps("failing_calls_change_nothing", judged=True)
def write_whole_plan(term: str, lessons: list[dict]) -> dict[str, int]:
    """Write the plan of a term, in place of an earlier one.

    Args:
        term: The term as "2024-T1".
        lessons: 1 to 60 dicts with "hour" (first, second, third) and "room" (such as B12).
    """
    plan = _plan(term, lessons)
    text = "".join(map(_lesson, lessons))
    draft = plan.with_suffix(".new")
    draft.write_text(text)
    draft.replace(plan)
    return {"lessons": len(lessons)}


@keeps("failing_calls_change_nothing", judged=True)
def add_lessons(term: str, lessons: list[dict]) -> dict[str, int]:
    """Add lessons to the list of a term, all or none.

    Args:
        term: The term as "2024-T1".
        lessons: 1 to 60 dicts with "hour" (first, second, third) and "room" (such as B12).
    """
    plan = _plan(term, lessons).with_suffix(".json")
    try:
        known = json.loads(plan.read_text())
    except FileNotFoundError:
        known = []
    except (OSError, ValueError):
        raise ValueError("the plan cannot be read") from None
    draft = plan.with_suffix(".new")
    made = [*known, *map(_lesson, lessons)]
    draft.write_text(json.dumps(made))
    draft.replace(plan)
    return {"lessons": len(made)}
