"""Tools that share a table or a file: some break on what the others have left, some do not."""

from __future__ import annotations

import itertools
import json
import threading
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_tasks: dict[str, dict[str, Any]] = {}
_last: list[str] = []
_numbers = itertools.count(1)
STORE = "journal.csv"


class TitleArguments(BaseModel):
    title: str = Field(description="What the task is about.", min_length=1, max_length=80)


class TaskArguments(BaseModel):
    task_id: str = Field(description="Number of the task, as adding it has returned it.", max_length=20)


class NoArguments(BaseModel):
    pass


class EntryArguments(BaseModel):
    name: str = Field(description="Who it is about.", min_length=1, max_length=30)
    amount: int = Field(description="How much it was.", ge=0, le=10_000)


def tool(name: str, description: str, schema: type[BaseModel], tier: str) -> Any:
    return forge_tool(name=name, description=description, args_schema=schema, tier=tier, register=False)


@keeps("calls_in_any_order_do_not_crash")
@tool("good_add_task", "Add a task and return its number.", TitleArguments, "write")
def good_add_task(args: TitleArguments) -> dict[str, Any]:
    task = f"t{next(_numbers)}"
    _tasks[task] = {"title": args.title}
    _last.append(task)
    return {"task_id": task}


@keeps("calls_in_any_order_do_not_crash")
@tool("good_remove_task", "Remove a task.", TaskArguments, "write")
def good_remove_task(args: TaskArguments) -> dict[str, Any]:
    if _tasks.pop(args.task_id, None) is None:
        return {"error": "no_task", "message": "There is no such task. List the tasks first."}
    return {"removed": args.task_id}


@breaks("calls_in_any_order_do_not_crash", budget="standard")
@tool("broken_last_task", "Show the task that was added last.", NoArguments, "read")
def broken_last_task(args: NoArguments) -> dict[str, Any]:
    return _tasks[_last[-1]] if _last else {"error": "no_task", "message": "There is none yet. Add one first."}


@keeps("calls_in_any_order_do_not_crash")
@tool("good_show_task", "Show a task.", TaskArguments, "read")
def good_show_task(args: TaskArguments) -> dict[str, Any]:
    found = _tasks.get(args.task_id)
    return found or {"error": "no_task", "message": "There is no such task. List the tasks first."}


@keeps("calls_in_any_order_do_not_crash")
@tool("good_add_entry", "Write an amount into the journal.", EntryArguments, "write")
def good_add_entry(args: EntryArguments) -> dict[str, Any]:
    with Path(STORE).open("a") as journal:
        journal.write(f"{args.name};{args.amount}\n")
    return {"written": True}


@breaks("calls_in_any_order_do_not_crash", budget="standard")
@tool("broken_journal_total", "Add up the journal.", NoArguments, "read")
def broken_journal_total(args: NoArguments) -> dict[str, Any]:
    try:
        lines = Path(STORE).read_text().splitlines()
    except FileNotFoundError:
        return {"total": 0}
    total = 0
    for line in lines:
        parts = line.split(";")
        total += len(parts[1])
    return {"total": total}


@keeps("calls_in_any_order_do_not_crash")
@tool("good_journal_size", "Count the lines of the journal.", NoArguments, "read")
def good_journal_size(args: NoArguments) -> dict[str, Any]:
    try:
        return {"lines": len(Path(STORE).read_text().splitlines())}
    except (FileNotFoundError, json.JSONDecodeError):
        return {"lines": 0}


class SeatArguments(BaseModel):
    count: int = Field(default=1, description="How many seats to take.", ge=1, le=4)


_lock = threading.Lock()
_seats = {"broken": 3, "good": 3}


@breaks("calls_in_any_order_do_not_crash", budget="standard")
@tool("broken_take_seats", "Take seats.", SeatArguments, "write")
def broken_take_seats(args: SeatArguments) -> dict[str, Any]:
    _lock.acquire()
    if _seats["broken"] < args.count:
        return {"error": "too_few_seats", "message": "There are not as many seats. Ask for fewer."}
    _seats["broken"] -= args.count
    _lock.release()
    return {"left": _seats["broken"]}


_good_lock = threading.Lock()


@keeps("calls_in_any_order_do_not_crash")
@tool("good_take_seats", "Take seats.", SeatArguments, "write")
def good_take_seats(args: SeatArguments) -> dict[str, Any]:
    with _good_lock:
        if _seats["good"] < args.count:
            return {"error": "too_few_seats", "message": "There are not as many seats. Ask for fewer."}
        _seats["good"] -= args.count
        return {"left": _seats["good"]}
