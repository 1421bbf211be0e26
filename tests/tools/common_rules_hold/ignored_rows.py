"""Tools that store the rows of a table or a list, one for each key, and count them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ..marks import breaks, keeps

_COLUMNS = ["name", "email", "choir"]


def _rows(table: str) -> list[list[str]]:
    first, *rest = [line.split(",") for line in table.splitlines() if line.strip()] or [[]]
    if first != _COLUMNS:
        raise ValueError("The heading must be name,email,choir.")
    return [[cell.strip() for cell in row] for row in rest if len(row) == len(_COLUMNS)]


def _stored(rows: list[list[str]], statement: str) -> list[int]:
    with closing(sqlite3.connect("choirs.db")) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS singers (email TEXT PRIMARY KEY, name TEXT, choir TEXT)")
        return [db.execute(statement, (email.lower(), name, choir)).rowcount for name, email, choir in rows]


@breaks("common_rules_hold")
def enter_singers(table_csv: str) -> dict[str, object]:
    """Enter singers, each of them once by the address; who is there stays as is.

    Args:
        table_csv: CSV with the heading name,email,choir.

    Returns:
        {"entered": number of singers stored}
    """
    rows = _rows(table_csv)
    _stored(rows, "INSERT OR IGNORE INTO singers VALUES (?, ?, ?)")
    return {"entered": len(rows)}


@keeps("common_rules_hold", judged=True)
def enter_new_singers(table_csv: str) -> dict[str, object]:
    """Enter singers, each of them once by the address; who is there stays as is.

    Args:
        table_csv: CSV with the heading name,email,choir.

    Returns:
        {"entered": number of singers stored}
    """
    counts = _stored(_rows(table_csv), "INSERT OR IGNORE INTO singers VALUES (?, ?, ?)")
    return {"entered": sum(count > 0 for count in counts)}


@keeps("common_rules_hold", judged=True)
def enter_singers_anew(table_csv: str) -> dict[str, object]:
    """Enter singers, each of them once by the address; the last row of an address holds.

    Args:
        table_csv: CSV with the heading name,email,choir.

    Returns:
        {"entered": number of singers stored}
    """
    rows = _rows(table_csv)
    _stored(rows, "INSERT OR REPLACE INTO singers VALUES (?, ?, ?)")
    return {"entered": len(rows)}


@keeps("common_rules_hold")
def enter_singers_of_rows(table_csv: str) -> dict[str, object]:
    """Enter singers, each of them once by the address; who is there stays as is.

    Args:
        table_csv: CSV with the heading name,email,choir.

    Returns:
        {"entered": number of rows read}
    """
    rows = _rows(table_csv)
    _stored(rows, "INSERT OR IGNORE INTO singers VALUES (?, ?, ?)")
    return {"entered": len(rows)}


@breaks("common_rules_hold")
def save_badges(badges: list[dict[str, str]]) -> dict[str, int]:
    """Save badges by their code.

    Args:
        badges: 1 to 40 objects with "code" and "owner".

    Returns:
        {"saved": number of badges that were stored}
    """
    path = Path("badges.json")
    kept = json.loads(path.read_text()) if path.exists() else {}
    for badge in badges:
        kept.setdefault(badge["code"].upper(), badge["owner"])
    path.write_text(json.dumps(kept))
    return {"saved": len(badges)}
