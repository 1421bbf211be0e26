"""Checks of a tool's effects on files: they stay within its tier."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from ...observe.observation import Observation
from ...oracles.kept_files import KeptFiles
from ...profile.claim import claim_of
from ...profile.home_folders import CACHES
from ...profile.reads import is_reader, promise_of_reading
from ...profile.roles import Role
from ...regex import regex
from ...strategies.mined_constants import author_codes, mined_constants
from ...strategies.workspace_files import make_fresh_workspace, path_arguments
from ...strategies.workspace_litter import plant_litter
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.databases import writing_statements
from ..calls.observing import observe
from ..calls.path_slots import path_slots
from ..calls.plausible_calls import plausible_calls
from ..calls.preparation.preparing import bare_workspace
from ..calls.walk import Monitor, Step, monitors
from ..calls.worlds.fresh_world import make_fresh_for
from ..calls.worlds.own_world import plant_world, reads_files
from ..check import check
from .file_effects import comes_with_libraries, names_elsewhere, shown
from .judged_calls import judge_calls
from .observed_calls import observed_calls, raise_unless_reached
from .written_files.line_ends import judge_line_ends
from .written_files.missing_files import judge_missing_files
from .written_files.numbered_files import judge_numbered_files
from .written_files.replaced_files import judge_replacing, judge_switches, restored_after
from .written_files.replaced_texts import judge_replaced_texts
from .written_files.unnamed_files import judge_near_names, judge_unnamed_files
from .written_files.unread_files import UnreadFiles
from .written_files.written_by_reading import judge_statements

__all__ = ["readers_change_no_files", "writers_keep_to_their_own_files"]

_ENDING = regex(r"\.[a-z][a-z0-9]{0,8}")
#: Number of workspace folders that get litter, besides the workspace itself.
_MAX_FOLDERS = 3
#: Ordinary calls that are made with a switch for overwriting set to false.
_MAX_SWITCHED = 2


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Read observes",
    codes={
        "reader_wrote": "A tool with the tier read changes a file.",
        "reader_overwrote": "A tool with the tier read overwrites a file that no call reads.",
        "statement_wrote": "A tool that takes statements to read runs one that writes.",
        "reader_made_file": "A tool with the tier read leaves an empty file, folder or database where none existed.",
    },
)
def readers_change_no_files(subject: Subject) -> None:
    """A tool with the tier read changes no files.

    Reads are granted without approval, so a reader must not write, move or delete a file.

    These tools are readers:

    - A function with the tier read, and a server's tool with readOnlyHint.
    - A tool without a tier whose description promises it, for example with "Reads only.".

    The check makes ordinary calls with each choice of the enums and switches. It also makes calls among empty, old and
    left-over files, which a reader must not tidy away. A tool that takes SQL gets writing statements. The check fails
    when:

    - A file is changed in the workspace, in HOME, in the temporary folder or next to them.
    - The tool tries to open a file elsewhere for writing.
    - A log of the tool's own calls is written: it grows with every call and contains the arguments.
    - A function, called in a workspace without files, leaves an empty file or a database without tables. The same goes
      for an empty folder that it only lists.

    The last point also holds for a function without a tier that promises nothing. It is judged by a call that works and
    changes nothing.

    A tool that takes SQL also fails when it runs a statement that begins like a question and writes, so that a table
    has other rows in its own answers. A tool without a tier is judged so if it says that its data are only read, or
    asks for SELECT statements only.

    Not judged:

    - Logs in the state folder of HOME, ``~/.local/state``.
    - Of a server, files that end in ``.log``, folders called ``logs``, its locks, and its ``.git`` folders.
    - The cache and state folders of HOME, unless calls overwrite a file there that none of them reads.
    - A file in the temporary folder or in a cache folder, if the tool looks for it before it creates it.
    - An empty folder that no argument names, if the tool does not list it or the target has tools that write.
    - Compiled modules, database journals, and a created database with tables and without rows.
    - Files that are gone again when the call returns.
    """
    if not is_reader(subject.facts):
        _judge_observed_reader(subject)
        if judge_statements(subject):
            return
        raise NotApplicable("The tool is not declared read-only.")
    unread = UnreadFiles(*(subject.sandbox.home / name for name in CACHES))
    outcomes = judge_calls(
        subject,
        "readers_change_no_files",
        _reader_calls(subject, unread),
        # The state of a server cannot be restored between two calls.
        is_shortened=not subject.is_served,
        restore=partial(_plant_again, subject),
    )
    overwritten = unread.overwritten()
    if overwritten is not None:
        path, call = overwritten
        name = path.relative_to(subject.sandbox.root).as_posix()
        raise CheckFailure(
            "reader_overwrote",
            f"The tool is said to be read-only, but it overwrote the file {shown(name)!r}, which no call reads. "
            "Declare the tier 'write', or leave the file alone.",
            arguments=dict(call),
        )
    if not subject.is_served and outcomes and not outcomes[-1].timed_out:
        calls = sorted((outcome for outcome in outcomes if outcome.ran), key=lambda one: not one.succeeded)
        for outcome in calls[:1]:
            judge_missing_files(subject, dict(outcome.arguments))
    raise_unless_reached(subject, outcomes)
    judge_statements(subject)


@check(
    family="effects",
    level="MUST",
    source="Forge Tools: three tiers, Write modifies state",
    codes={
        "writer_outside": "A tool changes a file that is not its own.",
        "file_replaced": "A tool replaces a file although it, a switch or an earlier call says that it does not.",
        "other_lines_changed": "A change of one line rewrites other lines, which are said to stay.",
        "unnamed_file_changed": "A call changes a file that it does not name.",
    },
)
def writers_keep_to_their_own_files(subject: Subject) -> None:
    """A tool with the tier write changes files in its workspace and its own store only.

    A user who approves a write expects the tool's own files to change. Other files are run, trusted or read by other
    programs: a shell's start file, a key in ``.ssh``, a file next to the workspace.

    The check makes ordinary calls, and compares the files before and after each. It fails when a call changes a file of
    another program, or a file outside. It also fails when files are lost:

    - A tool that declares that it replaces nothing replaces a file that was changed since the tool created it. A server
      declares it by destructiveHint false.
    - A function does the same while its switch for replacing, such as ``overwrite``, is off.
    - A function gets a list of files, and changes or deletes another file of the same form beside them.
    - A function gets a name that no file has, and takes the file of a similar name.
    - A function makes a new file for a second equal call, and replaces that file in the third.
    - A function says in its description that nothing that exists is replaced, and loses what a call wrote. The next
      call has an equal name, or one that becomes the same file name.
    - A function says in its description that each thing has its own file, or that others stay as they are, and loses
      what a call wrote. The next call has another name, which differs behind a dot or far back.
    - A function says in its description that the rest of a file stays as it is, and rewrites other lines if they end
      with CRLF or the last one has no end. The file is one that calls have written, or one that was there before.

    A function that declares no tier is judged by the last seven points.

    Not judged:

    - The tool's own folders in HOME, and files in HOME if the tool has no workspace.
    - Caches and temporary files.
    - Paths outside that an argument leads to; `paths_stay_inside` and `root_is_declared` judge these.
    """
    if subject.facts.tier != "write":
        if not subject.is_served and not subject.facts.tier_declared:
            _judge_named_files(subject)
        raise NotApplicable("The tool does not declare the tier write.")
    # This plants the files that the calls need.
    calls = observed_calls(subject)
    kept = KeptFiles(subject.sandbox.workspace)
    outcomes = judge_calls(subject, "writers_keep_to_their_own_files", restored_after(calls, kept), is_shortened=False)
    raise_unless_reached(subject, outcomes)
    if not subject.is_served:
        _judge_named_files(subject)
    replacing = claim_of(subject.facts, "replaces")
    if not replacing and replacing.source != "unsaid":
        worked = [outcome.arguments for outcome in outcomes if outcome.succeeded]
        if subject.is_served:
            bare_workspace(subject)
        # With the records that other tools have created for the calls.
        judge_replacing(subject, worked, KeptFiles(subject.sandbox.workspace))


def _judge_named_files(subject: Subject) -> None:
    """Judge that a function changes the files that its call names, and replaces none without leave."""
    judge_unnamed_files(subject)
    judge_near_names(subject)
    judge_numbered_files(subject, plausible_calls(subject, limit=_MAX_SWITCHED))
    judge_line_ends(subject)
    judge_replaced_texts(subject, plausible_calls(subject, limit=_MAX_SWITCHED))
    make_fresh_for(subject)
    judge_switches(subject, plausible_calls(subject, limit=_MAX_SWITCHED))


def _judge_observed_reader(subject: Subject) -> None:
    """Judge what a function without a tier leaves where its file is missing, if a call that works changes nothing.

    Raises:
        CheckFailure: If it leaves an empty file or a database without a table.
    """
    if subject.facts.tier_declared or subject.is_served or not reads_files(author_codes(subject.tool)):
        return
    call = next(iter(plausible_calls(subject, limit=1)), None)
    seen = None if call is None else observe(subject, call)
    if call is not None and seen is not None and seen.answer.succeeded and not seen.changed_entries:
        judge_missing_files(subject, call)


def _reader_calls(subject: Subject, unread: UnreadFiles) -> Iterator[Observation[Outcome]]:
    outcomes: list[Outcome] = []
    every = (
        observed_calls(subject),
        observed_calls(subject, _writing_calls(subject, outcomes)),
        _calls_among_litter(subject, outcomes),
    )
    for seen in chain(*every):
        outcomes.append(seen.answer)
        unread.note(seen)
        yield seen


def _writing_calls(subject: Subject, outcomes: list[Outcome]) -> Iterator[dict[str, Any]]:
    """Yield calls with writing statements for a tool that takes SQL."""
    for slot in path_slots(subject.schema):
        if slot.role is Role.SQL and outcomes:
            yield from (slot.place(outcomes[0].arguments, statement) for statement in writing_statements(subject))


def _calls_among_litter(subject: Subject, outcomes: list[Outcome]) -> Iterator[Observation[Outcome]]:
    """Repeat the shortest and the longest successful call among left-over files that a tool might tidy away."""
    calls = sorted((outcome.arguments for outcome in outcomes if outcome.succeeded), key=len)
    works_in_files = subject.is_served or subject.facts.workspace_root_aware or promise_of_reading(subject.facts)
    if not works_in_files or not calls or outcomes[-1].timed_out:
        return
    workspace = subject.sandbox.workspace
    endings = [text for text in mined_constants(subject.tool).texts if _ENDING.fullmatch(text)]
    looked_into = _folders(observe(subject, calls[0]))
    for arguments in calls[:1] if len(calls[0]) == len(calls[-1]) else (calls[0], calls[-1]):
        for folder in (workspace, *looked_into):
            plant_litter(folder, endings=endings)
        yield observe(subject, arguments)
    files = [name for name, role in path_arguments(subject.schema).items() if role is Role.FILE_PATH]
    for name in files:
        ending = Path(str(calls[-1].get(name, ""))).suffix or ".txt"
        for litter in (f"nothing{ending}", f"blank{ending}", f"old{ending}", f"crlf{ending}"):
            plant_litter(workspace, endings=[ending])
            is_whole = str(calls[0].get(name, "")).startswith("/")
            yield observe(subject, {**calls[0], name: str(workspace / litter) if is_whole else litter})


def _folders(seen: Observation[Outcome]) -> list[Path]:
    """Return folders right below the workspace that a call has looked for; create the missing ones."""
    names = {os.path.normpath(seen.workspace / name) for name in seen.names_asked}
    places = [Path(name) for name in sorted(names)]
    found = []
    for place in places:
        if place.parent == seen.workspace and not place.suffix and (place.is_dir() or not os.path.lexists(place)):
            place.mkdir(exist_ok=True)
            found.append(place)
    return found[:_MAX_FOLDERS]


@monitors("readers_change_no_files")
def _monitor_readers(subject: Subject) -> Monitor | None:
    if not is_reader(subject.facts):
        return None
    root, home = subject.sandbox.root, subject.sandbox.home

    def look(step: Step) -> str | None:
        for change in step.seen.changes.value:
            if not comes_with_libraries(change.path, change.kind, home):
                return f"{change.action} {change.kind} {_kind_of_name(change.path)}"
        return next(
            (f"opened {_kind_of_name(Path(name))}" for name in names_elsewhere(root, step.seen.operations.value)), ""
        )

    return look


@monitors("writers_keep_to_their_own_files")
def _monitor_writers(subject: Subject) -> Monitor | None:
    if subject.facts.tier != "write":
        return None
    sandbox = subject.sandbox
    own = (sandbox.workspace, sandbox.temp)

    def look(step: Step) -> str | None:
        strange = (
            change for change in step.seen.changes.value if not any(change.path.is_relative_to(place) for place in own)
        )
        return next((f"{change.action} {_kind_of_name(change.path)}" for change in strange), "")

    return look


def _kind_of_name(path: Path) -> str:
    """Return a path with numbers and hashes, which differ from call to call, replaced."""
    return re.sub(r"[0-9a-f]*[0-9][0-9a-f]*", "N", str(path))


def _plant_again(subject: Subject, call: dict[str, Any]) -> None:
    # Undo the effects of the first call, or the repeated call would have nothing to change.
    make_fresh_workspace(subject.sandbox)
    plant_world(subject, [dict(call)])
