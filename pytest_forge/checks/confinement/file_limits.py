"""Checks of what a tool does with files that are inside, and yet not for it: pipes, giants, keys."""

from __future__ import annotations

import os
import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

from ...oracles.arena import Arena
from ...oracles.planted_text import COMMON_WORD, planted_text
from ...profile.file_types import file_type_word
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..check import check
from .access_search import find_file_access
from .file_access import FileAccess, escape_of, furnish
from .slot_use import SlotUse

__all__ = ["file_types_are_allow_listed", "reads_are_bounded", "special_files_do_not_block"]

#: What seed 000 warns of: "a 50GB CSV the LLM didn't notice was huge".
_HUGE_BYTES = 50 * 10**9
#: More than any sensible cap, and less than the memory a check may use.
_MOST_READ_BYTES = 600 * 2**20
_HEAD_LINES = 60_000
#: Of the time of a check, when no call with a pipe is begun any more, and what a tool may take to give up on one.
_PIPES, _WAIT = 0.38, 0.4
#: The same for a call with a huge file, of which two may take all of their time.
_GIANTS = 0.55


@check(
    family="confinement",
    level="SHOULD",
    source="seed-000: Security: workspace confinement",
    codes={
        "blocked_by_special_file": "A named pipe or a device keeps a call from coming back.",
    },
)
def special_files_do_not_block(subject: Subject) -> None:
    """A named pipe in the workspace does not hang the tool.

    Opening a pipe that nobody writes to waits for ever, and the agent with it. Look at what it is before opening, or
    open without blocking and look then. A tool that gives up by itself, late, passes. Judged are tools that read or
    list; devices and sockets are not planted.
    """
    # From the beginning: whoever waits for a pipe must have come back by the end.
    patience = subject.patience(_PIPES)
    arena = furnish(subject)
    access = find_file_access(subject, arena, needs_slot=False)
    if access.uses and all(use.effect in ("creates", "changes", "deletes") for use in access.uses):
        raise NotApplicable("The tool reads and lists nothing.")
    endings = {use.ending for use in access.uses} or {".txt"}

    def plant(base: Path) -> None:
        for ending in endings:
            for name in ("pipe", "folder/pipe"):
                os.mkfifo(base / f"{name}{ending}")

    arena.add(plant)
    waited_s = max(subject.call_s, _WAIT * subject.check_s)
    for text, use in patience.each(_values(access, "pipe")):
        arguments = access.arguments if use is None else use.slot.place(access.arguments, use.spelled(arena, text))
        if not _is_stuck(arena.observe(subject, arguments).outcome):
            continue
        if not _is_stuck(arena.observe(subject, arguments, call_s=waited_s).outcome):
            # It limits its own waiting, however late.
            continue
        named = "when the workspace holds one" if use is None else f"when {use.slot.shown!r} names one"
        raise CheckFailure(
            "blocked_by_special_file",
            f"The tool did not come back from a named pipe within {waited_s:.0f} s {named}. Open regular files only.",
            arguments=arguments,
        )


@check(
    family="confinement",
    level="MUST",
    source="seed-000: Security: workspace confinement, size cap before parsing",
    codes={
        "unbounded_read": "A file is read whole, whatever its size.",
    },
)
def reads_are_bounded(subject: Subject) -> None:
    """A file of 50 GB is refused, or read in part, at once.

    The file is sparse and begins with ordinary lines, so a tool that reads the first rows passes. Out of memory, out
    of time, or more than 600 MB read is the finding, also where the tool turns it into a polite error, or needs
    little memory and all day.

    Not judged: tools that read no content.
    """
    patience = subject.patience(_GIANTS)
    arena = furnish(subject)
    access = find_file_access(subject, arena, needs_slot=False)
    if not access.reads_content:
        raise NotApplicable("The tool reads no content of files.")
    endings = {use.ending for use in access.uses} or {".txt"}

    def plant(base: Path) -> None:
        for ending in endings:
            _plant_huge(base / f"huge{ending}", ending)

    arena.add(plant)
    for text, use in patience.each(_values(access, "huge")):
        arguments = access.arguments if use is None else use.slot.place(access.arguments, use.spelled(arena, text))
        read_before = _bytes_read()
        with _memory_watch() as watch:
            outcome = arena.observe(subject, arguments).outcome
        read = _bytes_read() - read_before
        # Twice, since a busy machine may once hold up a call that does little.
        if _is_stuck(outcome) and not watch.ran_out and _is_stuck(arena.observe(subject, arguments).outcome):
            did = "did not come back in time from"
        elif watch.ran_out:
            did = "ran out of memory on"
        elif read > _MOST_READ_BYTES:
            did = f"read {read // 2**20} MiB of"
        else:
            continue
        raise CheckFailure(
            "unbounded_read",
            f"The tool {did} a file of 50 GB. Compare the size with a cap before reading.",
            arguments=arguments,
        )


