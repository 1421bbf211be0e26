"""Lost changes: a tool that reports a file as moved or removed although the system refused it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

from ....observe.in_process import CallObserver
from ....observe.observation import Observation
from ....profile.failure_marks import failure_mark
from ....profile.side_files import is_written_aside
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CallHung, CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_lost_changes"]

_MAX_CONTROLS = 3
_CHANGING = frozenset({"move", "delete", "link"})
_FUNCTIONS = ("rename", "replace", "remove", "unlink", "rmdir", "link", "symlink")


def judge_lost_changes(subject: Subject, controls: list[Outcome]) -> None:
    """Judge that a tool does not return the same result when it could not move or remove a file that a call names.

    Raises:
        CheckFailure: If it does.
        CallHung: If it does not return.
    """
    for control in controls[:_MAX_CONTROLS]:
        call = dict(control.arguments)
        done = _observed(subject, call, is_refused=False)
        named = _named_changes(subject, done)
        if not done.answer.succeeded or not named or _CHANGING.isdisjoint(one.action for one in done.operations.value):
            continue
        failed = _observed(subject, call, is_refused=True)
        value = in_json_types(failed.answer.returned)
        is_same = repr(value) == repr(in_json_types(done.answer.returned))
        if failed.answer.succeeded and is_same and not failure_mark(value) and not _named_changes(subject, failed):
            raise CheckFailure(
                "write_lost",
                f"Moving or removing {min(named).name!r} failed, but the tool returned the result of a successful "
                'call. Raise, or return {"error": ..., "message": ...}.',
                arguments=call,
            )


def _named_changes(subject: Subject, seen: Observation[Outcome]) -> set[Path]:
    """Return the changed files of the workspace that the call names, without those that are written aside."""
    names = {Path(text).name for text in _texts(seen.answer.arguments)}
    return {
        change.path
        for change in seen.changes.value
        if change.kind == "file"
        and change.path.name in names
        and change.path.is_relative_to(subject.sandbox.workspace)
        and not is_written_aside(change.path)
    }


def _observed(subject: Subject, call: dict[str, Any], *, is_refused: bool) -> Observation[Outcome]:
    subject.renew()
    plant_world(subject, [call])
    sandbox = subject.sandbox
    with (
        CallObserver(sandbox, (sandbox.workspace,)) as observer,
        fake_sleep(),
        _refused_changes() if is_refused else nullcontext(),
    ):
        outcome = subject.call(call)
    if outcome.timed_out:
        raise CallHung
    return observer.seen(outcome)


@contextmanager
def _refused_changes() -> Iterator[None]:
    """Make moving, linking and removing files fail with an ordinary OSError."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(5, "Input/output error")

    before = {name: getattr(os, name) for name in _FUNCTIONS}
    for name in before:
        setattr(os, name, fail)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(os, name, value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if value.strip() else []
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)
