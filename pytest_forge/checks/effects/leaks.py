"""Checks for leaks: resources and temporary files that accumulate from call to call."""

from __future__ import annotations

import os
import re
from asyncio import AbstractEventLoop
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from ...observe.in_process import CallObserver
from ...observe.observation import Observation
from ...oracles.abandoned_children import abandoned_children, end_abandoned
from ...oracles.file_tree import FileTree
from ...oracles.held_resources import HeldResources, ResourceKind
from ...profile.lasting import hands_over, starts_something
from ...strategies.workspace_files import plant_missing
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure, NotApplicable
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .left_by_failure import judge_failing_calls
from .observed_calls import raise_unless_reached

__all__ = ["resources_are_given_back", "temporary_files_are_removed"]

#: Number of different calls that are repeated.
_MAX_CALLS = 4
#: Equal calls after the first, and further ones that must confirm the growth.
_FEW, _MANY = 2, 6
#: Shortest argument that is recognised in a file.
_MIN_TEXT = 4

_NAMES: dict[ResourceKind, str] = {
    "descriptor": "file descriptor",
    "thread": "thread",
    "process": "child process",
    "task": "unfinished task",
}
_ADVICE: dict[ResourceKind, str] = {
    "descriptor": "Close it with a with statement.",
    "thread": "Join it, or share one among all calls.",
    "process": "End it and wait for it before the call ends.",
    "task": "Await it, or cancel it before the call ends.",
}


@check(
    family="effects",
    level="MUST",
    source="Forge Harness: leaks of descriptors, threads, processes",
    codes={
        "resource_left": "Every call leaves another descriptor, thread, task or process behind.",
    },
)
def resources_are_given_back(subject: Subject) -> None:
    """A tool does not leak file descriptors, threads, child processes or tasks of its event loop.

    An agent calls its tools thousands of times in one process. With one leaked descriptor per call, the process can
    soon open no more files; the same holds for threads, connections, tasks and zombie processes.

    The check repeats the same call and counts these resources after each. Resources that only the first call sets up
    (a pool, a cache, a connection) do not count; growth with every further call does.

    Not judged: tools that declare starts_lasting, or whose names begin with start, open, watch and the like, unless
    they are declared read-only or start child processes that nothing holds; a child process whose id is in the result.
    """
    lasting = starts_something(subject.facts)
    if lasting:
        if not hands_over(subject.facts):
            _judge_children(subject)
        raise lasting.not_judged()
    outcomes: list[Outcome] = []
    repeated: list[bool] = []
    for call in subject.patience().each(plausible_calls(subject)):
        with CallObserver(subject.sandbox, (subject.sandbox.workspace,)) as observer:
            outcome = _call(subject, call)
        # The tool may have opened nothing because a file was missing: plant it.
        if plant_missing(subject.sandbox.workspace, observer.seen(outcome).names_asked):
            outcome = _call(subject, call)
        outcomes.append(outcome)
        if outcome.timed_out or sum(made.ran for made in outcomes) > _MAX_CALLS:
            break
        if not outcome.ran:
            continue
        kind, example = _growing(subject, call, outcome.loop, _FEW, repeated) or (None, "")
        # A pool grows too, until it is full.
        if (
            kind is not None
            and (again := _growing(subject, call, outcome.loop, _MANY, repeated)) is not None
            and again[0] == kind
        ):
            named = f" ({example})" if example else ""
            raise CheckFailure(
                "resource_left",
                f"Every call leaves another {_NAMES[kind]} behind{named}. {_ADVICE[kind]}",
                about=kind,
                arguments=call,
            )
    _raise_unless_repeated(subject, outcomes, repeated)


