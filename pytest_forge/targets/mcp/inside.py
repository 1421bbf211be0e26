"""InsideView: the operations of a Python server, as its interpreter reports them.

    checks ──FORGE_INSIDE──> startup/sitecustomize, before the server's own code
                               └── audit hook ──one line for each operation──> an unnamed file
    checks <───────────────────────────────────────────────────────────────────┘

Five events are our own: `REQUEST`, with the method, the address and the beginning of the body, `LOOK_UP`, with the
name whose status is looked up, `STANDS_STILL`, with the file and the line of a `time.sleep` in a coroutine that a
library awaits, `LOST` for an operation that could not be told, and, if it is asked for, `HANDLED`, with the classes and
the text of an exception of a library that the author's code has handled.

A signal asks for the values that the author's modules hold, see `held_values`; they choose calls, never a verdict.

Pauses of a call are skipped while the report has the permission `SKIPPED`.

The report of a call is complete when its answer arrives. Code that raises no audit events (native libraries, programs
that the server starts) is not seen.
"""

from __future__ import annotations

import ast
import fcntl
import os
import signal
import tempfile
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from .startup.sitecustomize import (
    DELAYS,
    HANDLED,
    HELD,
    HELD_END,
    LIBRARIES,
    LOOK_UP,
    LOST,
    MAX_BYTES,
    PAUSES,
    READY,
    REQUEST,
    SALT,
    SIGNAL_FROM_LAST,
    SKIPPED,
    STANDS_STILL,
)

__all__ = [
    "DELAYS",
    "HANDLED",
    "LOOK_UP",
    "PAUSES",
    "REQUEST",
    "STANDS_STILL",
    "HeldValues",
    "InsideView",
    "RawEvent",
    "runs_python",
    "with_startup",
]

#: The name of a variable or function, and the values that it holds.
HeldValues = tuple[tuple[str, tuple[str | int, ...]], ...]

#: The name of an event, its arguments in plain types, and the calling modules, nearest first.
RawEvent = tuple[str, tuple[Any, ...], tuple[str, ...]]

_FOLDER = Path(__file__).with_name("startup")
#: Where the first lines of a script name its interpreter.
_SHEBANG_BYTES = 400
#: Seconds for the values of the author's modules, until an idle server waits, and between two looks.
_HELD_S, _IDLE_S, _PAUSE_S = 1.0, 0.2, 0.002


