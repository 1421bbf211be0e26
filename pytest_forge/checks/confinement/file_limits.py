"""Checks of files inside the workspace that need care: named pipes, huge files, private keys."""

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

from ...observe.planted_world import PlantedWorld
from ...oracles.planted_text import COMMON_WORD, planted_text
from ...profile.file_types import file_type_word
from ...strategies.mined_constants import mined_constants
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..calls.call_variants import shortened_waits
from ..check import check
from .access_search import find_file_access
from .archive_limits import judge_archive_limits
from .compressed_files import judge_compressed_files
from .file_access import FileAccess, escape_of, is_given_root, set_up_world
from .slot_use import SlotUse

__all__ = ["file_types_are_allow_listed", "reads_are_bounded", "special_files_do_not_block"]

#: The example of seed 000: "a 50GB CSV the LLM didn't notice was huge".
_HUGE_BYTES = 50 * 10**9
#: Above any sensible cap, and below the memory limit of a check.
_MOST_READ_BYTES = 600 * 2**20
_HEAD_LINES = 60_000
#: Names in code that makes a digest.
_DIGESTS = frozenset(("hexdigest", "digest", "file_digest"))
_LATE = "did not return in time from"
#: Shares of a check's time: start no call with a pipe after the first; the second is how long a call may wait on one.
_PIPES, _WAIT = 0.38, 0.4
#: The same for a call with a huge file; two of them may time out.
_GIANTS = 0.55


@check(
    family="confinement",
    level="SHOULD",
    source="Authoring Forge Tools: Security: workspace confinement",
    codes={
        "blocked_by_special_file": "A call on a named pipe or a device does not return.",
    },
)
def special_files_do_not_block(subject: Subject) -> None:
    """A named pipe in the workspace does not hang the tool.

    Opening a pipe without a writer blocks forever, and the agent with it. Check the file's type before opening it, or
    open it without blocking and check then. The check plants named pipes and calls the tool on them; a tool that gives
    up by itself, however late, passes.

    Not judged: functions that only write, and devices and sockets, which are not planted.
    """
    # Count the time from here: a call that waits on a pipe must return before the check ends.
    patience = subject.patience(_PIPES)
    world = set_up_world(subject)
    access = find_file_access(subject, world, needs_slot=False)
    only_writes = access.uses and all(use.effect in ("creates", "changes", "deletes") for use in access.uses)
    # A server that waits answers no other call either.
    if only_writes and not subject.is_served:
        raise NotApplicable("The tool does not read or list files.")
    endings = {use.ending for use in access.uses} or {".txt"}

    def plant(base: Path) -> None:
        for ending in endings:
            for name in ("pipe", "folder/pipe"):
                # The folder of one base may be another.
                if not os.path.lexists(base / f"{name}{ending}"):
                    os.mkfifo(base / f"{name}{ending}")

    world.add(plant)
    waited_s = max(subject.call_s, _WAIT * subject.check_s)
    for text, use in patience.each(_values(access, "pipe")):
        arguments = access.arguments if use is None else use.slot.place(access.arguments, use.spelled(world, text))
        if not _is_stuck(world.observe(subject, arguments).outcome):
            continue
        if not _is_stuck(world.observe(subject, arguments, call_s=waited_s).outcome):
            # It has a timeout of its own.
            continue
        named = "in the workspace" if use is None else f"named by {use.slot.shown!r}"
        raise CheckFailure(
            "blocked_by_special_file",
            f"The tool did not return within {waited_s:.0f} s from a named pipe {named}. Open regular files only.",
            arguments=arguments,
        )


@check(
    family="confinement",
    level="MUST",
    source="Authoring Forge Tools: Security: workspace confinement, size cap before parsing",
    codes={
        "unbounded_read": "A file is read without a limit on its size.",
        "unbounded_unpacking": "A compressed file is unpacked without a limit on its content.",
        "limit_of_each_member": "A limit on the content of an archive in all is kept for each member alone.",
    },
    advice=("unbounded_read",),
    unseen="A server's memory is not limited, so a huge file could exhaust the machine.",
)
def reads_are_bounded(subject: Subject) -> None:
    """A file of 50 GB is refused or read in part, without delay.

    The check plants a sparse file of 50 GB that begins with ordinary lines, so a tool that reads only the first rows
    passes. It fails if the call runs out of memory or time, or reads more than 600 MB, even if the tool catches the
    error and answers politely.

    A tool that reads a compressed file or a member of a ZIP or packed TAR archive, or unpacks an argument in base64,
    fails if one of a megabyte at most takes more than a hundred megabytes of memory. If it refuses one, smaller ones
    are tried, since it may only limit what is packed. One that refuses an archive whose only member has more bytes
    than the description allows in all refuses several members with as many.

    A read without a limit is a SHOULD for tools that were not written for Forge Harness.

    Not judged: tools that do not read file content, and the time of functions that make a digest of it.
    """
    judge_compressed_files(subject)
    has_limit = judge_archive_limits(subject)
    patience = subject.patience(_GIANTS)
    world = set_up_world(subject)
    access = find_file_access(subject, world, needs_slot=False)
    if not access.reads_content and has_limit:
        return
    if not access.reads_content:
        raise NotApplicable("The tool does not read file content.")
    endings = {use.ending for use in access.uses} or {".txt"}

    def plant(base: Path) -> None:
        for ending in endings:
            _plant_huge(base / f"huge{ending}", ending)

    world.add(plant)
    for text, use in patience.each(_values(access, "huge")):
        arguments = access.arguments if use is None else use.slot.place(access.arguments, use.spelled(world, text))
        did = _excess(subject, world, arguments)
        if did == _LATE:
            # A busy machine can delay a cheap call once, and a call may have asked for the time; a read without a limit
            # is late again, or runs out of memory.
            arguments = shortened_waits(subject, arguments)
            did = _excess(subject, world, arguments)
        if not did or (did == _LATE and not _DIGESTS.isdisjoint(mined_constants(subject.tool).names)):
            # A digest needs the whole file, and a small part of it at a time.
            continue
        raise CheckFailure(
            "unbounded_read",
            f"The tool {did} a file of 50 GB. Compare the size with a cap before reading.",
            arguments=arguments,
        )


