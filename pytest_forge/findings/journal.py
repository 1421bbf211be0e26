"""Journal: the verdicts of a run as they are made, so that a run that was killed goes on where it was.

    {"version": 1}
    {"began": 1764000000000000000}
    {"target": "shop.py:fetch", "index": 0, "tool": "9f0a...", "check": "errors_are_scrubbed", "results": [...]}

A line is written at once, so it outlives the process; one that was cut off is left out. The file is in the user's cache
folder, and is removed when its run has reported.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..engine.kept_verdicts import KeptTool
from ..targets.facts import ToolFacts
from ..verdict import CheckResult
from .journal_entry import JournalEntry, TakenUp, tool_mark

__all__ = ["Journal", "journal_name", "taken_up_lines"]

_VERSION = 1
#: Seconds between two times when the file is sent to the disk, for a machine that stops.
_SYNC_S = 5.0
#: Seconds after which nobody goes on with a run.
_KEPT_S = 7 * 86_400.0


def journal_name(settings: Mapping[str, Any]) -> str:
    """Return the name of the file of a run.

    Args:
        settings: Everything that decides what is judged, in JSON types; only their hash is used.
    """
    text = json.dumps(settings, sort_keys=True, default=str)
    return f"{sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:32]}.jsonl"


def taken_up_lines(number: int, changed: str) -> list[str]:
    """Return what a user is told of a run that goes on.

    Args:
        number: How many verdicts are taken up.
        changed: The file whose change makes others void; empty if none does.
    """
    lines = []
    if changed:
        lines.append(f"{changed!r} has changed since the run was cut off, so that earlier verdicts were not taken up.")
    if number:
        verdicts = f"{number} verdict{'' if number == 1 else 's'}"
        lines.append(f"{verdicts} of the run that was cut off {'was' if number == 1 else 'were'} taken up.")
    elif not changed:
        lines.append("No run of the same checks was cut off, so every check was made.")
    return lines


class Journal:
    """The verdicts of one run, in a file; if it cannot be written, the run goes on, and cannot be resumed.

    Args:
        path: The file; its folder is made.

    Attributes:
        earlier: The verdicts of the run that was cut off.
        taken_up: Those of them that this run takes up.
        warning: Why the run cannot be resumed, in two sentences; empty if it can.
    """

    def __init__(self, path: Path) -> None:
        self.taken_up = TakenUp()
        self.warning = ""
        self._path = path
        self._lock = threading.Lock()
        self._synced = time.monotonic()
        self._is_used = False
        self._descriptor = self._opened()
        self._size, self._entries = (0, []) if self._descriptor is None else _entries(self._content(self._descriptor))
        self.earlier = [result for entry in self._entries for result in entry.results]

    @property
    def is_of_another(self) -> bool:
        """Whether another process is at work on the same run, so that this one keeps no verdicts."""
        return self._descriptor is None and not self.warning

    def begin(self) -> None:
        """Begin anew, without the verdicts of the run that was cut off."""
        self._size, self._entries = 0, []
        self._go_on()

    def resume(self, last_change: Callable[[], tuple[int, str]]) -> tuple[int, str]:
        """Take up the verdicts of the run that was cut off, unless the code that they are about has changed since.

        Args:
            last_change: Returns the time of the last change, in nanoseconds, and the name of the file.

        Returns:
            How many verdicts are taken up, and the file whose change makes others void; empty if none does.
        """
        self._is_used = bool(self._entries)
        moment, name = last_change() if self._entries else (0, "")
        kept = [entry for entry in self._entries if entry.began > moment]
        self.taken_up = TakenUp(kept)
        self._go_on()
        return len(self.taken_up), name if len(kept) < len(self._entries) else ""

    def known(self, tool: ToolFacts, index: int) -> KeptTool:
        """Return the verdicts on a tool that are taken up; none if its definition has changed."""
        return self.taken_up.known(tool, index)

    def keep(
        self, tool: ToolFacts, index: int, check: str, results: Sequence[CheckResult], covered: Collection[str]
    ) -> None:
        """Keep what a check has shown of a tool."""
        place = (tool.target, index, tool_mark(tool))
        self.keep_entry(JournalEntry(place, check, tuple(results), tuple(covered)))

    def keep_entry(self, entry: JournalEntry) -> None:
        """Keep an entry, which another process may have made."""
        self._is_used = True
        self._append(entry.as_json())

    def close(self, *, is_done: bool) -> None:
        """Remove the file if the run is done or has no verdicts; keep it for another run otherwise."""
        with self._lock:
            if self._descriptor is None:
                return
            if is_done or not self._is_used:
                with contextlib.suppress(OSError):  # one that stays is found void by its age
                    self._path.unlink()
            os.close(self._descriptor)
            self._descriptor = None

    def _opened(self) -> int | None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            _remove_old(self._path.parent)
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            self._warn(error)
            return None
        try:
            # Unlike flock, this lock is not shared with processes that are forked from this one.
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
        return descriptor

    def _content(self, descriptor: int) -> bytes:
        return os.pread(descriptor, os.fstat(descriptor).st_size, 0)

    def _go_on(self) -> None:
        """Leave out what follows the last whole line, and begin a part."""
        if self._descriptor is not None:
            os.ftruncate(self._descriptor, self._size)
            os.lseek(self._descriptor, self._size, os.SEEK_SET)
            if not self._size:
                self._append({"version": _VERSION})
            self._append({"began": time.time_ns()})

    def _append(self, value: dict[str, Any]) -> None:
        line = json.dumps(value, default=repr).encode() + b"\n"
        with self._lock:
            if self._descriptor is None:
                return
            try:
                left = line
                while left:
                    left = left[os.write(self._descriptor, left) :]
                if time.monotonic() - self._synced > _SYNC_S:
                    self._synced = time.monotonic()
                    os.fsync(self._descriptor)
            except OSError as error:
                # A line that is there in part is left out, and so would be what followed it.
                self._warn(error)
                os.close(self._descriptor)
                self._descriptor = None

    def _warn(self, error: OSError) -> None:
        self.warning = (
            f"The verdicts cannot be kept in {str(self._path.parent)!r} ({error.strerror}), so --resume would begin "
            "anew. Make room, or name another folder by XDG_CACHE_HOME."
        )


def _entries(text: bytes) -> tuple[int, list[JournalEntry]]:
    """Return how many bytes are whole lines of a journal, and its verdicts."""
    size, began, entries = 0, 0, []
    for line in text.splitlines(keepends=True):
        try:
            value: Any = json.loads(line) if line.endswith(b"\n") else None
            if not size and value != {"version": _VERSION}:
                return 0, []
            if "began" in value:
                began = int(value["began"])
            elif size:
                entries.append(JournalEntry.from_json(value, began=began))
        except (ValueError, TypeError, KeyError, RecursionError):
            break  # nothing that follows a broken line is trusted; it is judged again
        size += len(line)
    return size, entries


def _remove_old(folder: Path) -> None:
    """Remove the journals of runs that nobody goes on with."""
    oldest = time.time() - _KEPT_S
    for path in folder.glob("*.jsonl"):
        with contextlib.suppress(OSError):  # another process has removed it
            if path.stat().st_mtime < oldest:
                path.unlink()
