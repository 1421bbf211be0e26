"""Functions that change files or rows before they fail, and their careful forms."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Shelf = Annotated[str, Field(description="Name of the shelf, such as 'north'.", min_length=1, max_length=400)]
Names = Annotated[
    list[str], Field(description="Names of files in the workspace.", examples=[["notes.txt"]], max_length=20)
]


def _stock(path: Path) -> dict[str, int]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"north": 9_000, "hello": 9_000}


@breaks("failing_calls_change_nothing")
def move_box(source: Shelf, target: Shelf, workspace_root: Path) -> dict[str, int]:
    """Move a box from one shelf to another."""
    path = workspace_root / "stock.json"
    stock = _stock(path)
    if source not in stock:
        raise ValueError("There is no such shelf to take from.")
    stock[source] -= 1
    path.write_text(json.dumps(stock), encoding="utf-8")
    if target not in stock:
        raise ValueError("There is no such shelf to move to.")
    stock[target] += 1
    path.write_text(json.dumps(stock), encoding="utf-8")
    return {"left": stock[source]}


@breaks("failing_calls_change_nothing")
def join_files(names: Names, workspace_root: Path) -> str:
    """Join text files of the workspace into joined.txt."""
    root = workspace_root.resolve()
    part = root / "joined.txt.part"
    with part.open("w", encoding="utf-8") as joined:
        for name in names:
            path = (root / name).resolve()
            if not path.is_relative_to(root) or not path.is_file():
                raise ValueError("A name is not that of a file in the workspace.")
            joined.write(path.read_text(encoding="utf-8", errors="replace"))
    part.replace(root / "joined.txt")
    return "joined.txt"


@keeps("failing_calls_change_nothing")
def move_box_in_one_step(source: Shelf, target: Shelf, workspace_root: Path) -> dict[str, int]:
    """Move a box from one shelf to another."""
    with closing(sqlite3.connect(workspace_root / "stock.db")) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS shelf (name TEXT PRIMARY KEY, boxes INTEGER)")
        database.executemany("INSERT OR IGNORE INTO shelf VALUES (?, 9000)", [("north",), ("hello",)])
        for change, name in ((-1, source), (1, target)):
            done = database.execute("UPDATE shelf SET boxes = boxes + ? WHERE name = ?", (change, name))
            if done.rowcount == 0:
                raise ValueError("There is no such shelf.")
        (left,) = database.execute("SELECT boxes FROM shelf WHERE name = ?", (source,)).fetchone()
    return {"left": left}


@keeps("failing_calls_change_nothing")
def join_whole_files(names: Names, workspace_root: Path) -> str:
    """Join text files of the workspace into joined.txt, and log the names that are refused."""
    root = workspace_root.resolve()
    texts = []
    for name in names:
        path = (root / name).resolve()
        if not path.is_relative_to(root) or not path.is_file():
            with (root / "refused.log").open("a", encoding="utf-8") as log:
                log.write(f"{name[:40]!r}\n")
            raise ValueError("A name is not that of a file in the workspace.")
        texts.append(path.read_text(encoding="utf-8", errors="replace"))
    (root / "joined.txt").write_text("".join(texts), encoding="utf-8")
    return "joined.txt"
