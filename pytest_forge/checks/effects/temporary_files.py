"""The check of temporary files: they do not accumulate from call to call."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from ...observe.in_process import CallObserver
from ...observe.observation import Observation, Seen
from ...oracles.file_tree import FileTree
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CheckFailure
from ..calls.fake_sleep import fake_sleep
from ..calls.observing import observe
from ..calls.only_computes import raise_if_it_stays_in_memory
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .handed_over import are_handed_over
from .left_by_failure import judge_failing_calls
from .observed_calls import are_enough, raise_unless_repeated
from .obstructed_writes import draft_left

__all__ = ["temporary_files_are_removed"]

#: Equal calls of each.
_ROUNDS = 3
#: Shortest argument that is recognised in a file.
_MIN_TEXT = 4


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
    a file, or on a value such as the name of a missing file, leave one in the workspace, or calls of a function that
    find the disk full, or a folder in the place of their file, or get a text that cannot be encoded, leave a draft
    beside it. It also fails if a tool with a workspace
    leaves a copy of an argument in a temporary file whose name is the same each time: other users can read it, or put a
    link in its place.

    Not judged: files whose path or name the tool returns; files that another tool removes when it is given what the
    call answered, such as the number of a command that goes on in the background; files that a call looks for or
    appends to; a cache of the same size after equal calls; temporary files of a read-only tool, which
    readers_change_no_files judges.
    """
    raise_if_it_stays_in_memory(subject)
    outcomes: list[Outcome] = []
    repeated: list[bool] = []
    for call in subject.patience().each(plausible_calls(subject)):
        with fake_sleep():
            outcome = subject.call(call)
        outcomes.append(outcome)
        if are_enough(outcomes):
            break
        left = _left_files(subject, call, repeated) if outcome.ran else ""
        if left:
            raise CheckFailure(
                "temporary_file_left",
                f"Every call leaves another temporary file behind ({left}). Remove it before the call ends, for "
                "example with tempfile.TemporaryDirectory.",
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
    worked = [outcome.arguments for outcome in outcomes if outcome.succeeded and not outcome.timed_out]
    has_time = not subject.patience().is_over
    obstructed = draft_left(subject, worked[0]) if worked and has_time and not subject.is_served else None
    if obstructed is not None:
        raise CheckFailure(
            "temporary_file_left",
            f"With {obstructed[0]}, every call fails and leaves another file behind ({obstructed[1]}). Remove it "
            "before the call ends, whatever happens, for example in a finally block.",
            arguments=worked[0],
        )
    raise_unless_repeated(subject, outcomes, repeated)


def _left_files(subject: Subject, call: dict[str, Any], repeated: list[bool]) -> str:
    """Return the name of a file if each of a few equal calls leaves another one; "" if not.

    Whether each succeeded is added to *repeated*.
    """
    places = (subject.sandbox.temp, subject.sandbox.home / ".cache", subject.sandbox.home / ".local")
    last: tuple[Outcome, list[Path]] | None = None
    for seen in _equal_calls(subject, call, places):
        repeated.append(seen.answer.succeeded)
        new = [str(change.path) for change in seen.changes.value if change.action == "created"]
        gone = [change for change in seen.changes.value if change.action == "deleted"]
        shown = f"{seen.answer.payload_text} {seen.answer.returned!r}"
        new = [path for path in new if path.rpartition("/")[2] not in shown and "__pycache__" not in path]
        if subject.facts.tier == "read" and isinstance(seen.looked_up, Seen):
            temp = str(subject.sandbox.temp)
            new = [path for path in new if not path.startswith(temp) or path in seen.looked_up.value]
        if len(new) <= len(gone):
            return ""
        last = seen.answer, [Path(path) for path in new]
    if last is None or are_handed_over(subject, *last):
        return ""
    name = str(last[1][-1])
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
    for _ in range(_ROUNDS):
        seen = observe(subject, call, folders=places)
        if seen.answer.timed_out:
            raise CallHung("an equal call")
        yield seen
