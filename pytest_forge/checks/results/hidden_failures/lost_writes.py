"""Lost writes: a tool that reports a write as done although it failed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

from ....observe.in_process import CallObserver
from ....observe.observation import Observation
from ....profile.failure_marks import failure_mark
from ....profile.roles import Role
from ....profile.side_files import is_written_aside
from ....strategies.workspace_files import path_arguments
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CallHung, CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ..provocations import broken_io

__all__ = ["judge_lost_writes"]

_ADVICE = 'Raise, or return {"error": ..., "message": ...}.'
_MAX_FILE = 1 << 20
_MAX_CONTROLS = 3


def judge_lost_writes(subject: Subject, controls: list[Outcome]) -> None:
    """Judge that a tool which writes does not return the same result for a failed write as for a successful one.

    Raises:
        CheckFailure: If it does.
        CallHung: If it does not return.
    """
    _judge_named_files(subject, controls)
    if subject.facts.tier != "read" and subject.facts.tier_declared:
        _judge_own_files(subject, controls)


def _judge_named_files(subject: Subject, controls: list[Outcome]) -> None:
    names = [name for name, role in path_arguments(subject.schema).items() if role is Role.FILE_PATH]
    for control in controls:
        for name in names:
            given = control.arguments.get(name)
            if not isinstance(given, str):
                continue
            suffix = given[given.rfind(".") :] if "." in given else ""
            first, second = f"written-before{suffix}", f"written-after{suffix}"
            done = _called(subject, {**control.arguments, name: first})
            if not done.succeeded or not (subject.sandbox.workspace / first).is_file():
                continue
            with broken_io():
                failed = _called(subject, {**control.arguments, name: second})
            same = repr(failed.returned).replace(second, first) == repr(done.returned)
            if failed.succeeded and same and not (subject.sandbox.workspace / second).exists():
                raise CheckFailure(
                    "write_lost",
                    f"Writing the file of {name!r} failed, but the tool returned the result of a successful write. "
                    f"{_ADVICE}",
                    about=name,
                    arguments=failed.arguments,
                )


def _judge_own_files(subject: Subject, controls: list[Outcome]) -> None:
    """Judge two ordinary calls and one in which every write fails, by the file that keeps the arguments."""
    for control in controls[:_MAX_CONTROLS]:
        arguments = control.arguments
        first, kept = _kept_by(subject, arguments)
        second, kept_again = _kept_by(subject, arguments)
        if not kept or kept != kept_again or not first.succeeded or not second.succeeded:
            continue
        seen = _observed(subject, arguments, during=broken_io)
        failed = seen.answer
        if not failed.succeeded or seen.changes.value:
            continue
        value = in_json_types(failed.returned)
        if not failure_mark(value) and _is_same(value, in_json_types(first.returned), in_json_types(second.returned)):
            name = kept.relative_to(subject.sandbox.root).as_posix().removeprefix("workspace/")
            raise CheckFailure(
                "write_lost",
                f"Writing {name!r} failed, but the tool returned the result of a successful write. {_ADVICE}",
                arguments=arguments,
            )


def _kept_by(subject: Subject, arguments: Mapping[str, Any]) -> tuple[Outcome, Path | None]:
    """Call the tool, and return the one file in which it then keeps a given text; None if there is none."""
    seen = _observed(subject, arguments)
    outcome = seen.answer
    changed = [change.path for change in seen.changes.value if change.kind == "file"]
    texts = list(_texts(arguments))
    if len(changed) != 1 or is_written_aside(changed[0]):
        return outcome, None
    with suppress(OSError):
        if changed[0].stat().st_size < _MAX_FILE:
            content = changed[0].read_bytes()
            return outcome, changed[0] if any(text.encode(errors="replace") in content for text in texts) else None
    return outcome, None


def _called(subject: Subject, arguments: Mapping[str, Any]) -> Outcome:
    with fake_sleep():
        outcome = subject.call(dict(arguments))
    if outcome.timed_out:
        raise CallHung
    return outcome


def _observed(
    subject: Subject,
    arguments: Mapping[str, Any],
    during: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> Observation[Outcome]:
    sandbox = subject.sandbox
    with CallObserver(sandbox, (sandbox.workspace, sandbox.home)) as observer, during():
        outcome = _called(subject, arguments)
    return observer.seen(outcome)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from [value] if value.strip() else []
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _is_same(value: Any, first: Any, second: Any) -> bool:
    """Return whether *value* equals the other two in every part in which those two are equal."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        if not isinstance(value, Mapping) or value.keys() != first.keys() or first.keys() != second.keys():
            return False
        return all(_is_same(value[key], first[key], second[key]) for key in first)
    return bool(value == first or first != second) and type(value) is type(first)
