"""The check of resources: descriptors, threads and processes do not accumulate from call to call."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from ...oracles.abandoned_children import abandoned_children, end_abandoned
from ...oracles.held_resources import HeldResources, ResourceKind
from ...profile.lasting import hands_over, starts_something
from ...profile.roles import Role
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.schemas.limits import bounds
from ...strategies.workspace_files import plant_missing
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure, NotApplicable
from ..calls.asking import served_tool
from ..calls.fake_sleep import fake_sleep
from ..calls.missing_things import calls_out_of_proportion, failing_calls
from ..calls.observing import observe
from ..calls.path_slots import path_slots
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .observed_calls import are_enough, raise_unless_repeated

__all__ = ["resources_are_given_back"]

_MAX_CALLS, _MAX_FAILING, _MAX_NUMBERS = 4, 6, 4
_FOLDER = "a-folder"
#: Equal calls after the first, and further ones that must confirm the growth.
_FEW, _MANY, _MANY_OF_SERVER = 2, 6, 24

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
_ADVICE_FOR_FOLDERS = (
    "os.fdopen() and open() refuse the descriptor of a folder, and do not close it; close it, or call os.fstat() first."
)


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
    (a pool, a cache, a connection) do not count; growth with every further call does. It also repeats calls of a
    function that fail, since they name a folder, nothing, or a number out of proportion. Of a server, the descriptors
    and child processes are counted, on Linux.

    Not judged: tools that declare starts_lasting, or whose names begin with start, open, watch and the like, unless
    they are declared read-only or start child processes that nothing holds; a child process whose id is in the result.
    """
    server = _server(subject)
    lasting = starts_something(subject.facts)
    if lasting:
        if not subject.is_served and not hands_over(subject.facts):
            _judge_children(subject)
        raise lasting.not_judged()
    outcomes: list[Outcome] = []
    repeated: list[bool] = []
    for call in subject.patience().each(plausible_calls(subject)):
        seen = observe(subject, call, folders=(subject.sandbox.workspace,), during=_sleeping)
        outcomes.append(seen.answer)
        # The tool may have opened nothing because a file was missing: plant it.
        if plant_missing(subject.sandbox.workspace, seen.names_asked):
            outcomes.append(_call(subject, call))
        outcome = outcomes[-1]
        if are_enough(outcomes):
            break
        if not outcome.ran:
            continue
        _judge_growth(subject, outcome, server, repeated)
    for call in subject.patience().each(_ending_early(subject, outcomes)):
        ended = _call(subject, call)
        if ended.succeeded:
            _judge_growth(subject, ended, server, repeated)
    if not subject.is_served:
        for call in subject.patience().each(_failing(subject, outcomes)):
            failed = _call(subject, call)
            if failed.ran and not failed.succeeded:
                _judge_growth(subject, failed, server, [])
    raise_unless_repeated(subject, outcomes, repeated)


def _ending_early(subject: Subject, outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """Return a call that worked with the least numbers that the schema allows: a limit of 1 may end its work early."""
    worked = [dict(outcome.arguments) for outcome in outcomes if outcome.succeeded][:1]
    properties = subject.schema.get("properties")
    nodes = properties if isinstance(properties, Mapping) else {}
    lowest = {name: bounds(node, whole=True)[0] for name, node in nodes.items() if _is_whole(node)}
    least = {name: int(low) for name, low in lowest.items() if low is not None and low >= 0}
    fits = FlatSchema(subject.schema).fits
    found = [{**call, **least} for call in worked if least]
    return [call for call in found if call not in worked and fits(subject.schema, call)]


def _is_whole(node: Any) -> bool:
    return isinstance(node, Mapping) and node.get("type") == "integer" and "enum" not in node


def _failing(subject: Subject, outcomes: list[Outcome]) -> list[dict[str, Any]]:
    """Return calls that name a folder in place of a file, something that does not exist, or more than there is."""
    worked = [dict(outcome.arguments) for outcome in outcomes if outcome.succeeded][:1]
    if not worked:
        return []
    (subject.sandbox.workspace / _FOLDER).mkdir(exist_ok=True)
    slots = (slot for slot in path_slots(subject.schema) if slot.role is Role.FILE_PATH)
    of_folders = (slot.place(worked[0], _FOLDER) for slot in slots)
    missing = itertools.islice(itertools.chain(of_folders, failing_calls(subject, worked)), _MAX_FAILING)
    return [*missing, *itertools.islice(calls_out_of_proportion(subject, worked[0]), _MAX_NUMBERS)]


def _judge_growth(subject: Subject, outcome: Outcome, server: int | None, repeated: list[bool]) -> None:
    """Fail if each further call equal to a made one leaves a resource behind."""
    call = dict(outcome.arguments)
    before = HeldResources.take(outcome.loop, server=server)
    kind, example = _growing(subject, call, before, _FEW, repeated) or (None, "")
    if kind is None:
        return
    # A pool grows too, until it is full, and so does the garbage of a server, until it is collected.
    times = _MANY if server is None else _MANY_OF_SERVER
    before = HeldResources.take(outcome.loop, server=server)
    again = _growing(subject, call, before, times, repeated)
    if again is not None and again[0] == kind:
        named = f" ({example})" if example else ""
        which = "Every call" if outcome.succeeded else "Every call that fails like this one"
        advice = _ADVICE_FOR_FOLDERS if kind == "descriptor" and example.endswith(_FOLDER) else _ADVICE[kind]
        raise CheckFailure(
            "resource_left",
            f"{which} leaves another {_NAMES[kind]} behind{named}. {advice}",
            about=kind,
            arguments=call,
        )


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


def _server(subject: Subject) -> int | None:
    """Return the id of the process whose resources are counted, if it is not this one.

    Raises:
        NotApplicable: If a server's resources are not observable.
    """
    if not subject.is_served:
        return None
    pid = served_tool(subject).server.pid
    if pid is None or not Path(f"/proc/{pid}/task/{pid}/children").exists():
        raise NotApplicable("The server's descriptors and child processes are not observable.")
    return pid


def _call(subject: Subject, call: dict[str, Any]) -> Outcome:
    with _sleeping():
        return subject.call(call)


def _sleeping() -> AbstractContextManager[None]:
    # Do not shorten the sleep of other threads: they would end before they are counted.
    return fake_sleep(everywhere=False)


def _growing(
    subject: Subject, call: dict[str, Any], before: HeldResources, times: int, repeated: list[bool]
) -> tuple[ResourceKind, str] | None:
    """Repeat the call; return the kind of resource that grew with each one since *before*, and an example, or None.

    Whether each succeeded is added to *repeated*.
    """
    first = before
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