@check(
    family="confinement",
    level="SHOULD",
    source="seed-000: Security: workspace confinement, extension allow-list (fail closed)",
    codes={
        "file_type_not_refused": "A file of a type that is not allowed is returned.",
        "file_type_of_link": "The ending of a link is judged, and that of its target is not.",
    },
)
def file_types_are_allow_listed(subject: Subject) -> None:
    """A tool that reads files names the types it reads, and refuses every other.

    Workspaces hold keys, databases and ``.env`` files beside the data a tool is for. A list of what is allowed fails
    closed; a list of what is forbidden forgets something. The type counts of the file that is opened, not of a link
    to it.

    Only tools that return the content of a file are judged, and of those custom and copilot tools that are for files
    of some type: that say so in name, description or argument, or that refuse some of what is private. A reader of any
    file of its user's is meant to read everything.
    """
    facts = subject.facts
    if facts.kind != "forge" or facts.category not in ("custom", "copilot"):
        raise NotApplicable("Only custom and copilot tools are held to an allow-list.")
    arena = furnish(subject)
    access = find_file_access(subject, arena)
    readers = [use for use in access.uses if use.kind == "file" and use.effect == "reads"]
    if not readers or not access.returns_content:
        raise NotApplicable("The tool does not return the content of a file that an argument names.")
    use = readers[0]
    mark = f"key{subject.random.getrandbits(64):016x}"
    names = [name for name in _PRIVATE_NAMES if not use.ending or not name.endswith(use.ending)]
    link, away = f"linked{use.ending}", f"away{use.ending}"

    def plant(base: Path) -> None:
        for name in names:
            (base / name).write_text(planted_text(Path(name).suffix, mark))
        if use.ending:
            (base / link).symlink_to("server.pem")
            (base / away).symlink_to(arena.sandbox.outside / arena.token / f"secret{use.ending}")

    arena.add(plant)
    tried = {name: use.slot.place(access.arguments, use.spelled(arena, name)) for name in names}
    returned = [name for name, arguments in tried.items() if mark in _returned(subject, arena, arguments)]
    if len(returned) == len(names) and not file_type_word(facts):
        raise NotApplicable(
            "Neither its name nor its description nor an argument names a type of files that the tool is for. "
            "Name it to have the tool judged."
        )
    if returned:
        raise CheckFailure(
            "file_type_not_refused",
            f"The tool returns the content of {returned[0]!r}. List the endings it is for, and refuse all others.",
            arguments=tried[returned[0]],
        )
    arguments = use.slot.place(access.arguments, use.spelled(arena, link))
    outward = use.slot.place(access.arguments, use.spelled(arena, away))
    if escape_of(subject, arena, arena.observe(subject, outward)):
        raise NotApplicable("It follows links out of the workspace; see links_stay_inside.")
    if use.ending and mark in _returned(subject, arena, arguments):
        raise CheckFailure(
            "file_type_of_link",
            f"The tool returns the content of 'server.pem' through a link named {link!r}. "
            "Judge the ending of the resolved path.",
            arguments=arguments,
        )


#: No tool for data or text needs them, and each matters to whoever left it in the workspace.
_PRIVATE_NAMES = ("server.pem", "id_rsa", ".env", "accounts.sqlite", "credentials.key", ".git-credentials")


def _is_stuck(outcome: Outcome) -> bool:
    return outcome.timed_out or outcome.error_type == "ToolTimeoutError"


def _values(access: FileAccess, stem: str) -> Iterator[tuple[str, SlotUse | None]]:
    """Yield what to put into each slot so that it names the planted file; first nothing, for tools that walk a tree."""
    if any(use.kind not in ("file", "new file", "stem", "new stem") for use in access.uses) or not access.uses:
        yield "", None
    for use in access.uses:
        if use.kind in ("file", "new file"):
            yield f"{stem}{use.ending}", use
        elif use.kind in ("stem", "new stem"):
            yield stem, use


def _returned(subject: Subject, arena: Arena, arguments: dict[str, Any]) -> str:
    outcome = arena.observe(subject, arguments).outcome
    if outcome.timed_out:
        subject.has_left(1, is_hung=True)
    return f"{outcome.payload_text}\n{outcome.returned!r}"


def _plant_huge(path: Path, ending: str) -> None:
    """Make a sparse file with ordinary lines at its head and at its end."""
    line = {".csv": f"{COMMON_WORD},1\n", ".tsv": f"{COMMON_WORD}\t1\n", ".jsonl": '{"name": "report"}\n'}.get(
        ending, f"{COMMON_WORD}\n"
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The engine limits how large a file a tool may write, and this one is ours.
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    try:
        with path.open("wb") as file:
            file.write((planted_text(ending, "mark") + line * _HEAD_LINES).encode())
            file.truncate(_HUGE_BYTES)
            file.seek(0, os.SEEK_END)
            file.write(("\n" + line * 1000).encode())
    except OSError:
        path.unlink(missing_ok=True)
        raise CouldNotRun("The file system of the sandbox cannot hold a sparse file of 50 GB.") from None
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _bytes_read() -> int:
    """Return how many bytes this process has read so far; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/io").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


class _MemoryWatch:
    """Notices a MemoryError wherever it is raised, caught or not."""

    def __init__(self) -> None:
        self.ran_out = False

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_lines = False
        if event == "exception" and issubclass(argument[0], MemoryError):
            self.ran_out = True
        return self.trace


@contextmanager
def _memory_watch() -> Iterator[_MemoryWatch]:
    watch = _MemoryWatch()
    sys.settrace(watch.trace)
    threading.settrace(watch.trace)
    try:
        yield watch
    finally:
        sys.settrace(None)
        threading.settrace(None)
