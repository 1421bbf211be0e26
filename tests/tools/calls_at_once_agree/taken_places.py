"""Functions that give the next free place of a list away, to one call or to two at once."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps

_TABLES = [(number, None) for number in range(1, 31)]
_LOCK = threading.Lock()


def _floor(base: sqlite3.Connection) -> None:
    base.execute("CREATE TABLE IF NOT EXISTS places (number INTEGER PRIMARY KEY, guest TEXT)")
    base.executemany("INSERT OR IGNORE INTO places VALUES (?, ?)", _TABLES)
    base.commit()


def _free(base: sqlite3.Connection) -> int:
    found = base.execute("SELECT min(number) FROM places WHERE guest IS NULL").fetchone()[0]
    if found is None:
        raise ValueError("There is no free table.")
    return int(found)


@breaks("calls_at_once_agree")
def seat_guest(guest: str) -> dict[str, int]:
    """Seat a guest at the next free table.

    Args:
        guest: Name of the guest.

    Raises:
        ValueError: if there is no free table.
    """
    with closing(sqlite3.connect("floor.db", timeout=10)) as base, base:
        _floor(base)
        number = _free(base)
        base.execute("UPDATE places SET guest = ? WHERE number = ?", (guest, number))
    return {"table": number}


@keeps("calls_at_once_agree")
def seat_guest_alone(guest: str) -> dict[str, int]:
    """Seat a guest at the next free table.

    Args:
        guest: Name of the guest.

    Raises:
        ValueError: if there is no free table.
    """
    with closing(sqlite3.connect("floor-2.db", timeout=10)) as base, base:
        _floor(base)
        base.execute("BEGIN IMMEDIATE")
        number = _free(base)
        base.execute("UPDATE places SET guest = ? WHERE number = ?", (guest, number))
    return {"table": number}


@keeps("calls_at_once_agree")
def seat_guest_where_free(guest: str) -> dict[str, int]:
    """Seat a guest at the next free table.

    Args:
        guest: Name of the guest.

    Raises:
        ValueError: if there is no free table.
    """
    with closing(sqlite3.connect("floor-3.db", timeout=10)) as base:
        _floor(base)
        while True:
            number = _free(base)
            taken = base.execute("UPDATE places SET guest = ? WHERE number = ? AND guest IS NULL", (guest, number))
            base.commit()
            if taken.rowcount:
                return {"table": number}


def _hooks(name: str) -> dict[str, str]:
    path = Path(name)
    return json.loads(path.read_text()) if path.exists() else dict.fromkeys("abcdefghij", "")


def _hang(name: str, coat: str) -> dict[str, str]:
    hooks = _hooks(name)
    hook = next((hook for hook, held in hooks.items() if not held), "")
    if not hook:
        raise ValueError("There is no free hook.")
    Path(name).write_text(json.dumps({**hooks, hook: coat}))
    return {"hook": hook}


@breaks("calls_at_once_agree")
def hang_coat(coat: str) -> dict[str, str]:
    """Hang a coat on the next free hook.

    Args:
        coat: What hangs there.

    Raises:
        ValueError: if there is no free hook.
    """
    return _hang("hooks.json", coat)


@keeps("calls_at_once_agree")
def hang_coat_alone(coat: str) -> dict[str, str]:
    """Hang a coat on the next free hook.

    Args:
        coat: What hangs there.

    Raises:
        ValueError: if there is no free hook.
    """
    with _LOCK:
        return _hang("hooks-2.json", coat)


@keeps("calls_at_once_agree")
def name_house(name: str) -> dict[str, str]:
    """Name the house; the last name holds.

    Args:
        name: Its name.
    """
    path = Path("house.json")
    before = json.loads(path.read_text()) if path.exists() else {"name": ""}
    path.write_text(json.dumps({"name": name}))
    return {"before": before["name"], "name": name}
