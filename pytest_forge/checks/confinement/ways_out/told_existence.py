"""Told existence: an answer that differs with the existence of a file outside the workspace.

The same call is made without and with the file, so nothing but the file can make the difference.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ....observe.planted_world import PlantedWorld
from ....strategies.calls.examples import candidate_arguments
from ....targets.outcome import Outcome
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.path_slots import path_slots
from ..file_access import FileAccess, is_given_root
from ..slot_use import SlotUse, use_of
from .said import said

__all__ = ["answers_differ", "refuse_told_existence", "refuse_told_targets", "uses_by_answers"]

_FOLDERS = ("folder", "top", "new folder")
_MAX_SLOTS = 4


def refuse_told_existence(subject: Subject, world: PlantedWorld, access: FileAccess, patience: Patience) -> None:
    """Judge that the answer to a path outside is the same whether or not a file is there.

    Raises:
        CheckFailure: For the first path of which it is not.
    """
    ways = [
        (use, use.slot.place(access.arguments, text), path) for use in access.uses for text, path in _paths(use, world)
    ]
    for use, arguments, path in patience.each(ways):
        if answers_differ(subject, world, arguments, path, is_folder=use.kind in _FOLDERS):
            if use.kind in _FOLDERS and _is_root(subject, world, access, use):
                continue
            what = "folder" if use.kind in _FOLDERS else "file"
            raise CheckFailure(
                "existence_told",
                f"The answer to a path outside the workspace in {use.slot.shown!r} tells whether a {what} is there: it "
                "differs with and without one. Resolve the path and refuse it before asking the file system about it.",
                about=use.slot.shown,
                arguments=arguments,
            )


def _is_root(subject: Subject, world: PlantedWorld, access: FileAccess, use: SlotUse) -> bool:
    """Return whether a folder of the caller's choice is the root of a call, which works in a copy outside as well."""
    world.settle()
    inside = world.workspace / use.base / use.text
    twin = world.sandbox.outside / world.token / "twin"
    if not inside.is_dir():
        return False
    shutil.copytree(inside, twin)
    try:
        return world.observe(subject, use.slot.place(access.arguments, str(twin))).outcome.succeeded
    finally:
        shutil.rmtree(twin, ignore_errors=True)


def uses_by_answers(subject: Subject, world: PlantedWorld) -> FileAccess | None:
    """Return the arguments that name files, as answers show that differ with a file inside; None if there are none.

    A tool that only tells whether a file exists leaves no other trace.
    """
    if not is_given_root(subject):
        return None
    base = next(iter(candidate_arguments(dict(subject.schema))), {})
    for slot in [slot for slot in path_slots(subject.schema) if slot.is_path][:_MAX_SLOTS]:
        text = f"fresh{world.endings[0]}"
        if answers_differ(subject, world, slot.place(base, text), world.workspace / text, is_folder=False):
            return FileAccess(base, (use_of(slot, "file", text),), False, False, None)
    return None


def refuse_told_targets(subject: Subject, world: PlantedWorld, access: FileAccess, patience: Patience) -> None:
    """Judge that a link which leads outside is answered alike whether or not its target is there.

    Args:
        subject: The tool.
        world: With the links of `plant_links`.
        access: A call that works.
        patience: Gives the time.

    Raises:
        CheckFailure: For the first link that is not.
    """
    ways = [
        (use, f"{link}{use.ending}")
        for use in access.uses
        if use.kind == "file"
        for link in ("dangling", "linked-folder/fresh")
    ]
    for use, text in patience.each(ways):
        arguments = use.slot.place(access.arguments, use.spelled(world, text))
        if answers_differ(subject, world, arguments, world.sandbox.outside / world.token / f"fresh{use.ending}"):
            raise CheckFailure(
                "target_told",
                f"The answer to {text!r} in {use.slot.shown!r}, behind a link that leads outside, tells whether its "
                "target is there. Resolve the path and refuse it before asking the file system about it.",
                about=use.slot.shown,
                arguments=arguments,
            )


def answers_differ(
    subject: Subject, world: PlantedWorld, arguments: dict[str, Any], path: Path, *, is_folder: bool = False
) -> bool:
    """Return whether equal calls are answered in one way without something at *path*, and in another way with it."""
    answers: list[object] = []
    for there in (False, True, False, True):
        outcome = _with(subject, world, arguments, path if there else None, is_folder=is_folder)
        if outcome.timed_out:
            return False
        answers.append(said(subject, outcome))
        if len(answers) > 1 and answers[0] == answers[1]:
            return False
    return answers[:2] == answers[2:]


def _paths(use: SlotUse, world: PlantedWorld) -> Iterator[tuple[str, Path]]:
    """Yield spellings of a missing path outside, each with the path."""
    ending = (use.ending or world.endings[0]) if use.kind.endswith("stem") else ""
    stem = f"{world.token}/fresh" + ("" if use.kind in _FOLDERS or ending else use.ending or Path(use.text).suffix)
    path = world.sandbox.outside / stem
    for text in (os.path.relpath(path, world.workspace / use.base), str(path)):
        yield text, path.with_name(path.name + ending)


def _with(
    subject: Subject, world: PlantedWorld, arguments: dict[str, Any], path: Path | None, *, is_folder: bool
) -> Outcome:
    world.settle()
    if path is None or os.path.lexists(path):
        return world.observe(subject, arguments).outcome
    if is_folder:
        path.mkdir()
    else:
        path.write_text("hello\n")
    try:
        return world.observe(subject, arguments).outcome
    finally:
        if is_folder:
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
