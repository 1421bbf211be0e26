"""Unreadable files: what a call has changed when another of the files that it needs turns out to be unreadable."""

from __future__ import annotations

from typing import Any

from ....strategies.workspace_files import make_fresh_workspace
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.state_view import StateView
from ...calls.worlds.own_world import own_world, plant_world

__all__ = ["DAMAGED", "judge_unreadable_files"]

_MAX_FILES = 4
#: No text in UTF-8, document, archive or database.
DAMAGED = b"\xff\0{["


def judge_unreadable_files(subject: Subject, call: dict[str, Any]) -> None:
    """Judge a call that works, with each of the files of the tool's own world damaged in turn.

    Raises:
        CheckFailure: If it fails, and has changed others.
    """
    files = [name for name, data in own_world(subject).files.items() if data]
    for name in files[:_MAX_FILES] if len(files) > 1 else ():
        make_fresh_workspace(subject.sandbox)
        plant_world(subject, [call])
        path = subject.sandbox.workspace / name
        if not path.is_file():
            continue
        path.write_bytes(DAMAGED)
        view = StateView(subject)
        before = view.taken(call)
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out or outcome.succeeded or not outcome.ran:
            continue
        after = view.taken(call, is_settled=False)
        # An empty file may be what all calls lock.
        others = [place for place in view.changed(before, after) if name not in place]
        changed = [place for place in others if place in before or after[place]]
        if changed:
            raise CheckFailure(
                "half_made_change",
                f"A call failed because {name!r} could not be read, but had changed {changed[-1]} before. "
                "Read all files before the first change, or undo it.",
                arguments=call,
            )
