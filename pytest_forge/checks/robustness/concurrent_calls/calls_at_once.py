"""Calls in turn and at once: the same calls one after another, and concurrently on threads or tasks."""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from ....oracles.module_places import module_places
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.bugs import BugFinder
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls

__all__ = [
    "OF_LIST",
    "THREADS",
    "Done",
    "different_calls",
    "ended",
    "is_async",
    "made_at_once",
    "made_in_order",
    "made_in_turn",
    "made_slowly",
]

THREADS = 4
_MAX_CALLS = 4
_MAX_YIELDS = 150
_PAUSE_S = 0.0002
_MAX_DEPTH, _MAX_TEXT = 5, 2_000
#: Characters of what went wrong that a finding quotes.
_MAX_SAID = 120
OF_LIST = "[]"
"""Ending of the place of a list."""

#: Result of one call: ``error`` with its bug, ``leaves`` with the values in its result by place, and ``ok``, whether
#: it succeeded.
Done = dict[str, Any]


def made_in_order(subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]]) -> list[Done]:
    """Make calls one after another, once."""
    with _short_pauses():
        return [_done(subject, bugs, call) for call in calls]


def made_in_turn(
    subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]], *, backwards: bool = False
) -> list[Done]:
    """Make every call as often as there are threads, one after another, and one final call."""
    places = list(range(len(calls)))[:: -1 if backwards else 1]
    # Vary the order: values that depend on the order do not belong to a call.
    orders = [places, places[::-1], [*places[1:], *places[:1]], [*places[-1:], *places[:-1]][::-1]]
    with _short_pauses():
        made = [{"call": index, **_done(subject, bugs, calls[index])} for order in orders for index in order]
        return [*made, {"call": 0, **_done(subject, bugs, calls[0])}]


def made_at_once(
    subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]], codes: frozenset[CodeType]
) -> list[Done]:
    """Make the same calls concurrently, and one final call."""
    every = list(calls) * THREADS
    found: list[Done] = [{"error": "", "leaves": {}} for _ in every]
    with _short_pauses():
        if is_async(subject):
            asyncio.run(_as_tasks(subject, bugs, every, found))
        else:
            _on_threads(subject, bugs, every, found, codes)
        return [*found, _done(subject, bugs, calls[0])]


def _on_threads(
    subject: Subject,
    bugs: BugFinder,
    calls: list[dict[str, Any]],
    found: list[Done],
    codes: frozenset[CodeType],
    *,
    threads: int = THREADS,
) -> None:
    left = threading.local()
    pause = _sleep

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code not in codes:
            return None
        if event == "line":
            left.yields = getattr(left, "yields", _MAX_YIELDS) - 1
            if left.yields > 0:
                # Threads with equal pauses run in lockstep and never interleave.
                source = getattr(left, "source", None)
                pause(_PAUSE_S if source is None else _PAUSE_S * source.random() * 2)
        return trace

    barrier = threading.Barrier(threads)
    share = len(calls) // threads

    failures: list[Exception] = []

    def work(number: int) -> None:
        left.source = random.Random(number)  # noqa: S311  # only has to differ between threads
        barrier.wait()
        try:
            for step in range(share):
                # Each thread begins with a different call.
                index = number * share + (step + number) % share
                left.yields = _MAX_YIELDS
                found[index] = _done(subject, bugs, calls[index])
        except Exception as error:  # noqa: BLE001  # our own bug, which the thread would swallow
            failures.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threading.settrace(trace)
    try:
        workers = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(threads)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        threading.settrace(None)
        sys.setswitchinterval(before)
    if failures:
        raise failures[0]


def made_slowly(
    subject: Subject, bugs: BugFinder, calls: Sequence[dict[str, Any]], codes: frozenset[CodeType]
) -> list[Done]:
    """Make every call in turn, as often as in the concurrent run and with the same pauses."""
    every = list(calls) * THREADS
    found: list[Done] = [{"error": "", "leaves": {}} for _ in every]
    with _short_pauses():
        _on_threads(subject, bugs, every, found, codes, threads=1)
    return [{"call": index % len(calls), **done} for index, done in enumerate(found)]


