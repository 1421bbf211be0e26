"""The check of process state, which a tool shares with all other tools and the agent."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from ...oracles.own_code import OwnCode
from ...oracles.process_state import ProcessState, StateChange, reseeded
from ...profile.process_settings import changes_setting, is_of_libraries
from ...targets.delegated_tool import DelegatedTool
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.excuses import Excuses
from ..calls.fake_sleep import fake_sleep
from ..calls.odd_file_calls import odd_file_calls
from ..check import check
from .failed_calls import failed_calls, held_locks
from .observed_calls import effect_calls, raise_unless_reached

__all__ = ["process_state_is_left_alone"]

_MAX_CALLS = 12

#: State that a first call may set up for good, as imports do; it counts only if every further call changes it again.
_MAY_BE_SET_UP = frozenset(
    {"warnings filters", "root handlers", "handlers of a logger", "level of the root logger", "callbacks at exit",
     "import path", "resource limits", "opener of urllib"}
)  # fmt: skip


@check(
    family="effects",
    level="MUST",
    source="Forge Harness: process state before and after",
    codes={
        "state_changed": "A call changes the state of the process.",
        "working_directory_changed": "A call changes the working directory.",
        "lock_held": "A call that fails leaves a lock held.",
        "state_left_by_failure": "A call that fails changes the state of the process.",
        "global_seed_set": "A call seeds the random numbers of the whole process.",
    },
    unseen="The check monitors the tool's own process; a server runs in a separate one.",
)
def process_state_is_left_alone(subject: Subject) -> None:
    """A call leaves the process as it found it: directory, environment, seeds, handlers, hooks, other modules.

    Tools share a process with each other and with the agent. A changed directory sends the next tool's files elsewhere.
    A fixed seed makes all random numbers predictable. A replaced function affects all code.

    The check compares the state of the process before and after each call, and fails when something has changed:

    - Working directory, umask, environment, resource limits, signal handlers.
    - sys.path, sys.argv, standard streams, hooks, builtins, functions of the standard library.
    - Locale, time zone, decimal context, field size limit of csv, folder of temporary files.
    - Default timeout of sockets, certificate checks, opener of urllib.
    - Logging, warnings filters, garbage collection, the seed of the global random numbers.
    - Tool registries.

    The same holds for calls that fail: on files, processes or databases that cannot be used, or on odd content of a
    file. If a call cannot use one of them, it must also release the tool's locks.

    Not judged:

    - State that is restored before the call ends.
    - State that only the first call sets up, as imports do.
    - A warnings filter for one message, module or library.
    - Drawing random numbers.
    - Environment variables that configure well-known libraries.
    - State that the tool declares to change (changes_process) or is named for.
    - Registries, for a tool about tools or plugins, unless it is declared read-only.
    """
    outcomes = []
    excuses = Excuses()
    watched = _StateWatchedTool(subject.tool)
    subject.tool = watched
    for call in subject.patience().each(effect_calls(subject)):
        runs: list[_Run] = []
        outside = ProcessState.take()
        source = reseeded(partial(_append_run, runs, subject, watched, call))
        first, second = runs
        outcomes.append(second.outcome if second.outcome.timed_out else first.outcome)
        if outcomes[-1].timed_out or sum(made.ran for made in outcomes) > _MAX_CALLS:
            break
        found = [change for change in second.changes if change.kind in _MAY_BE_SET_UP]
        lasting = [change for change in first.changes if not _may_be_set_up(change, subject)]
        if lasting:
            # Run again: effects of a first import do not repeat, effects of the call do.
            outside.restore()
            repeated = {(change.kind, change.name) for change in _run(subject, watched, call).changes}
            found += [change for change in lasting if (change.kind, change.name) in repeated]
        for change in found:
            if change.kind == "environment" and _is_read_from_settings(change.name):
                continue
            failure = CheckFailure(
                "state_changed",
                f"A call {change.what}, and left it that way. Restore it before the call ends, or avoid the change.",
                about=change.kind,
                arguments=call,
            )
            excuses.report(failure, changes_setting(subject.facts, change.kind))
        if len(outcomes) == 1 and _enters_the_workspace(subject, watched, call):
            failure = CheckFailure(
                "working_directory_changed",
                "A call made the workspace the working directory and left it that way. Use absolute paths.",
                arguments=call,
            )
            excuses.report(failure, changes_setting(subject.facts, "working directory"))
        if source is not None:
            maker = "numpy.random.default_rng(seed)" if source.startswith("numpy") else "random.Random(seed)"
            failure = CheckFailure(
                "global_seed_set",
                f"A call seeds the global generator of {source}, and with it all random numbers of the process. Use a "
                f"separate generator, {maker}.",
                arguments=call,
            )
            excuses.report(failure, changes_setting(subject.facts, "random"))
    raise_unless_reached(subject, outcomes)
    _judge_failed_calls(subject, watched, [made.arguments for made in outcomes if made.succeeded], excuses)
    _judge_odd_files(subject, watched, excuses)
    excuses.tell()


def _judge_odd_files(subject: Subject, watched: _StateWatchedTool, excuses: Excuses) -> None:
    """Judge that a call leaves the process as it found it when the content of a file is odd."""
    # What is restored outside a call must not be the state inside one, with its fake sleep and its time limit.
    outside = ProcessState.take()
    for call, what in odd_file_calls(subject):
        run = _run(subject, watched, call)
        if run.changes:
            outside.restore()
        changes = [change for change in run.changes if change.kind not in _MAY_BE_SET_UP]
        if not changes or run.outcome.timed_out or run.outcome.raised is None:
            continue
        again = _run(subject, watched, call)
        outside.restore()
        repeated = {(change.kind, change.name) for change in again.changes}
        for change in changes:
            if (change.kind, change.name) in repeated and not (
                change.kind == "environment" and _is_read_from_settings(change.name)
            ):
                failure = CheckFailure(
                    "state_left_by_failure",
                    f"With {what}, a call failed and {change.what}, and left it that way. "
                    "Restore it in a 'finally', or use a 'with' statement.",
                    about=change.kind,
                    arguments=call,
                )
                excuses.report(failure, changes_setting(subject.facts, change.kind))


def _judge_failed_calls(
    subject: Subject, watched: _StateWatchedTool, calls: list[dict[str, Any]], excuses: Excuses
) -> None:
    """Judge that a call which fails leaves the process as it found it, as the same call does when it works."""
    own = OwnCode(subject.tool)
    held = held_locks(own)
    # The state inside a call has its fake sleep, which must not stay.
    outside = ProcessState.take()
    for trial in failed_calls(subject, calls):
        after, advice = watched.after, "Restore it in a 'finally', or use a 'with' statement."
        changes = [] if after is None or trial.outcome.timed_out else after.changes_since(watched.before)
        for change in changes:
            if change.kind in _MAY_BE_SET_UP or (change.kind == "environment" and _is_read_from_settings(change.name)):
                continue
            failure = CheckFailure(
                "state_left_by_failure",
                f"A call that failed ({trial.fault}) {change.what}, and left it that way. {advice}",
                about=change.kind,
                arguments=trial.outcome.arguments,
            )
            excuses.report(failure, changes_setting(subject.facts, change.kind))
        if changes:
            outside.restore()
        for name in sorted(held_locks(own) - held):
            raise CheckFailure(
                "lock_held",
                f"A call that failed ({trial.fault}) left the lock {name!r} held, so later calls wait for it. {advice}",
                about=name,
                arguments=trial.outcome.arguments,
            )


class _Run(Struct, frozen=True):
    """One call, and its changes to the state; none if it did not finish."""

    outcome: Outcome
    changes: list[StateChange]


def _append_run(runs: list[_Run], subject: Subject, watched: _StateWatchedTool, call: dict[str, Any]) -> None:
    runs.append(_run(subject, watched, call))


def _run(subject: Subject, watched: _StateWatchedTool, call: dict[str, Any]) -> _Run:
    watched.after = None
    with fake_sleep():
        outcome = subject.call(call)
    changes: list[StateChange] = [] if watched.after is None else watched.after.changes_since(watched.before)
    return _Run(outcome, changes)


def _enters_the_workspace(subject: Subject, watched: _StateWatchedTool, call: dict[str, Any]) -> bool:
    """Return whether a call from another folder changes into the workspace, where all other calls start."""
    if not subject.facts.workspace_root_aware:
        return False
    before = Path.cwd()
    os.chdir(subject.sandbox.temp)
    try:
        return any(change.kind == "working directory" for change in _run(subject, watched, call).changes)
    finally:
        os.chdir(before)


def _is_read_from_settings(variable: str) -> bool:
    """Return whether a variable belongs to a library or may come from a settings file (dotenv).

    Such a file is read by the first call that needs it, and again once its variables are gone.
    """
    return is_of_libraries(variable) or "dotenv" in sys.modules


def _may_be_set_up(change: StateChange, subject: Subject) -> bool:
    # Modules in the workspace are untrusted files.
    is_workspace = change.kind == "import path" and str(subject.sandbox.workspace) in change.what
    return change.kind in _MAY_BE_SET_UP and not is_workspace


class _StateWatchedTool(DelegatedTool):
    """Delegates to *tool*, and records the process state right before and after its function runs.

    Attributes:
        before: The state at the beginning of the last call.
        after: The state at its end; None if it did not finish.
    """

    def __init__(self, tool: Tool) -> None:
        super().__init__(tool)
        self.before = ProcessState.take()
        self.after: ProcessState | None = None

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        self.before = ProcessState.take()
        try:
            value = super().run(validated, workspace_root=workspace_root)
        finally:
            self.after = ProcessState.take()
        return self._finish(value) if hasattr(value, "__await__") else value

    async def _finish(self, awaitable: Any) -> Any:
        # Some state belongs to the thread.
        self.before = ProcessState.take()
        try:
            return await awaitable
        finally:
            self.after = ProcessState.take()