class InsideView:
    """The report of one server's interpreter.

    Args:
        scratch: A folder for the report.
        events: Names of the audit events to report.

    Attributes:
        is_seeing: Whether the interpreter has begun to report; known once the server has answered.
        held: The values that the author's modules held then, data first.
        libraries: The names of the libraries' modules that were loaded then.
        follows_salt: Whether answers may follow from the hash of a text; known then.
    """

    def __init__(self, scratch: Path, events: Collection[str]) -> None:
        self.is_seeing = False
        self.held: HeldValues = ()
        self.libraries: tuple[str, ...] = ()
        self.follows_salt = False
        self._events = events
        self._skips_pauses = False
        # Unnamed, so that it is not one of the files that a check compares.
        self._file = tempfile.TemporaryFile(dir=scratch)  # noqa: SIM115  # lives as long as the server
        flags = fcntl.fcntl(self._file, fcntl.F_GETFL)
        fcntl.fcntl(self._file, fcntl.F_SETFL, flags | os.O_APPEND)

    @property
    def descriptor(self) -> int:
        """The descriptor of the report, to be inherited by the server."""
        return self._file.fileno()

    def environment(self, given: Mapping[str, str]) -> dict[str, str]:
        """Return the environment of the server."""
        return {**with_startup(given), "FORGE_INSIDE": self.told}

    @property
    def told(self) -> str:
        """The variable FORGE_INSIDE, which tells the server where to report what."""
        status = os.fstat(self.descriptor)
        return f"{self.descriptor}:{status.st_dev}:{status.st_ino}:{','.join(self._events)}"

    def settle(self, pid: int | None, *, ask: Callable[[int], None] | None = None, has_told: bool = False) -> None:
        """Note whether the interpreter has begun to report, and what it holds; the server has answered.

        Args:
            pid: The server's process.
            ask: Sends it a signal.
            has_told: Whether it has told what it holds after an earlier start, and so survives the question.
        """
        self.is_seeing = os.pread(self.descriptor, len(READY), 0) == READY
        if self.is_seeing and pid is not None and ask is not None:
            self.held = self._ask(pid, ask, has_told=has_told)

    def forget(self) -> None:
        """Discard what was reported; a call begins."""
        with suppress(OSError):
            os.ftruncate(self.descriptor, 0)

    def skip_pauses(self, *, is_asked: bool) -> None:
        """Have pauses of calls take no time from now on, or as long as they do."""
        if is_asked != self._skips_pauses:
            os.fchmod(self.descriptor, 0o600 | (SKIPPED if is_asked else 0))
            self._skips_pauses = is_asked

    def read(self) -> list[RawEvent] | None:
        """Return what was reported since the last call began; None if it is unknown or incomplete."""
        size = os.fstat(self.descriptor).st_size
        if size >= MAX_BYTES:
            return None
        # The server writes to the report itself, so a line that is not ours makes it worthless.
        try:
            lines = os.pread(self.descriptor, size, 0).decode("ascii").splitlines()
            events = [_event(ast.literal_eval(line)) for line in lines]
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
        return None if any(event[0] == LOST for event in events) else events

    def _ask(self, pid: int, ask: Callable[[int], None], *, has_told: bool) -> HeldValues:
        """Return the values that the author's modules hold; none if they are not reported in time."""
        number = getattr(signal, "SIGRTMAX", 0) - SIGNAL_FROM_LAST
        if not _catches(pid, number) or not (_sleeps(pid) if has_told else _waits_on(pid)):
            return ()
        self.forget()
        with suppress(ProcessLookupError, PermissionError):
            ask(number)
        until = time.monotonic() + _HELD_S
        while time.monotonic() < until:
            # Half a line cannot be read.
            told = self.read() or []
            if any(event[0] == HELD_END for event in told):
                self.follows_salt = any(event[0] == SALT and event[1] == (1,) for event in told)
                self.libraries = next((tuple(map(str, event[1])) for event in told if event[0] == LIBRARIES), ())
                return tuple((str(event[1][0]), tuple(event[1][1])) for event in told if event[0] == HELD)
            time.sleep(_PAUSE_S)
        return ()

    def close(self) -> None:
        """Discard the report."""
        with suppress(OSError):
            self._file.close()


def with_startup(given: Mapping[str, str]) -> dict[str, str]:
    """Return an environment whose import path begins with the folder of our start-up module."""
    places = [str(_FOLDER), *filter(None, [given.get("PYTHONPATH")])]
    return {**given, "PYTHONPATH": os.pathsep.join(places)}


def runs_python(command: Sequence[str]) -> bool:
    """Tell whether a command starts a Python interpreter, or a script whose first lines name one."""
    if PurePath(command[0]).name.startswith(("python", "pypy")):
        return True
    try:
        with Path(command[0]).open("rb") as file:
            start = file.read(_SHEBANG_BYTES)
    except OSError:
        return False
    return start.startswith(b"#!") and b"python" in b"".join(start.splitlines()[:2])


def _catches(pid: int, number: int) -> bool:
    """Tell whether a process handles a signal, which would end it otherwise."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return False
    caught = next((line.split()[1] for line in lines if line.startswith("SigCgt:")), "0")
    return number > 0 and bool(int(caught, 16) >> (number - 1) & 1)


def _waits_on(pid: int) -> bool:
    """Tell whether a process waits in a call of the system that goes on after a signal, such as a read."""
    until = time.monotonic() + _IDLE_S
    place = "0"
    while place == "0" and time.monotonic() < until:
        try:
            place = Path(f"/proc/{pid}/wchan").read_text() or "0"
        except OSError:
            return False
        if place == "0":
            time.sleep(_PAUSE_S)
    # A program that pauses until any signal may end after one.
    return place != "0" and "pause" not in place and "sig" not in place


def _sleeps(pid: int) -> bool:
    """Tell whether a process waits for something; where it waits is not told of the fork of another process."""
    until = time.monotonic() + _IDLE_S
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        if state == "S":
            return True
        time.sleep(_PAUSE_S)
    return False


def _event(value: Any) -> RawEvent:
    name, arguments, callers = value
    if not isinstance(name, str) or not isinstance(arguments, tuple) or not isinstance(callers, tuple):
        raise ValueError("The line is not an event.")
    return name, arguments, callers
