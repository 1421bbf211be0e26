"""Plain functions that answer a failure with nothing, and further defects of results and effects."""

import configparser
import json
import os
import sqlite3
import threading
from pathlib import Path
from typing import Annotated

from pydantic import Field

EXPECTED: dict[str, tuple[str, ...]] = {
    "section_names": ("failure_is_not_success",),
    "stock_levels": ("failure_is_not_success",),
    "tidy_texts": ("dry_runs_change_nothing",),
    "reserve_seat": ("dry_runs_change_nothing",),
    "list_reports": ("process_state_is_left_alone",),
    "next_number": ("process_state_is_left_alone",),
}


def section_names(text: Annotated[str, Field(max_length=2_000, description="Settings in INI form.")]) -> list[str]:
    """List the section names of settings."""
    parser = configparser.ConfigParser()
    try:
        parser.read_string(text)
    except configparser.Error:
        return []
    return parser.sections()


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


def tidy_texts(
    dry_run: Annotated[bool, Field(description="Whether to name the files only.")] = True,
    workspace_root: Path = Path(),
) -> list[str]:
    """Remove the text files of the workspace."""
    gone = []
    for path in sorted(workspace_root.glob("*.txt"))[:100]:
        gone.append(path.name)
        path.unlink()
    return gone if not dry_run else [f"would remove {name}" for name in gone]


_SEATS = {f"a{number}": "free" for number in range(1, 10_000)}


def reserve_seat(
    passenger: Annotated[str, Field(max_length=40, min_length=1, description="Name of the passenger.")],
    hold: Annotated[bool, Field(description="If set, nothing is changed, and the next free seat is named.")] = False,
) -> dict[str, object]:
    """Reserve the next free seat."""
    seat = next(name for name, taken in _SEATS.items() if taken == "free")
    _SEATS[seat] = passenger
    return {"seat": seat, "is_reserved": not hold}


def list_reports(workspace_root: Path = Path()) -> list[str]:
    """Name the entries of the workspace."""
    before = Path.cwd()
    os.chdir(workspace_root.parent)
    names = sorted(path.name for path in workspace_root.iterdir())[:50]
    os.chdir(before)
    return names


_LOCK = threading.Lock()
_COUNTER = {"number": 0}


def next_number(workspace_root: Path = Path()) -> dict[str, object]:
    """Return the next number of the counter in counter.json."""
    if not _LOCK.acquire(timeout=0.01):
        return {"error": "busy", "message": "Another call is running; try again."}
    with (workspace_root / "counter.json").open("w", encoding="utf-8") as opened:
        _COUNTER["number"] += 1
        opened.write(json.dumps(_COUNTER))
    _LOCK.release()
    return {"number": _COUNTER["number"]}
