"""Functions that follow records of a file from one to the next, as if no record ever led back."""

from __future__ import annotations

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_MAX_DEPTH = 50


def _employees(workspace_root: Path) -> dict[str, Any]:
    return {one["id"]: one for one in json.loads((workspace_root / "employees.json").read_text())["employees"]}


@breaks("valid_calls_return")
def managers_of(employee_id: str, *, workspace_root: Path) -> list[str]:
    """Return the managers above an employee.

    Args:
        employee_id: Identifier of the employee.
        workspace_root: The workspace.
    """
    employees, above = _employees(workspace_root), []
    one = employees.get(employee_id)
    if one is None:
        raise ValueError("No employee has this identifier. List them first.")
    while one.get("manager_id"):
        one = employees.get(one["manager_id"])
        if one is None:
            break
        above.append(one["name"])
    return above[:_MAX_DEPTH]


@keeps("valid_calls_return", "valid_calls_do_not_crash", judged=True)
def managers_in_line(employee_id: str, *, workspace_root: Path) -> list[str]:
    """Return the managers above an employee, each once.

    Args:
        employee_id: Identifier of the employee.
        workspace_root: The workspace.
    """
    employees, above, seen = _employees(workspace_root), [], {employee_id}
    one = employees.get(employee_id)
    if one is None:
        raise ValueError("No employee has this identifier. List them first.")
    while one.get("manager_id") and one["manager_id"] not in seen:
        seen.add(one["manager_id"])
        one = employees.get(one["manager_id"])
        if one is None:
            break
        above.append(one["name"])
    return above[:_MAX_DEPTH]


@breaks("valid_calls_return")
def task_root(task: str, *, workspace_root: Path) -> dict[str, Any]:
    """Return the topmost task above a task.

    Args:
        task: Name of the task.
        workspace_root: The workspace.
    """
    with closing(sqlite3.connect(workspace_root / "tasks.db")) as base:
        base.execute("CREATE TABLE IF NOT EXISTS tasks (name TEXT PRIMARY KEY, parent TEXT)")
        name = task
        while True:
            row = base.execute("SELECT parent FROM tasks WHERE name = ?", (name,)).fetchone()
            if row is None:
                return {"error": "unknown_task", "message": "There is no such task. List the tasks first."}
            if not row[0]:
                return {"root": name}
            name = row[0]


@keeps("valid_calls_return")
def root_of_task(task: str, *, workspace_root: Path) -> dict[str, Any]:
    """Return the topmost task above a task.

    Args:
        task: Name of the task.
        workspace_root: The workspace.
    """
    with closing(sqlite3.connect(workspace_root / "tasks.db")) as base:
        base.execute("CREATE TABLE IF NOT EXISTS tasks (name TEXT PRIMARY KEY, parent TEXT)")
        name = task
        for _ in range(_MAX_DEPTH):
            row = base.execute("SELECT parent FROM tasks WHERE name = ?", (name,)).fetchone()
            if row is None:
                return {"error": "unknown_task", "message": "There is no such task. List the tasks first."}
            if not row[0]:
                return {"root": name}
            name = row[0]
        return {"error": "too_deep", "message": "The task lies too deep, or in a circle. Mend the list of tasks."}


@breaks("valid_calls_return")
def source_of_stream(stream: str, *, workspace_root: Path) -> dict[str, Any]:
    """Return the stream from which a stream comes in the end.

    Args:
        stream: Name of the stream.
        workspace_root: The workspace.
    """
    with (workspace_root / "streams.csv").open(newline="", encoding="utf-8") as handle:
        upstream = {row["stream"]: row["comes_from"] for row in csv.DictReader(handle)}
    if stream not in upstream:
        return {"error": "unknown_stream", "message": "There is no such stream. List the streams first."}
    while upstream.get(stream):
        stream = upstream[stream]
    return {"source": stream}


def _relays(workspace_root: Path) -> dict[str, Any]:
    relays = json.loads((workspace_root / "relays.json").read_text())
    for relay in relays.values():
        if not isinstance(relay["label"], str) or not isinstance(relay.get("after"), str | None):
            raise ValueError("The relays are damaged. Mend relays.json.")
    return dict(relays)


@breaks("valid_calls_return")
def first_relay(relay: str, *, workspace_root: Path) -> dict[str, Any]:
    """Return the label of the relay that goes first; a relay that waits for itself is the first.

    Args:
        relay: Key of the relay.
        workspace_root: The workspace.
    """
    relays = _relays(workspace_root)
    if relay not in relays:
        return {"error": "unknown_relay", "message": "There is no such relay. List the relays first."}
    while relays[relay].get("after") in relays and relays[relay]["after"] != relay:
        relay = relays[relay]["after"]
    return {"label": relays[relay]["label"]}


@keeps("valid_calls_return", "valid_calls_do_not_crash", judged=True)
def relays_before(relay: str, *, workspace_root: Path) -> dict[str, Any]:
    """Return how many relays go before a relay.

    Args:
        relay: Key of the relay.
        workspace_root: The workspace.
    """
    relays, seen = _relays(workspace_root), []
    if relay not in relays:
        return {"error": "unknown_relay", "message": "There is no such relay. List the relays first."}
    while relay in relays and relay not in seen:
        seen.append(relay)
        relay = relays[relay].get("after") or ""
    return {"before": len(seen) - 1}
