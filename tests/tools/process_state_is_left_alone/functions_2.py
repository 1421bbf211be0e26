"""Functions that leave a folder changed or a lock held when they fail, and good ones that restore both."""

from __future__ import annotations

import json
import os
import shutil
import threading
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("process_state_is_left_alone")
def list_reports(workspace_root: Path = Path()) -> list[str]:
    """Name the entries of the workspace."""
    before = Path.cwd()
    os.chdir(workspace_root.parent)
    names = sorted(path.name for path in workspace_root.iterdir())[:50]
    os.chdir(before)
    return names


_LOCK = threading.Lock()


_COUNTER = {"number": 0}


@breaks("process_state_is_left_alone")
def next_number(workspace_root: Path = Path()) -> dict[str, object]:
    """Return the next number of the counter in counter.json."""
    if not _LOCK.acquire(timeout=0.01):
        return {"error": "busy", "message": "Another call is running; try again."}
    with (workspace_root / "counter.json").open("w", encoding="utf-8") as opened:
        _COUNTER["number"] += 1
        opened.write(json.dumps(_COUNTER))
    _LOCK.release()
    return {"number": _COUNTER["number"]}


@keeps("process_state_is_left_alone")
def name_entries(workspace_root: Path = Path()) -> list[str]:
    """Name the entries of the workspace."""
    before = Path.cwd()
    os.chdir(workspace_root.parent)
    try:
        return sorted(path.name for path in workspace_root.iterdir())[:50]
    finally:
        os.chdir(before)


@keeps("process_state_is_left_alone")
def store_total(
    amount: Annotated[int, Field(ge=0, le=1_000, description="Amount to store.")],
    workspace_root: Path = Path(),
) -> dict[str, int]:
    """Store an amount in total.txt."""
    with _LOCK:
        (workspace_root / "total.txt").write_text(str(amount), encoding="utf-8")
    return {"amount": amount}


@keeps("process_state_is_left_alone", "valid_calls_return", "errors_carry_no_detail", judged=True)
def delete_entry(path: str) -> bool:
    """Delete a file or a folder of the current folder, which "." is as well.

    Args:
        path: What is deleted, relative to the current folder.
    """
    place = Path(path).resolve()
    if not place.is_relative_to(Path.cwd()):
        raise ValueError("path leads out of the current folder")
    if place.is_dir():
        shutil.rmtree(place)
    elif place.is_file():
        place.unlink()
    else:
        return False
    return True