async def _as_tasks(subject: Subject, bugs: BugFinder, calls: list[dict[str, Any]], found: list[Done]) -> None:
    async def work(index: int) -> None:
        outcome = Outcome(arguments=calls[index], ran=True)
        try:
            validated = subject.tool.validate(calls[index])
        except Exception:  # noqa: BLE001  # a refusal, the same at any time
            return
        try:
            outcome.returned = await subject.tool.run(validated, workspace_root=subject.sandbox.workspace)
        except (Exception, SystemExit, asyncio.CancelledError) as error:  # noqa: BLE001  # looked at below
            outcome.raised = error
        found[index] = _summary(bugs, outcome)

    await asyncio.gather(*(work(index) for index in range(len(calls))))


def _done(subject: Subject, bugs: BugFinder, call: dict[str, Any]) -> Done:
    outcome = _outcome(subject, call)
    return {"error": "", "leaves": {}} if outcome is None else _summary(bugs, outcome)


def ended(subject: Subject, call: dict[str, Any]) -> str | None:
    """Make a call on this thread, and return what went wrong: "" if nothing did, None if it was refused at once."""
    outcome = _outcome(subject, call)
    if outcome is None:
        return None
    if outcome.raised is not None:
        # The numbers of threads, which are others each time, stand behind the first sentence.
        said = str(outcome.raised).split(". ")[0][:_MAX_SAID]
        return f"{type(outcome.raised).__name__}: {said}"
    return f"it returned {_text(outcome.returned)[:_MAX_SAID]}" if outcome.is_error_dict else ""


def _outcome(subject: Subject, call: dict[str, Any]) -> Outcome | None:
    outcome = Outcome(arguments=call, ran=True)
    try:
        validated = subject.tool.validate(call)
    except Exception:  # noqa: BLE001  # a refusal, the same at any time
        return None
    root: Path = subject.sandbox.workspace
    try:
        value = subject.tool.run(validated, workspace_root=root)
        outcome.returned = asyncio.run(_awaited(value)) if inspect.isawaitable(value) else value
    except (Exception, SystemExit) as error:  # noqa: BLE001  # looked at by the caller
        outcome.raised = error
    return outcome


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


def _summary(bugs: BugFinder, outcome: Outcome) -> Done:
    bug = bugs.in_outcome(outcome)
    leaves = dict(_leaves(in_json_types(outcome.returned))) if outcome.raised is None else {}
    return {"error": str(bug or ""), "leaves": leaves, "ok": outcome.raised is None and not outcome.is_error_dict}


def _leaves(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping) and depth < _MAX_DEPTH:
        for key, item in list(value.items())[:40]:
            yield from _leaves(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list | tuple):
        yield f"{path}{OF_LIST}", _text(value)[:_MAX_TEXT]
    elif isinstance(value, str | int | float):
        yield path, value


def _text(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True, default=repr)
    except (TypeError, ValueError, RecursionError):
        # results_are_json judges values that are not JSON.
        return repr(value)


def is_async(subject: Subject) -> bool:
    """Return whether the tool is a coroutine function, possibly wrapped."""
    for name in ("impl", "executor"):
        function = getattr(subject.tool, name, None)
        for candidate in (inspect.unwrap(function) if callable(function) else None, getattr(function, "execute", None)):
            if inspect.iscoroutinefunction(candidate) or inspect.iscoroutinefunction(
                getattr(candidate, "_handler", None)
            ):
                return True
    return False


def different_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return ordinary calls that differ in every text and number, if possible."""
    ordinary = plausible_calls(subject, limit=12)
    chosen = ordinary[:1]
    for call in ordinary[1:]:
        shared = [any(call.get(name) == value for name, value in other.items()) for other in chosen]
        if not all(shared) and len(chosen) < _MAX_CALLS:
            chosen.append(call)
    chosen += [call for call in ordinary if call not in chosen][: _MAX_CALLS - len(chosen)]
    return chosen


# --- pauses ---------------------------------------------------------------------------------------

_sleep = time.sleep


class _short_pauses:  # noqa: N801  # reads as a statement
    """Shortens every sleep while entered; calls still yield to each other."""

    def __enter__(self) -> None:
        self._patched: list[tuple[Any, str, Any]] = []
        for module, name in module_places(_sleep, leave_out=__name__):
            self._patched.append((module, name, _sleep))
            setattr(module, name, lambda seconds: _sleep(min(seconds, 0.002)))

    def __exit__(self, *_: object) -> None:
        for module, name, value in self._patched:
            setattr(module, name, value)
