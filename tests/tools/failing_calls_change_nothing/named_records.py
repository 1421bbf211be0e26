"""Functions that change two records which another function makes, all at once or one after the other."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Tank = Annotated[str, Field(pattern=r"^T[0-9]{2,4}$", description="Name of the tank, such as T10.")]
Litres = Annotated[int, Field(ge=1, le=90_000, description="How many litres.")]


@contextmanager
def _tanks(*, begins: bool) -> Iterator[sqlite3.Connection]:
    folder = Path.home() / ".cellar"
    folder.mkdir(exist_ok=True)
    tanks = sqlite3.connect(folder / "tanks.db", timeout=5, isolation_level="IMMEDIATE" if begins else None)
    try:
        tanks.execute("CREATE TABLE IF NOT EXISTS tanks (name TEXT PRIMARY KEY, litres INTEGER CHECK (litres >= 0))")
        with tanks:
            yield tanks
    except sqlite3.IntegrityError:
        raise ValueError("The tank exists, or does not hold that much.") from None
    finally:
        tanks.close()


def _change(tanks: sqlite3.Connection, name: str, litres: int) -> None:
    if tanks.execute("UPDATE tanks SET litres = litres + ? WHERE name = ?", (litres, name)).rowcount != 1:
        raise ValueError("There is no such tank.")


@keeps("failing_calls_change_nothing")
def add_tank(name: Tank, litres: Litres = 1) -> dict[str, str]:
    """Add a tank."""
    with _tanks(begins=True) as tanks:
        tanks.execute("INSERT INTO tanks VALUES (?, ?)", (name, litres))
    return {"name": name}


@breaks("failing_calls_change_nothing")
def pump_over(source: Tank, target: Tank, litres: Litres) -> dict[str, int]:
    """Pump from one tank into another."""
    if source == target:
        raise ValueError("The tanks must differ.")
    with _tanks(begins=False) as tanks:
        _change(tanks, source, -litres)
        _change(tanks, target, litres)
    return {"litres": litres}


@breaks("failing_calls_change_nothing")
def draw_into(target: Tank, source: Tank, litres: Litres) -> dict[str, int]:
    """Draw from one tank into another."""
    if source == target:
        raise ValueError("The tanks must differ.")
    with _tanks(begins=True) as tanks:
        _change(tanks, target, litres)
    with _tanks(begins=True) as tanks:
        _change(tanks, source, -litres)
    return {"litres": litres}


@keeps("failing_calls_change_nothing", judged=True)
def pump_at_once(source: Tank, target: Tank, litres: Litres) -> dict[str, int]:
    """Pump from one tank into another."""
    if source == target:
        raise ValueError("The tanks must differ.")
    with _tanks(begins=True) as tanks:
        _change(tanks, source, -litres)
        _change(tanks, target, litres)
    return {"litres": litres}


@keeps("failing_calls_change_nothing", judged=True)
def pump_what_there_is(source: Tank, target: Tank, litres: Litres) -> dict[str, int]:
    """Pump from one tank into another, what there is and not more."""
    if source == target:
        raise ValueError("The tanks must differ.")
    with _tanks(begins=False) as tanks:
        tanks.execute("BEGIN IMMEDIATE")
        held = dict(tanks.execute("SELECT name, litres FROM tanks WHERE name IN (?, ?)", (source, target)))
        if len(held) != 2:
            raise ValueError("There is no such tank.")
        moved = min(litres, held[source])
        _change(tanks, source, -moved)
        _change(tanks, target, moved)
    return {"litres": moved}


@keeps("failing_calls_change_nothing", judged=True)
def swap_tanks(first: Tank, second: Tank) -> dict[str, str]:
    """Swap what is in two tanks; both are looked up before the first change."""
    with _tanks(begins=False) as tanks:
        held = dict(tanks.execute("SELECT name, litres FROM tanks WHERE name IN (?, ?)", (first, second)))
        if len(held) != 2:
            raise ValueError("There are no two such tanks.")
        tanks.execute("UPDATE tanks SET litres = ? WHERE name = ?", (held[second], first))
        tanks.execute("UPDATE tanks SET litres = ? WHERE name = ?", (held[first], second))
    return {"first": first, "second": second}
