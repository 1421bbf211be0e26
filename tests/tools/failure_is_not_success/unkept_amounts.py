"""Tools that add amounts to what they store, or only tell so; and one that need not store what it tells."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from ..marks import breaks, keeps

_TANKS = ("mill", "barn", "yard")


def _tanks() -> sqlite3.Connection:
    tanks = sqlite3.connect("tanks.db")
    with tanks:
        tanks.execute("CREATE TABLE IF NOT EXISTS tanks (name TEXT PRIMARY KEY, litres INTEGER)")
        tanks.execute("INSERT OR IGNORE INTO tanks VALUES ('mill', 900), ('barn', 60)")
    return tanks


def _litres(tanks: sqlite3.Connection) -> dict[str, int]:
    return dict(tanks.execute("SELECT name, litres FROM tanks"))


def _check(source: str, target: str, litres: int) -> None:
    if source not in _TANKS or target not in _TANKS or source == target:
        raise ValueError('source and target are two of "mill", "barn" and "yard".')
    if litres < 1:
        raise ValueError("litres must be at least 1.")


@breaks("failure_is_not_success")
def pump_to_tanks_that_are_known(source: str, target: str, litres: int) -> dict[str, int]:
    """Pump water from one tank to another.

    Args:
        source: The tank to pump from: "mill", "barn" or "yard".
        target: The tank to pump to: "mill", "barn" or "yard".
        litres: How much, at least 1.
    """
    _check(source, target, litres)
    with closing(_tanks()) as tanks, tanks:
        held = _litres(tanks)
        if held.get(source, 0) < litres:
            raise ValueError("The source does not hold so much.")
        tanks.execute("UPDATE tanks SET litres = litres - ? WHERE name = ?", (litres, source))
        tanks.execute("UPDATE tanks SET litres = litres + ? WHERE name = ?", (litres, target))
    return {"left_in_source": held[source] - litres, "now_in_target": held.get(target, 0) + litres}


@keeps("failure_is_not_success", judged=True)
def pump_to_any_tank(source: str, target: str, litres: int) -> dict[str, int]:
    """Pump water from one tank to another.

    Args:
        source: The tank to pump from: "mill", "barn" or "yard".
        target: The tank to pump to: "mill", "barn" or "yard".
        litres: How much, at least 1.
    """
    _check(source, target, litres)
    with closing(_tanks()) as tanks, tanks:
        held = _litres(tanks)
        if held.get(source, 0) < litres:
            raise ValueError("The source does not hold so much.")
        held[source] -= litres
        held[target] = held.get(target, 0) + litres
        tanks.executemany("INSERT OR REPLACE INTO tanks VALUES (?, ?)", held.items())
    return {"left_in_source": held[source], "now_in_target": held[target]}


@keeps("failure_is_not_success", judged=True)
def fill_or_plan(tank: str, litres: int, mode: Literal["fill", "plan", "set"]) -> dict[str, int]:
    """Fill a tank, plan what filling would give, or set what is in it.

    Args:
        tank: The tank: "mill" or "barn".
        litres: How much.
        mode: "fill" adds, "plan" only tells what the tank would hold, "set" replaces what is known.
    """
    with closing(_tanks()) as tanks, tanks:
        held = _litres(tanks)
        if tank not in held or litres < 0:
            raise ValueError("There is no such tank, or too little to fill in.")
        new = litres if mode == "set" else held[tank] + litres
        if mode != "plan":
            tanks.execute("UPDATE tanks SET litres = ? WHERE name = ?", (new, tank))
    return {"litres": new}


_POINTS = Path("points.json")


def _points() -> dict[str, int]:
    return json.loads(_POINTS.read_text()) if _POINTS.exists() else {"ada": 10, "bo": 4}


@breaks("failure_is_not_success")
def add_points_of_members(member: str, points: int) -> dict[str, int]:
    """Add points to those of a member.

    Args:
        member: Name of a member, such as "ada".
        points: How many to add.
    """
    held = _points()
    total = held.get(member, 0) + points
    held.update({name: total for name in held if name == member})
    _POINTS.write_text(json.dumps(held))
    return {"total": total}


@keeps("failure_is_not_success", judged=True)
def add_points_of_anybody(member: str, points: int) -> dict[str, int]:
    """Add points to those of a member. Who is not a member yet becomes one.

    Args:
        member: Name of a member, such as "ada".
        points: How many to add.
    """
    held = _points()
    held[member] = held.get(member, 0) + points
    _POINTS.write_text(json.dumps(held))
    return {"total": held[member]}
