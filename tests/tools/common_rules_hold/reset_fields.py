"""Tools that add a record, or change one that is known, which has more than what they give."""

from __future__ import annotations

import sqlite3
import threading
from typing import Any

from ..marks import breaks, keeps

_MUTEX = threading.Lock()
_BOATS = sqlite3.connect(":memory:", check_same_thread=False)
_BOATS.executescript(
    """
    CREATE TABLE boats
        (name TEXT PRIMARY KEY, berth TEXT, metres REAL, remark TEXT DEFAULT '', winter INTEGER DEFAULT 0);
    INSERT INTO boats VALUES ('Petrel', 'B4', 7.5, 'needs a new mast', 1), ('Tern', 'C1', 9, '', 0);
    """
)
_MEMBERS: dict[str, dict[str, Any]] = {
    "moira": {"phone": "0131 555", "group": "altos", "allergy": "nuts and fish"},
    "hamish": {"phone": "0141 555", "group": "basses", "allergy": None},
}
_LETTERS: dict[str, dict[str, Any]] = {
    "moira": {"name": "Moira", "status": "unsubscribed", "reason": "too many letters"},
    "hamish": {"name": "Hamish", "status": "active", "reason": ""},
}


def _boat(name: str) -> dict[str, Any]:
    columns = ("name", "berth", "metres", "remark", "winter")
    return dict(zip(columns, _BOATS.execute("SELECT * FROM boats WHERE name = ?", (name,)).fetchone(), strict=True))


@breaks("common_rules_hold")
def enter_boat(name: str, berth: str, metres: float) -> dict[str, Any]:
    """Enter a boat in the harbour's list. If the boat is known, its berth and length are updated.

    Args:
        name: Name of the boat.
        berth: The berth.
        metres: Its length.
    """
    with _MUTEX, _BOATS:
        _BOATS.execute("INSERT OR REPLACE INTO boats (name, berth, metres) VALUES (?, ?, ?)", (name, berth, metres))
        return _boat(name)


@keeps("common_rules_hold", judged=True)
def enter_boat_where_it_is(name: str, berth: str, metres: float) -> dict[str, Any]:
    """Enter a boat in the harbour's list. If the boat is known, its berth and length are updated.

    Args:
        name: Name of the boat.
        berth: The berth.
        metres: Its length.
    """
    with _MUTEX, _BOATS:
        _BOATS.execute(
            "INSERT INTO boats (name, berth, metres) VALUES (?, ?, ?) "
            "ON CONFLICT (name) DO UPDATE SET berth = excluded.berth, metres = excluded.metres",
            (name, berth, metres),
        )
        return _boat(name)


@keeps("common_rules_hold")
def enter_boat_anew(name: str, berth: str, metres: float) -> dict[str, Any]:
    """Enter a boat in the harbour's list; the entry of a known one is replaced, so change its remark afterwards.

    Args:
        name: Name of the boat.
        berth: The berth.
        metres: Its length.
    """
    return enter_boat(name, berth, metres)


@breaks("common_rules_hold")
def save_singer(singer: str, phone: str, group: str = "sopranos") -> dict[str, Any]:
    """Take a singer into the choir, or change the phone number and group of one who is in it already.

    Args:
        singer: Name of the singer.
        phone: Phone number.
        group: Where the singer stands.
    """
    _MEMBERS[singer] = {"phone": phone, "group": group, "allergy": None}
    return {"singer": singer, **_MEMBERS[singer]}


@keeps("common_rules_hold", judged=True)
def change_singer(singer: str, phone: str, group: str = "sopranos") -> dict[str, Any]:
    """Take a singer into the choir, or change the phone number and group of one who is in it already.

    Args:
        singer: Name of the singer.
        phone: Phone number.
        group: Where the singer stands.
    """
    _MEMBERS[singer] = {"allergy": None, **_MEMBERS.get(singer, {}), "phone": phone, "group": group}
    return {"singer": singer, **_MEMBERS[singer]}


@keeps("common_rules_hold")
def send_letters(reader: str, name: str) -> dict[str, Any]:
    """Send letters to a reader; the name of a known one is updated.

    Args:
        reader: Who reads them.
        name: How letters address the reader.
    """
    _LETTERS[reader] = {"name": name, "status": "active", "reason": ""}
    return {"reader": reader, **_LETTERS[reader]}
