"""Functions that keep pairs of names: some make one key of a pair, which is that of another pair as well."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_SEATS = Path("seats.json")
_TABLE = "CREATE TABLE IF NOT EXISTS boxes (number INTEGER PRIMARY KEY, key TEXT UNIQUE)"


def _box(key: str) -> tuple[int, bool]:
    with closing(sqlite3.connect("boxes.db")) as database, database:
        database.execute(_TABLE)
        is_new = database.execute("INSERT OR IGNORE INTO boxes (key) VALUES (?)", (key,)).rowcount == 1
        return int(database.execute("SELECT number FROM boxes WHERE key = ?", (key,)).fetchone()[0]), is_new


@breaks("equal_calls_agree")
def box_for(street: str, house: str) -> dict[str, Any]:
    """Give a house its letter box, a new one if it has none.

    Args:
        street: Code of the street.
        house: Code of the house.
    """
    number, _ = _box(f"{street}:{house}")
    return {"box": number}


@keeps("equal_calls_agree")
def own_box_for(street: str, house: str) -> dict[str, Any]:
    """Give a house its letter box, a new one if it has none.

    Args:
        street: Code of the street.
        house: Code of the house.
    """
    number, _ = _box(f"{len(street)}:{street}:{house}")
    return {"box": number}


@keeps("equal_calls_agree")
def box_of_address(street: str, house: str) -> dict[str, Any]:
    """Give an address its letter box. The address is the street and the house with a hyphen between them.

    Args:
        street: Code of the street.
        house: Code of the house.
    """
    address = f"{street}-{house}"
    number, is_new = _box(address)
    return {"address": address, "box": number, "new": is_new}


def _seats() -> dict[str, int]:
    return dict(json.loads(_SEATS.read_text())) if _SEATS.exists() else {}


@breaks("equal_calls_agree")
def claim_seat(row: str, guest: str) -> str:
    """Claim a seat in a row for a guest, who may ask again.

    Args:
        row: Code of the row.
        guest: Code of the guest.
    """
    seats = _seats()
    is_new = row + guest not in seats
    seats.setdefault(row + guest, len(seats) + 1)
    _SEATS.write_text(json.dumps(seats))
    return f"Seat {seats[row + guest]}, {'claimed' if is_new else 'claimed before'}."


@keeps("equal_calls_agree")
def claim_own_seat(row: str, guest: str) -> str:
    """Claim a seat in a row for a guest, who may ask again.

    Args:
        row: Code of the row.
        guest: Code of the guest.
    """
    seats, key = _seats(), json.dumps([row, guest])
    is_new = key not in seats
    seats.setdefault(key, len(seats) + 1)
    _SEATS.write_text(json.dumps(seats))
    return f"Seat {seats[key]}, {'claimed' if is_new else 'claimed before'}."


_shown: dict[str, str] = {}


@keeps("equal_calls_agree")
def show_on_board(track: str, train: str) -> dict[str, bool]:
    """Show a train and its track on the board, which has one line, and tell whether the line has changed.

    Args:
        track: Code of the track.
        train: Code of the train.
    """
    line = f"{track}-{train}"
    before = _shown.get("line")
    _shown["line"] = line
    return {"changed": line != before}


@keeps("equal_calls_agree")
def label_of(series: str, part: str) -> dict[str, str]:
    """Make the label of a part: the series and the part with a hyphen between them.

    Args:
        series: Code of the series.
        part: Code of the part.
    """
    return {"label": f"{series}-{part}"}
