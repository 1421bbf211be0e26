"""Readers of a file that a neighbour writes; one of them keeps its filter for later calls."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from ..marks import breaks, keeps

_TASKS = Path("tasks.json")
_Kind = Annotated[Literal["home", "work"] | None, Field(description="Only tasks of this kind; all if left out.")]
_wanted: list[str] = []
_asked: dict[str, int] = {}


def _tasks() -> list[dict[str, Any]]:
    return json.loads(_TASKS.read_text()) if _TASKS.exists() else []


@keeps("equal_calls_agree")
def store_task(
    title: Annotated[str, Field(min_length=1, max_length=60, description="Title.")],
    kind: Annotated[Literal["home", "work"], Field(description="Kind.")] = "work",
) -> Any:
    """Store a task."""
    tasks = _tasks()
    if any(task["title"] == title for task in tasks):
        raise ValueError("There is a task of that title already.")
    _TASKS.write_text(json.dumps([*tasks, {"title": title, "kind": kind, "stored": time.time()}]))
    return {"stored": title}


@breaks("equal_calls_agree")
def find_tasks(kind: _Kind = None) -> Any:
    """Find the tasks of a kind."""
    if kind is not None:
        _wanted[:] = [kind]
    return {"tasks": [task for task in _tasks() if not _wanted or task["kind"] in _wanted]}


@keeps("equal_calls_agree")
def find_tasks_each_time(kind: _Kind = None) -> Any:
    """Find the tasks of a kind."""
    _asked[kind or ""] = _asked.get(kind or "", 0) + 1
    return {"tasks": [task for task in _tasks() if kind in (None, task["kind"])]}
