"""Functions that take rows as a text, a row a line, and fail at one of them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps


def _read(row: str) -> tuple[str, int]:
    plant, _, depth = row.partition(";")
    if not plant.strip() or not depth.strip().isdecimal():
        raise ValueError(f"This row is no plant and depth: {row[:40]!r}")
    return plant.strip(), int(depth)


@breaks("failing_calls_change_nothing")
def plant_rows(rows: str) -> dict:
    """Note what was planted; a plant's old depth is replaced.

    Args:
        rows: Plant and depth in centimetres, a line each, for example "bean;4".
    """
    lines = rows.splitlines()
    if not 1 <= len(lines) <= 200:
        raise ValueError("There must be 1 to 200 rows.")
    with closing(sqlite3.connect("beds.db", isolation_level=None)) as beds:
        beds.execute("CREATE TABLE IF NOT EXISTS beds (plant TEXT PRIMARY KEY, depth INTEGER)")
        for line in lines:
            beds.execute("INSERT OR REPLACE INTO beds VALUES (?, ?)", _read(line))
    return {"planted": len(lines)}


@breaks("failing_calls_change_nothing")
def sow_rows(rows: str) -> dict:
    """Note what was sown, all of the rows or none.

    Args:
        rows: Plant and depth in centimetres, a line each, for example "bean;4".
    """
    lines = rows.splitlines()
    if not 1 <= len(lines) <= 200:
        return {"error": "bad_rows", "message": "There must be 1 to 200 rows."}
    with Path("sown.jsonl").open("a", encoding="utf-8") as sown:
        for number, line in enumerate(lines, 1):
            try:
                plant, depth = _read(line)
            except ValueError:
                return {"error": "bad_row", "message": f"Row {number} is no plant and depth."}
            sown.write(json.dumps({"plant": plant, "depth": depth}) + "\n")
    return {"sown": len(lines)}


@keeps("failing_calls_change_nothing", judged=True)
def plant_all(rows: str) -> dict:
    """Note what was planted, all of the rows or none.

    Args:
        rows: Plant and depth in centimetres, a line each, for example "bean;4".
    """
    lines = rows.splitlines()
    if not 1 <= len(lines) <= 200:
        raise ValueError("There must be 1 to 200 rows.")
    with closing(sqlite3.connect("beds.db")) as beds, beds:
        beds.execute("CREATE TABLE IF NOT EXISTS beds (plant TEXT PRIMARY KEY, depth INTEGER)")
        for line in lines:
            beds.execute("INSERT OR REPLACE INTO beds VALUES (?, ?)", _read(line))
    return {"planted": len(lines)}


@keeps("failing_calls_change_nothing", judged=True)
def plant_first(rows: str) -> dict:
    """Note what was planted; the rows before the first one that is wrong are stored, and the error names it.

    Args:
        rows: Plant and depth in centimetres, a line each, for example "bean;4".
    """
    lines = rows.splitlines()
    if not 1 <= len(lines) <= 200:
        raise ValueError("There must be 1 to 200 rows.")
    with closing(sqlite3.connect("beds.db", isolation_level=None)) as beds:
        beds.execute("CREATE TABLE IF NOT EXISTS beds (plant TEXT PRIMARY KEY, depth INTEGER)")
        for line in lines:
            beds.execute("INSERT OR REPLACE INTO beds VALUES (?, ?)", _read(line))
    return {"planted": len(lines)}