@check(
    family="confinement",
    level="SHOULD",
    source="Authoring Forge Tools: Security: workspace confinement, extension allow-list (fail closed)",
    codes={
        "file_type_not_refused": "A file of a type that is not allowed is returned.",
        "file_type_of_link": "The ending of a link is checked instead of that of its target.",
    },
    unseen="The rule is a policy for tools of Forge Harness, not for servers.",
)
def file_types_are_allow_listed(subject: Subject) -> None:
    """A tool that reads files has an allow-list of file types and refuses all others.

    Workspaces contain keys, databases and ``.env`` files next to the data. An allow-list fails closed; a deny-list
    always misses something. The check plants private files such as ``server.pem`` and fails if the tool returns the
    content of one, directly or through a link whose name has an allowed ending.

    Judged: custom and copilot tools that return file content and are for files of some type: they name one in their
    name, description or an argument, or refuse some of the private files. A general file reader may read everything.
    """
    facts = subject.facts
    if facts.kind != "forge" or facts.category not in ("custom", "copilot"):
        raise NotApplicable("Only custom and copilot tools need an allow-list.")
    world = set_up_world(subject)
    access = find_file_access(subject, world)
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
            (base / away).symlink_to(world.sandbox.outside / world.token / f"secret{use.ending}")

    world.add(plant)
    tried = {name: use.slot.place(access.arguments, use.spelled(world, name)) for name in names}
    returned = [name for name, arguments in tried.items() if mark in _returned(subject, world, arguments)]
    if len(returned) == len(names) and not file_type_word(facts):
        raise NotApplicable(
            "The tool's name, description and arguments do not name a file type. Name the type to have the tool judged."
        )
    if returned:
        raise CheckFailure(
            "file_type_not_refused",
            f"The tool returns the content of {returned[0]!r}. List the allowed endings and refuse all others.",
            arguments=tried[returned[0]],
        )
    arguments = use.slot.place(access.arguments, use.spelled(world, link))
    outward = use.slot.place(access.arguments, use.spelled(world, away))
    if escape_of(subject, world, world.observe(subject, outward)):
        raise NotApplicable("The tool follows links out of the workspace; see links_stay_inside.")
    if use.ending and mark in _returned(subject, world, arguments):
        raise CheckFailure(
            "file_type_of_link",
            f"The tool returns the content of 'server.pem' through a link named {link!r}. "
            "Check the ending of the resolved path.",
            arguments=arguments,
        )


#: Private files that a tool for data or text never needs.
_PRIVATE_NAMES = ("server.pem", "id_rsa", ".env", "accounts.sqlite", "credentials.key", ".git-credentials")


def _is_stuck(outcome: Outcome) -> bool:
    return outcome.timed_out or outcome.error_type == "ToolTimeoutError"


def _values(access: FileAccess, stem: str) -> Iterator[tuple[str, SlotUse | None]]:
    """Yield a value for each slot that names the planted file; first none at all, for tools that walk a tree."""
    if any(use.kind not in ("file", "new file", "stem", "new stem") for use in access.uses) or not access.uses:
        yield "", None
    for use in access.uses:
        if use.kind in ("file", "new file"):
            yield f"{stem}{use.ending}", use
        elif use.kind in ("stem", "new stem"):
            yield stem, use


def _returned(subject: Subject, world: PlantedWorld, arguments: dict[str, Any]) -> str:
    outcome = world.observe(subject, arguments).outcome
    if outcome.timed_out:
        subject.has_left(1, is_hung=True)
    return f"{outcome.payload_text}\n{outcome.returned!r}"


def _excess(subject: Subject, world: PlantedWorld, arguments: dict[str, Any]) -> str:
    """Return what the tool did beyond a limit when it was called with a huge file; empty if it kept to one."""
    read_before = _bytes_read()
    with _memory_watch() as watch:
        traces = world.observe(subject, arguments)
    read = _bytes_read() - read_before
    if traces.seen.processes and not is_given_root(subject):
        # It may have given the program a time limit.
        return ""
    if watch.ran_out:
        return "ran out of memory on"
    if _is_stuck(traces.outcome):
        return _LATE
    return f"read {read // 2**20} MiB of" if read > _MOST_READ_BYTES else ""


def _plant_huge(path: Path, ending: str) -> None:
    """Create a sparse file with ordinary lines at its beginning and end."""
    line = {".csv": f"{COMMON_WORD},1\n", ".tsv": f"{COMMON_WORD}\t1\n", ".jsonl": '{"name": "report"}\n'}.get(
        ending, f"{COMMON_WORD}\n"
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The engine limits the size of files that a tool writes; this one is ours.
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
    """Return the bytes that this process has read so far; 0 where the system does not count them."""
    try:
        return int(Path("/proc/self/io").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


class _MemoryWatch:
    """Detects every MemoryError, caught or not."""

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