@check(
    family="effects",
    level="MUST",
    source="Forge Harness: file system canaries, HOME and temporary files",
    codes={
        "temporary_file_left": "Every call leaves another temporary file behind.",
        "foreseeable_copy_left": "A copy of an argument stays in a temporary file with a predictable name.",
    },
)
def temporary_files_are_removed(subject: Subject) -> None:
    """A tool's temporary files and cache do not grow with every call.

    Temporary files that are never removed fill the disk and keep their content. The check repeats the same call and
    fails if each one leaves another file in the temporary or cache folder, or if calls that fail on the odd content of
    a file leave one next to it. It also fails if a tool with a workspace
    leaves a copy of an argument in a temporary file whose name is the same each time: other users can read it, or put
    a link in its place.

    Not judged: files whose path or name the tool returns; files that a call looks for or appends to; a cache of the
    same size after equal calls; temporary files of a read-only tool, which readers_change_no_files judges.
    """
    outcomes: list[Outcome] = []
    repeated: list[bool] = []
    for call in subject.patience().each(plausible_calls(subject)):
        with fake_sleep():
            outcome = subject.call(call)
        outcomes.append(outcome)
        if outcome.timed_out or sum(made.ran for made in outcomes) > _MAX_CALLS:
            break
        left = _left_files(subject, call, repeated) if outcome.ran else ""
        if left:
            raise CheckFailure(
                "temporary_file_left",
                f"Every call leaves another file behind ({left}). Remove it before the call ends, for example with "
                "tempfile.TemporaryDirectory.",
                arguments=call,
            )
        copy = _left_copy(subject, call) if outcome.ran else ""
        if copy:
            raise CheckFailure(
                "foreseeable_copy_left",
                f"A call leaves a copy of an argument in {copy}, a predictable name. Keep it in the workspace, or "
                "remove it before the call ends, for example with tempfile.TemporaryDirectory.",
                arguments=call,
            )
    judge_failing_calls(subject)
    _raise_unless_repeated(subject, outcomes, repeated)


def _raise_unless_repeated(subject: Subject, outcomes: list[Outcome], repeated: list[bool]) -> None:
    """Raise unless a call worked and worked again when repeated; otherwise no growth could have shown.

    Args:
        subject: The tool.
        outcomes: The different calls.
        repeated: For each repeated call, whether it succeeded.
    """
    raise_unless_reached(subject, outcomes)
    if not any(repeated):
        raise NotApplicable("No call succeeds more than once, so leaks per call cannot be counted.")


def _judge_children(subject: Subject) -> None:
    """Fail if equal calls each start a child process that no later call can end."""
    for call in subject.patience().each(plausible_calls(subject, limit=_MAX_CALLS)):
        first = _abandoned(subject, call)
        if first and (again := _abandoned(subject, call)):
            end_abandoned({*first, *again})
            raise CheckFailure(
                "resource_left",
                f"Every call leaves a child process behind ({next(iter(first.values()))}) without keeping a reference, "
                "so no later call can end it. Keep the process object for the call that ends it, or wait for it.",
                about="child process",
                arguments=call,
            )


def _abandoned(subject: Subject, call: dict[str, Any]) -> dict[int, str]:
    known = HeldResources.take().processes
    outcome = _call(subject, call)
    text = f"{outcome.payload_text} {outcome.returned!r}"
    # A process that the result names is not abandoned.
    sandbox = subject.sandbox
    return abandoned_children(known, told=text, places=(sandbox.workspace, sandbox.home, sandbox.temp))


def _call(subject: Subject, call: dict[str, Any]) -> Outcome:
    # Do not shorten the sleep of other threads: they would end before they are counted.
    with fake_sleep(everywhere=False):
        return subject.call(call)


