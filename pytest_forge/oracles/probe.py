"""Probe: watches the author's lines while a tool runs, and makes a line, or an act on the outside world, fail.

A trace function raises before the line runs; an audit hook raises instead of the act (opening a file, connecting,
starting a process), in any module. Both fail every time in a call, as a broken disk would, so retries fail too.
"""

from __future__ import annotations

import asyncio
import asyncio.subprocess
import contextlib
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from ..targets.delegated_tool import DelegatedTool
from .lasting_hooks import removed_later
from .module_places import add_stand_in, module_places, remove_stand_in
from .own_code import OwnCode

__all__ = ["ACTS", "Probe", "Raised", "Target"]

#: A file and a line in it, or the name of an audit event.
Target = tuple[str, int] | str

#: Audit events of acts on the outside world, with their names in findings.
ACTS: Mapping[str, str] = {
    "open": "opening a file",
    "os.listdir": "listing a folder",
    "os.scandir": "listing a folder",
    "os.mkdir": "making a folder",
    "os.remove": "removing a file",
    "os.rmdir": "removing a folder",
    "os.rename": "moving a file",
    "os.chmod": "changing a file's mode",
    "os.link": "linking a file",
    "os.symlink": "linking a file",
    "os.truncate": "cutting a file",
    "shutil.rmtree": "removing a folder",
    "socket.connect": "connecting",
    "socket.getaddrinfo": "looking up a host",
    "urllib.Request": "sending a request",
    "http.client.connect": "connecting",
    "subprocess.Popen": "starting a process",
    "os.system": "starting a process",
    "os.posix_spawn": "starting a process",
    "sqlite3.connect": "opening a database",
}

_MAX_FIRED = 30
_SKIPPED_S = 0.001
_LONGEST_COMPLAINT = 20_000
#: Modules that open files for the interpreter.
_INTERPRETER_FILES = ("<frozen importlib", "<frozen zipimport")
_SOURCE_READERS = frozenset({"linecache.py", "tokenize.py", "traceback.py", "warnings.py"})


class Raised(Struct, frozen=True):
    """An exception that reached the author's code, and the way to it.

    Attributes:
        error: The exception.
        frames: The author's frames at that moment, innermost first, each with its line.
        is_aside: Whether it was raised in another thread than the call's.
        is_write: Whether it replaced the opening of a file for writing.
    """

    error: BaseException
    frames: tuple[tuple[FrameType, int], ...]
    is_aside: bool
    is_write: bool = False


