"""Effects of a server's tools on files: they stay within the tools' annotations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from ...oracles.file_tree import Change, contents_below
from ...profile.claim import claim_of
from ...profile.home_folders import is_of_other_programs
from ...profile.roles import Role
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import own_server, tried
from ..calls.path_slots import path_slots
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..calls.world import World
from ..check import served
from ..effects.file_effects import what_changed
from ..effects.tier_rules import RULES
from .databases import writing_statements

_ROUNDS = 4
_MAX_KEPT, _MAX_LEFT, _MAX_PREPARED = 1 << 20, 1_000, 4
_LEFTOVERS = ("empty.txt", "empty.md", "empty.json", "old.tmp", "old.bak", "old.log.1")
_LONG_AGO = 1_000_000_000


@served("readers_change_no_files")
@needs_answer
def readers_change_no_files(subject: Subject) -> None:
    """A tool with readOnlyHint changes no files.

    The check sends ordinary calls, also among empty and old files and, for a tool that takes SQL, with writing
    statements, and compares the files in the sandbox before and after each.

    Not judged: temporary files, database journals, locks, files in ``.git``, caches of libraries, and files named like
    logs; a log under any other name counts.
    """
    own_server(subject)
    if subject.facts.tier != "read":
        raise NotApplicable("The tool has no readOnlyHint.")
    plain = set_up_calls(subject, is_prepared=False)
    _plant_leftovers(subject.sandbox.workspace)
    world = World(subject)
    reached: list[Outcome] = []
    for call in _calls_and_prepared(subject, [*plain, *_writing_calls(subject, plain)], reached):
        seen = world.observe(call)
        reached += [seen.answer] if seen.answer.succeeded else []
        finding = RULES["readers_change_no_files"].finding(subject.facts, subject.sandbox, seen)
        if finding is not None:
            raise finding
    if not reached:
        reached = working_replies(subject, plain, most=1)


@served("writers_keep_to_their_own_files")
@needs_answer
def writers_keep_to_their_own_files(subject: Subject) -> None:
    """A tool that writes and is not destructive changes no files of other programs.

    The check sends ordinary calls and compares the files before and after each. With destructiveHint false, which
    promises additions only, the tool must not replace a file that was changed since it created it.
    """
    own_server(subject)
    if subject.facts.tier != "write":
        raise NotApplicable("The tool's annotations do not say that it writes and is not destructive.")
    plain = set_up_calls(subject, is_prepared=False)
    world = World(subject)
    reached: list[Outcome] = []
    for call in _calls_and_prepared(subject, plain, reached):
        seen = world.observe(call)
        reply, changes = seen.answer, seen.changed_entries
        reached += [reply] if reply.succeeded else []
        for change in changes:
            if _is_foreign(subject, change):
                raise CheckFailure(
                    "writer_outside",
                    f"The tool {what_changed(subject.sandbox, change)}, which is not its own file. "
                    "Write to the workspace or to a folder of the tool's own.",
                    arguments=reply.arguments,
                )
        _free(changes, call)
    if not reached:
        reached = working_replies(subject, plain, most=1)
    replacing = claim_of(subject.facts, "replaces")
    if not replacing and replacing.source != "unsaid":
        _judge_replacing(subject, world, [reply.arguments for reply in reached])


def _judge_replacing(subject: Subject, world: World, calls: list[dict[str, Any]]) -> None:
    """Judge two calls with one target file: text written to the file between them must survive.

    The target is equal in both calls, or has the file's ending in only one of them: a tool may check a name before it
    appends the ending.
    """
    goals = {slot.name for slot in path_slots(subject.schema) if slot.is_new}
    for call in subject.patience().each(calls[:_ROUNDS]):
        named = {name: value for name, value in call.items() if isinstance(value, str) and name in (goals or call)}
        firsts = [call, *(call | {name: _stem(value)} for name, value in named.items() if _stem(value) != value)]
        for first in firsts:
            made = _kept(subject, world, first, first, named)
            if made is None:
                continue
            other = next((form for form in _forms(first, named, made) if form != first), None)
            if other is not None:
                _kept(subject, world, first, other, named)
                _kept(subject, world, other, first, named)


def _kept(
    subject: Subject, world: World, first: dict[str, Any], second: dict[str, Any], named: Iterable[str]
) -> Path | None:
    """Return the file that *first* creates and *second* keeps; None if *first* creates none or several.

    Raises:
        CheckFailure: If *second* replaces it.
    """
    workspace = subject.sandbox.workspace
    world.tidy(first)
    world.tidy(second)
    seen = world.observe(first)
    reply, changes = seen.answer, seen.changed_entries
    names = {Path(first[name]).name for name in named}
    touched = [change.path for change in changes if change.kind == "file" and change.action != "deleted"]
    made = [path for path in touched if path.is_relative_to(workspace) and {path.name, path.stem} & names]
    if not reply.succeeded or len(made) != 1:
        _free(changes, first)
        return None
    was_there = any(change.path == made[0] and change.action != "created" for change in changes)
    content = made[0].read_bytes()
    written = f"kept {subject.random.getrandbits(64):016x}\n"
    made[0].write_text(written)
    # Restore a file that was moved away.
    world.tidy({})
    again = tried(subject, second)
    left = contents_below(workspace, max_bytes=_MAX_KEPT, most=_MAX_LEFT)
    if again.succeeded and not any(written.strip().encode() in content for content in left.values()):
        raise CheckFailure(
            "file_replaced",
            f"The tool has destructiveHint false, but it replaced the changed file {made[0].name!r} without a copy. "
            "Refuse a name that is taken, or set destructiveHint to true.",
            arguments=second,
        )
    # Restore the previous state for the next call.
    if was_there:
        made[0].write_bytes(content)
        return None
    made[0].unlink(missing_ok=True)
    return made[0]


def _free(changes: Iterable[Change], call: dict[str, Any]) -> None:
    """Remove new files with a name from the call, with any ending, so that the next call finds the name free."""
    stems = {PurePosixPath(value).stem for value in call.values() if isinstance(value, str)}
    for change in changes:
        if change.kind == "file" and change.action == "created" and change.path.stem in stems:
            change.path.unlink(missing_ok=True)


def _forms(call: dict[str, Any], named: Iterable[str], made: Path) -> Iterator[dict[str, Any]]:
    """Yield the call with the full name of the file it created, and with the name without its ending."""
    for name in named:
        path = PurePosixPath(call[name])
        if made.suffix and path.name in (made.name, made.stem):
            yield from (call | {name: str(path.with_name(form))} for form in (made.name, made.stem))


def _stem(value: str) -> str:
    path = PurePosixPath(value)
    return str(path.with_suffix("")) if path.suffix else value


@served("temporary_files_are_removed")
def temporary_files_are_removed(subject: Subject) -> None:
    """The server does not leave another temporary file with every call.

    The check repeats a call that works, and fails if each one creates a file in the temporary folder that stays.
    """
    own_server(subject)
    reply = working_replies(subject, set_up_calls(subject), most=1)[0]
    world = World(subject)
    left = []
    for _ in range(_ROUNDS):
        seen = world.observe(reply.arguments)
        reply = seen.answer
        if not reply.succeeded:
            raise NotApplicable("No call succeeds more than once, so leaks per call cannot be counted.")
        left.append({change.path for change in _created(seen.changed_entries, subject.sandbox.temp)})
    # A file created once serves later calls; a new one for each call is a leak.
    if all(left):
        name = min(str(path.relative_to(subject.sandbox.temp)) for path in left[-1])
        raise CheckFailure(
            "temporary_file_left",
            f"Each of {_ROUNDS} equal calls left another temporary file, such as {name!r}. "
            "Remove it before the call ends.",
            arguments=reply.arguments,
        )


def _plant_leftovers(workspace: Path) -> None:
    """Create files that a tool may tidy away."""
    for name in _LEFTOVERS:
        path = workspace / name
        if not path.exists():
            path.touch()
            os.utime(path, (_LONG_AGO, _LONG_AGO))


def _writing_calls(subject: Subject, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield calls with writing statements for a tool that takes SQL."""
    for slot in path_slots(subject.schema):
        if slot.role is Role.SQL:
            yield from (slot.place(calls[0], statement) for statement in writing_statements(subject))


def _calls_and_prepared(
    subject: Subject, calls: list[dict[str, Any]], reached: list[Outcome]
) -> Iterator[dict[str, Any]]:
    """Yield the calls; if none works, also calls whose records other tools have created."""
    patience = subject.patience()
    yield from patience.each(calls)
    if not reached and not patience.is_over:
        yield from patience.each(set_up_calls(subject)[:_MAX_PREPARED])


def _created(changes: Iterable[Change], folder: Path) -> list[Change]:
    return [change for change in changes if change.action == "created" and change.path.is_relative_to(folder)]


def _is_foreign(subject: Subject, change: Change) -> bool:
    sandbox = subject.sandbox
    if any(change.path.is_relative_to(folder) for folder in (sandbox.outside, sandbox.sibling)):
        return True
    return is_of_other_programs(change.path, sandbox.home)
