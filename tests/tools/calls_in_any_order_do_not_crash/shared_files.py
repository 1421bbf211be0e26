"""Functions that keep records in a file, and change them with a choice and arguments that may be null."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

from ..marks import breaks, keeps


def _hives(change: dict | None = None) -> dict:
    path = Path.home() / "hives.json"
    hives = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    if change is not None:
        hives.update(change)
        path.write_text(json.dumps(hives), encoding="utf-8")
    return hives


@keeps("calls_in_any_order_do_not_crash")
def add_hive(place: str) -> dict:
    """Add a hive, and return it with its number."""
    number = len(_hives()) + 1
    _hives({str(number): {"place": place, "frames": []}})
    return {"number": number, "place": place}


@breaks("calls_in_any_order_do_not_crash")
def change_hive(
    number: int, frames: list[str] | None = None, place: str | None = None, way: Literal["join", "swap"] = "join"
) -> dict:
    """Change the frames of a hive; null keeps them."""
    hive = _hives().get(str(number))
    if hive is None:
        return {"error": "not_found", "message": "There is no such hive."}
    if way == "swap":
        hive["frames"] = [frame.strip() for frame in frames]
    elif frames is not None:
        hive["frames"] += frames
    hive["place"] = place or hive["place"]
    _hives({str(number): hive})
    return hive


@keeps("calls_in_any_order_do_not_crash")
def alter_hive(
    number: int, frames: list[str] | None = None, place: str | None = None, way: Literal["join", "swap"] = "join"
) -> dict:
    """Change the frames of a hive; null keeps them."""
    hive = _hives().get(str(number))
    if hive is None:
        return {"error": "not_found", "message": "There is no such hive."}
    if frames is not None:
        kept = [] if way == "swap" else hive["frames"]
        hive["frames"] = [*kept, *frames]
    hive["place"] = place or hive["place"]
    _hives({str(number): hive})
    return hive


def _stalls() -> sqlite3.Connection:
    connection = sqlite3.connect(Path.home() / "stalls.db")
    connection.execute("CREATE TABLE IF NOT EXISTS stalls (id TEXT PRIMARY KEY, owner TEXT, fee INTEGER)")
    return connection


@keeps("calls_in_any_order_do_not_crash")
def open_stall(owner: str) -> dict:
    """Open a stall on the market, and return its id."""
    with closing(_stalls()) as connection, connection:
        (count,) = connection.execute("SELECT count(*) FROM stalls").fetchone()
        stall_id = f"stall-{count + 1}"
        connection.execute("INSERT INTO stalls VALUES (?, ?, 100)", (stall_id, owner))
    return {"stall_id": stall_id, "owner": owner}


@breaks("calls_in_any_order_do_not_crash")
def set_fee(stall_id: str, amount: int | None = None, unit: Literal["cents", "percent"] = "cents") -> dict:
    """Set the fee of a stall, in cents or as a share of the fee before; without an amount, return it."""
    with closing(_stalls()) as connection, connection:
        row = connection.execute("SELECT fee FROM stalls WHERE id = ?", (stall_id,)).fetchone()
        if row is None:
            return {"error": "not_found", "message": "There is no such stall."}
        fee = row[0] if amount is None else amount
        if unit == "percent":
            fee = row[0] * min(max(amount, 0), 1_000) // 100
        fee = min(max(fee, 0), 1_000_000)
        connection.execute("UPDATE stalls SET fee = ? WHERE id = ?", (fee, stall_id))
    return {"stall_id": stall_id, "fee": fee}


@keeps("calls_in_any_order_do_not_crash")
def change_fee(stall_id: str, amount: int | None = None, unit: Literal["cents", "percent"] = "cents") -> dict:
    """Set the fee of a stall, in cents or as a share of the fee before; without an amount, return it."""
    with closing(_stalls()) as connection, connection:
        row = connection.execute("SELECT fee FROM stalls WHERE id = ?", (stall_id,)).fetchone()
        if row is None:
            return {"error": "not_found", "message": "There is no such stall."}
        fee = row[0]
        if amount is not None:
            amount = min(max(amount, 0), 1_000_000)
            fee = amount if unit == "cents" else min(row[0] * amount // 100, 1_000_000)
        connection.execute("UPDATE stalls SET fee = ? WHERE id = ?", (fee, stall_id))
    return {"stall_id": stall_id, "fee": fee}
