"""Functions that change a record in one state alone: some tell of a change of a record that is in another."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_BIKES = [("bike-11", "free", "blue"), ("bike-12", "stolen", "red"), ("bike-13", "rented", "green")]
_RENT = "UPDATE bikes SET state = 'rented', rider = ? WHERE bike = ? AND state = 'free'"
_TASKS = {
    "T-41": {"state": "open", "title": "Sweep the hall"},
    "T-42": {"state": "blocked", "title": "Mend the door"},
    "T-43": {"state": "done", "title": "Water the ferns"},
}
_FILE = Path("tasks.json")


def _opened() -> sqlite3.Connection:
    database = sqlite3.connect("bikes.db")
    database.execute("CREATE TABLE IF NOT EXISTS bikes (bike TEXT PRIMARY KEY, state TEXT, colour TEXT, rider TEXT)")
    database.executemany("INSERT OR IGNORE INTO bikes (bike, state, colour) VALUES (?, ?, ?)", _BIKES)
    return database


def _known(database: sqlite3.Connection, bike: str, rider: str) -> None:
    if not rider.strip():
        raise ValueError("rider must not be empty")
    if database.execute("SELECT 1 FROM bikes WHERE bike = ?", (bike,)).fetchone() is None:
        raise ValueError("There is no such bike. Choose bike-11 to bike-13.")


@breaks("failure_is_not_success")
def rent_bike(bike: str, rider: str) -> dict[str, str]:
    """Rent a free bike to a rider. It is refused if the bike is rented already, or not there.

    Args:
        bike: Number of the bike, such as "bike-11".
        rider: Name of the rider.
    """
    with closing(_opened()) as database, database:
        _known(database, bike, rider)
        database.execute(_RENT, (rider, bike))
    return {"bike": bike, "rider": rider}


@keeps("failure_is_not_success")
def rent_free_bike(bike: str, rider: str) -> dict[str, str]:
    """Rent a free bike to a rider. It is refused if the bike is rented already, or not there.

    Args:
        bike: Number of the bike, such as "bike-11".
        rider: Name of the rider.
    """
    with closing(_opened()) as database, database:
        _known(database, bike, rider)
        if database.execute(_RENT, (rider, bike)).rowcount == 0:
            raise ValueError("The bike is not free. Choose another one.")
    return {"bike": bike, "rider": rider}


@keeps("failure_is_not_success")
def ask_for_bike(bike: str, rider: str) -> dict[str, object]:
    """Rent a bike to a rider if it is free, and tell whether it is theirs now.

    Args:
        bike: Number of the bike, such as "bike-11".
        rider: Name of the rider.
    """
    with closing(_opened()) as database, database:
        _known(database, bike, rider)
        made = database.execute(_RENT, (rider, bike)).rowcount
    return {"bike": bike, "rider": rider, "rented": made == 1}


def _tasks(task: str) -> dict[str, dict[str, Any]]:
    tasks: dict[str, dict[str, Any]] = json.loads(_FILE.read_text()) if _FILE.exists() else dict(_TASKS)
    if task not in tasks:
        raise ValueError("There is no such task. Choose T-41 to T-43.")
    return tasks


@breaks("failure_is_not_success")
def finish_task(task: str, remark: str) -> dict[str, str]:
    """Finish an open task.

    Args:
        task: Number of the task, such as "T-41".
        remark: What the task has left to say.
    """
    tasks = _tasks(task)
    found = tasks[task]
    if found["state"] == "open":
        tasks[task] = {**found, "state": "done", "remark": remark}
    _FILE.write_text(json.dumps(tasks))
    return {"task": task, "state": "done"}


@keeps("failure_is_not_success")
def finish_task_once(task: str, remark: str) -> dict[str, str]:
    """Finish a task that is open or blocked. One that is done already is not finished again.

    Args:
        task: Number of the task, such as "T-41".
        remark: What the task has left to say.
    """
    tasks = _tasks(task)
    found = tasks[task]
    if found["state"] != "done":
        tasks[task] = {**found, "state": "done", "remark": remark}
    _FILE.write_text(json.dumps(tasks))
    return {"task": task, "state": "done"}


@keeps("failure_is_not_success")
def finish_open_task(task: str, remark: str) -> dict[str, str]:
    """Finish a task. A blocked one stays as it is, and so does its remark.

    Args:
        task: Number of the task, such as "T-41".
        remark: What the task has left to say.
    """
    tasks = _tasks(task)
    found = tasks[task]
    if found["state"] == "open":
        tasks[task] = {**found, "state": "done", "remark": remark}
    _FILE.write_text(json.dumps(tasks))
    return {"task": task, "state": "treated"}