class Probe:
    """Watches the author's lines, and makes one of them fail.

    Its hooks and shortened sleeps stay until `remove_lasting_hooks`.

    Args:
        own: The author's code.
        on_line: Called with the frame of each line, while no target is armed.

    Attributes:
        acts: Audit events seen since `clear`, and how often.
        raised: Exceptions that passed through the author's code since `clear`, oldest first.
        complaints: Standard error of commands that failed since `clear`.
        fired: How often the armed target failed since `clear`.
    """

    def __init__(self, own: OwnCode, *, on_line: Callable[[FrameType], None]) -> None:
        self._own = own
        self._on_line = on_line
        self._is_own: dict[CodeType, bool] = {}
        self._watching = 0
        self._thread = 0
        self._target: Target | None = None
        self._make: Callable[[], BaseException] | None = None
        self.clear()
        _install(self)
        threading.settrace(self._trace)
        removed_later(self._remove)
        self._listen()
        _hurry(own)

    def _remove(self) -> None:
        _installed.remove(self)
        threading.settrace(None)

    def clear(self) -> None:
        """Forget everything recorded, and disarm."""
        self._target = self._make = None
        self.acts: Counter[str] = Counter()
        self.raised: list[Raised] = []
        self.complaints: list[str] = []
        self.fired = 0

    @property
    def errors(self) -> list[BaseException]:
        """The exceptions in `raised`."""
        return [raised.error for raised in self.raised]

    def arm(self, target: Target, make: Callable[[], BaseException]) -> None:
        """Raise the exception from *make* at *target*, until `clear`."""
        self.clear()
        self._target, self._make = target, make

    def wrap(self, tool: Tool) -> Tool:
        """Return *tool*, watched while it runs."""
        return _ProbedTool(tool, self)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this thread, and acts on every thread, while entered."""
        self._watching += 1
        self._thread = threading.get_ident()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(None)
            sys.setprofile(None)
            self._watching -= 1

    # --- lines ------------------------------------------------------------------------------------

    def _owns(self, frame: FrameType) -> bool:
        code = frame.f_code
        known = self._is_own.get(code)
        if known is None:
            known = self._is_own[code] = code.co_name != "<module>" and self._own.owns(code.co_filename)
        return known

    def _trace(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:  # noqa: ARG002  # the interpreter's signature
        return self._local if self._watching and self._owns(frame) else None

    def _local(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        if event == "line":
            if self._target is None:
                self._on_line(frame)
            elif self._is_target(frame):
                self._fire(frame)
        elif event == "exception" and isinstance(arg[1], Exception) and not _is_signal(arg[1]):
            self._note(arg[1], frame)
        return self._local

    def _is_target(self, frame: FrameType) -> bool:
        return (frame.f_code.co_filename, frame.f_lineno) == self._target and self.fired < _MAX_FIRED

    def _note(self, error: BaseException, frame: FrameType | None, *, is_write: bool = False) -> None:
        frames = []
        while frame is not None and len(self.raised) < _MAX_FIRED:
            if self._owns(frame):
                frames.append((frame, frame.f_lineno))
            frame = frame.f_back
        self.raised.append(Raised(error, tuple(frames), threading.get_ident() != self._thread, is_write))

    def _fire(self, frame: FrameType) -> None:
        if self._make is None:
            return
        self.fired += 1
        error = self._make()
        self._note(error, frame)
        # The interpreter removes a trace function that raises; the profile function restores it, also on pool threads
        # in the next call.
        sys.setprofile(self._profile)
        raise error

    def _profile(self, frame: FrameType, event: str, arg: Any) -> None:  # noqa: ARG002  # the interpreter's signature
        if not self._watching or sys.gettrace() is not None:
            return
        sys.settrace(self._trace)
        nearest: FrameType | None = None
        walked: FrameType | None = frame.f_back if event == "call" else frame
        while walked is not None:
            if self._owns(walked):
                nearest = nearest or walked
                walked.f_trace = self._local
            walked = walked.f_back
        # The line may be running already: a loop returned to it before any call.
        if event in {"call", "c_call"} and nearest is not None and self._is_target(nearest):
            self._fire(nearest)

    # --- acts -------------------------------------------------------------------------------------

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        """Record an act, or let it fail."""
        if not self._watching:
            return
        if event == "open" and _is_for_the_interpreter(sys._getframe(2)):  # noqa: SLF001  # the only way to the caller
            return
        self.acts[event] += 1
        if event == self._target and self.fired < _MAX_FIRED and self._make is not None:
            self.fired += 1
            error = self._make()
            self._note(error, sys._getframe(2), is_write=event == "open" and _is_to_write(args))  # noqa: SLF001  # as above
            raise error

    def _listen(self) -> None:
        """Record the standard error of failing commands, sync and async."""
        communicate, communicate_async = subprocess.Popen.communicate, asyncio.subprocess.Process.communicate

        def listened(process: Any, *args: Any, **kwargs: Any) -> Any:
            output, complaint = communicate(process, *args, **kwargs)
            self._hear(process.returncode, complaint)
            return output, complaint

        async def listened_async(process: Any, *args: Any, **kwargs: Any) -> Any:
            output, complaint = await communicate_async(process, *args, **kwargs)
            self._hear(process.returncode, complaint)
            return output, complaint

        def remove() -> None:
            subprocess.Popen.communicate = communicate  # type: ignore[method-assign]
            asyncio.subprocess.Process.communicate = communicate_async  # type: ignore[method-assign]

        removed_later(remove)
        subprocess.Popen.communicate = listened  # type: ignore[method-assign,assignment]  # it takes what the other takes
        asyncio.subprocess.Process.communicate = listened_async  # type: ignore[method-assign,assignment]  # as above

    def _hear(self, returncode: int | None, complaint: str | bytes | None) -> None:
        if self._watching and returncode and complaint:
            text = complaint.decode("utf-8", "replace") if isinstance(complaint, bytes) else complaint
            self.complaints.append(text[:_LONGEST_COMPLAINT])


#: Our short sleeps.
_naps: set[Any] = set()
_installed: list[Probe] = []
_is_hooked = False


def _install(probe: Probe) -> None:
    # An audit hook cannot be removed, so one hook serves every probe of the process.
    global _is_hooked  # one hook a process
    _installed.append(probe)
    if not _is_hooked:
        _is_hooked = True
        sys.addaudithook(_hear)


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if event in ACTS:
        for probe in tuple(_installed):
            probe.audit(event, args)


class _ProbedTool(DelegatedTool):
    """Delegates to a tool, and watches while it runs."""

    def __init__(self, tool: Tool, probe: Probe) -> None:
        super().__init__(tool)
        self._probe = probe

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        with self._probe.watching():
            value = self._tool.run(validated, workspace_root=workspace_root)
        return self._finish(value) if hasattr(value, "__await__") else value

    async def _finish(self, awaitable: Any) -> Any:
        with self._probe.watching():
            return await awaitable


def _is_signal(error: BaseException) -> bool:
    # Loops and coroutines end with these; they are not failures.
    return isinstance(error, StopIteration | StopAsyncIteration)


def _is_to_write(opened: tuple[Any, ...]) -> bool:
    """Return whether the arguments of an ``open`` event ask for writing."""
    mode, flags = (*opened, None, None, None)[1:3]
    if isinstance(mode, str):
        return not {"w", "a", "x", "+"}.isdisjoint(mode)
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))


def _is_for_the_interpreter(frame: FrameType | None) -> bool:
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_INTERPRETER_FILES) or file.rpartition("/")[2] in _SOURCE_READERS:
            return True
        frame = frame.f_back
    return False


def _hurry(own: OwnCode) -> None:
    """Shorten every sleep, to give a tool with pauses between retries time to give up."""
    sleep, sleep_async = time.sleep, asyncio.sleep
    if sleep in _naps:
        # An earlier probe has done it.
        return

    def nap(seconds: float) -> None:
        sleep(min(seconds, _SKIPPED_S))

    async def nap_async(delay: float, result: Any = None) -> Any:
        return await sleep_async(min(delay, _SKIPPED_S), result)

    time.sleep, asyncio.sleep = nap, nap_async  # type: ignore[assignment]  # the typeshed's overloads are finer
    _naps.add(nap)
    replaced: list[tuple[Any, str, Any]] = [(time, "sleep", sleep), (asyncio, "sleep", sleep_async)]
    stand_ins: tuple[tuple[Any, Any], ...] = ((sleep, nap), (sleep_async, nap_async))
    for real, short in stand_ins:
        for module, name in module_places(real):
            if own.is_module(module.__name__):
                replaced.append((module, name, real))
                setattr(module, name, short)
    for real, short in stand_ins:
        add_stand_in(short, [(module, name) for module, name, known in replaced if known is real])

    def remove() -> None:
        _naps.discard(nap)
        for _, short in stand_ins:
            remove_stand_in(short)
        for owner, name, real in replaced:
            setattr(owner, name, real)

    removed_later(remove)
