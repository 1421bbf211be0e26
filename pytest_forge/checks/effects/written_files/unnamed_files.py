"""Unnamed files: a call that names the files to delete or change, and does the same to a file that it does not name.

remove(camera="front", confirmed=["2025-01-30.mp4"])     2025-01-31.mp4 is gone as well
delete_note(name="budget-2025")                          budget-2024.txt is gone, since it has the closest name
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ....strategies.own_names import name_like
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_near_names", "judge_unnamed_files"]

_MAX_CALLS = 2


def judge_unnamed_files(subject: Subject) -> None:
    """Judge that a call which changes the files of a list leaves a file of the same form alone that is not in it.

    Raises:
        CheckFailure: If it does not.
    """
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        names = [name for name, value in call.items() if value and isinstance(value, list)]
        for name in [name for name in names if all(isinstance(item, str) for item in call[name])]:
            unnamed = _changed_beside(subject, call, call[name])
            # An accident does not repeat.
            if unnamed and _changed_beside(subject, call, call[name]):
                raise CheckFailure(
                    "unnamed_file_changed",
                    f"The call names {call[name][0]!r} in {name!r}, and the tool did the same to {unnamed!r}, which it "
                    "does not name. Work through the list that was given, and through nothing else.",
                    about=name,
                    arguments=call,
                )


def judge_near_names(subject: Subject) -> None:
    """Judge that a call with a name that no file has leaves the file of a similar name alone.

    Raises:
        CheckFailure: If it changes or deletes that file, as a call with its name does.
    """
    fits = FlatSchema(subject.schema).fits
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        for name, value in call.items():
            near = {**call, name: name_like(value)} if isinstance(value, str) and value else call
            if near == call or not fits(subject.schema, near):
                continue
            theirs = _changed_files(subject, call, value)
            # An accident does not repeat.
            if theirs and all(theirs & _changed_files(subject, near, value) for _ in range(2)):
                raise CheckFailure(
                    "unnamed_file_changed",
                    f"Given {near[name]!r} for {name!r}, which no file is named after, the tool did to "
                    f"{min(theirs).name!r} what it does for {value!r}. Refuse an unknown name; the error may offer "
                    "similar ones.",
                    about=name,
                    arguments=near,
                )


def _changed_files(subject: Subject, call: dict[str, Any], named: str) -> set[Path]:
    """Return the files named after a text that a call, if it works, changes or deletes in a fresh workspace."""
    make_fresh_for(subject)
    forms = {Path(named).name, Path(named).stem}
    places = subject.sandbox.workspace.rglob("*")
    before = {path: path.read_bytes() for path in places if {path.name, path.stem} & forms and path.is_file()}
    if not before:
        return set()
    with fake_sleep():
        outcome = subject.call(call)
    return {path for path, data in before.items() if not _holds(path, data)} if outcome.succeeded else set()


def _changed_beside(subject: Subject, call: dict[str, Any], items: list[str]) -> str:
    """Return the name of a file beside a listed one that a call changes as well; "" if it changes no listed one."""
    workspace = subject.sandbox.workspace
    make_fresh_for(subject)
    listed = {Path(item).name for item in items}
    found = [path for path in sorted(workspace.rglob("*")) if path.name in listed and path.is_file()]
    added = {path: path.with_name(name_like(path.name)) for path in found}
    kept: dict[Path, bytes] = {}
    for path, beside in added.items():
        if not os.path.lexists(beside):
            kept[beside] = path.read_bytes()
            beside.write_bytes(kept[beside])
    before = {path: path.read_bytes() for path in added}
    if not kept:
        return ""
    with fake_sleep():
        outcome = subject.call(call)
    if not outcome.succeeded or all(_holds(path, data) for path, data in before.items()):
        return ""
    return next((beside.name for beside, data in kept.items() if not _holds(beside, data)), "")


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