def _growing(
    subject: Subject, call: dict[str, Any], loop: AbstractEventLoop | None, times: int, repeated: list[bool]
) -> tuple[ResourceKind, str] | None:
    """Repeat the call; return the kind of resource that grew with each one, and an example, or None.

    Whether each succeeded is added to *repeated*.
    """
    first = before = HeldResources.take(loop)
    growing: set[ResourceKind] | None = None
    for _ in range(times):
        outcome = _call(subject, call)
        if outcome.timed_out:
            raise CallHung("an equal call")
        text = outcome.payload_text
        repeated.append(outcome.succeeded)
        # Release resources that only the result holds.
        del outcome
        after = HeldResources.settled(before)
        if any(re.search(rf"\b{pid}\b", text) for pid in after.processes - before.processes):
            return None
        more = set(after.more_than(before))
        growing = more if growing is None else growing & more
        if not growing:
            return None
        before = after
    # A child process comes with its pipes, a loop with its wake-up sockets: report the cause first.
    order: tuple[ResourceKind, ...] = ("process", "thread", "task", "descriptor")
    return next((kind, before.example(kind, first)) for kind in order if kind in (growing or ()))


def _left_files(subject: Subject, call: dict[str, Any], repeated: list[bool]) -> str:
    """Return the name of a file if each of a few equal calls leaves another one; "" if not.

    Whether each succeeded is added to *repeated*.
    """
    places = (subject.sandbox.temp, subject.sandbox.home / ".cache", subject.sandbox.home / ".local")
    name = ""
    for seen in _equal_calls(subject, call, places):
        repeated.append(seen.answer.succeeded)
        new = [str(change.path) for change in seen.changes.value if change.action == "created"]
        gone = [change for change in seen.changes.value if change.action == "deleted"]
        shown = f"{seen.answer.payload_text} {seen.answer.returned!r}"
        new = [path for path in new if path.rpartition("/")[2] not in shown and "__pycache__" not in path]
        if subject.facts.tier == "read":
            temp = str(subject.sandbox.temp)
            new = [path for path in new if not path.startswith(temp) or path in seen.looked_up.value]
        if len(new) <= len(gone):
            return ""
        name = new[-1]
    return f"$TMPDIR{name.removeprefix(str(subject.sandbox.temp))}" if "/tmp/" in name else name.rpartition("/")[2]  # noqa: S108  # a folder of the sandbox


def _left_copy(subject: Subject, call: dict[str, Any]) -> str:
    """Return the name of a temporary file with an argument's text that an equal call overwrites unread; "" if none."""
    temp = subject.sandbox.temp
    given = [value.encode() for value in call.values() if isinstance(value, str) and len(value) >= _MIN_TEXT]
    before = FileTree.snapshot(temp)
    if subject.facts.tier not in ("write", "execute") or not subject.facts.workspace_root_aware or not given:
        return ""
    # The first call must have created it.
    if not any(entry.kind == "file" for entry in before.entries.values()):
        return ""
    with CallObserver(subject.sandbox, (temp,), before=before) as observer, fake_sleep():
        outcome = subject.call(call)
    observed = observer.seen(outcome)
    # A file that is appended to is a log or a store, not a left-over.
    operations = observed.operations.value
    asking = [event for event in operations if event.action in ("read", "list") or "a" in (event.mode or "")]
    names = (*(name for event in asking for name in event.paths), *observed.looked_up.value)
    seen = {os.path.normpath(subject.sandbox.workspace / name) for name in names if "\0" not in name}
    shown = f"{outcome.payload_text} {outcome.returned!r}"
    for change in observed.changes.value:
        path = change.path
        if change.kind != "file" or change.action != "changed" or {str(path), str(path.parent)} & seen:
            continue
        if path.name not in shown and any(text in path.read_bytes() for text in given):
            return f"$TMPDIR/{path.relative_to(temp).as_posix()}"
    return ""


def _equal_calls(subject: Subject, call: dict[str, Any], places: Collection[Path]) -> Iterator[Observation[Outcome]]:
    before = None
    for _ in range(_FEW + 1):
        with CallObserver(subject.sandbox, places, before=before) as observer, fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out:
            raise CallHung("an equal call")
        seen = observer.seen(outcome)
        before = seen.files.value
        yield seen
