"""Functions that break failure_is_not_success, and others that resemble them and keep it."""

from __future__ import annotations

import configparser
import contextlib
import sqlite3
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("failure_is_not_success")
def section_names(text: Annotated[str, Field(max_length=2_000, description="Settings in INI form.")]) -> list[str]:
    """List the section names of settings."""
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    return parser.sections()


@breaks("failure_is_not_success")
def stock_levels(warehouse: Annotated[str, Field(max_length=40, description="Name of the warehouse.")]) -> dict:
    """Return the stock of a warehouse, by article."""
    try:
        connection = sqlite3.connect(":memory:")
        connection.execute("CREATE TABLE stock (article TEXT, number INTEGER)")
        connection.executemany("INSERT INTO stock VALUES (?, ?)", [("bolt", 40), ("nut", 12)])
        rows = connection.execute("SELECT article, number FROM stock").fetchall()
        connection.close()
    except sqlite3.Error:
        rows = []
    return {"warehouse": warehouse, "items": [{"article": name, "number": number} for name, number in rows]}


@keeps("failure_is_not_success", "errors_carry_no_detail", "call_returns", judged=True)
def book_seat(
    name: Annotated[str, Field(max_length=40, description="Name of the passenger.")],
    train: Annotated[int, Field(ge=1, le=99, description="Number of the train.")] = 7,
) -> dict[str, str | int]:
    """Book a seat, and return its number; other bookings are waited for."""
    with contextlib.closing(sqlite3.connect("seats.sqlite", timeout=30)) as db, db:
        db.execute("CREATE TABLE IF NOT EXISTS seats (id INTEGER PRIMARY KEY, name TEXT, train INTEGER)")
        db.execute("BEGIN IMMEDIATE")
        try:
            cursor = db.execute("INSERT INTO seats (name, train) VALUES (?, ?)", (name, train))
        except sqlite3.IntegrityError:
            raise ValueError("The seat is taken.") from None
        return {"name": name, "train": train, "seat": cursor.lastrowid or 0}
