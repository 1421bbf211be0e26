"""One program, run with limits of time, memory and output, and ended with everything that it has started."""

from __future__ import annotations

import codecs
import errno
import fcntl
import marshal
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..deadline.thread_pool import CallCancelledError
from ..deadline.time_left import is_cancelled, seconds_left
from ..errors import ToolError
from .bubblewrap import bubblewrap_command
from .confinement import Confinement
from .supervisor import LENGTH_BYTES

__all__ = ["ProgramResult", "run_program"]

#: Imports the supervisor without the harness: only the folder above its own is added to the path.
_SUPERVISOR = """
import os, sys
sys.path.append(sys.argv[1])
from programs.supervisor import main
main(int(sys.argv[2]))
os._exit(0)  # at once, without the interpreter's own end
"""
_FOLDER = str(Path(__file__).resolve().parents[1])

_MEMORY_BYTES = 4 << 30
_FILE_BYTES = 1 << 30
#: Seconds that the supervisor may take to end what the program has started.
_GRACE_S = 2.0
#: Seconds of a call's time for what follows its program.
_RETURN_S = 0.25
_POLL_S = 0.05
_READ_BYTES = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramResult:
    """What a program has printed, and how it ended.

    Args:
        stdout: Its output, decoded as UTF-8.
        stderr: Its error output.
        exit_code: Its exit code, the negative number of the signal that ended it, or None if its time was over.
        timed_out: Whether it was ended since its time was over; the streams hold what had arrived.
        truncated: Whether a stream was longer than the limit, and was cut.
        stdout_beyond: What followed its output where that was cut, as far as it was asked for.
        stderr_beyond: The same of its error output.
        confined: Whether the kernel kept it to its places.
    """

    stdout: str
    stderr: str
    exit_code: int | None
    timed_out: bool
    truncated: bool
    confined: bool
    stdout_beyond: str = ""
    stderr_beyond: str = ""


def run_program(
    argv: Sequence[str],
    *,
    cwd: Path,
    program: Path | None = None,
    stdin: str | bytes | None = None,
    timeout_s: float | None,
    max_output_bytes: int,
    beyond_bytes: int = 0,
    environment: Mapping[str, str],
    confine: Confinement | None = None,
    memory_bytes: int = _MEMORY_BYTES,
    file_bytes: int = _FILE_BYTES,
    ends_when_full: bool = False,
) -> ProgramResult:
    """Run a program without a shell, and return when nothing that it has started is left.

    Args:
        argv: The program and its arguments. A name without a slash is looked up in the PATH of *environment*, any
            other is relative to *cwd*.
        cwd: Its working folder.
        program: The file to execute; None looks up the first of *argv*, which the program is told as its name anyway.
        stdin: What it reads; text is sent as UTF-8, and none is the end of the file at once.
        timeout_s: Its time in seconds, or None. It ends before the deadline of the call in any case, so that its output
            still reaches the caller.
        max_output_bytes: How much of each stream is kept. The rest is read and dropped.
        beyond_bytes: How much of what follows the limit is kept apart, for whoever looks for secrets across it.
        environment: All of its variables.
        confine: What it may touch, where the kernel can keep it to that; None for anything.
        memory_bytes: How much memory each of its processes may write.
        file_bytes: The size of the largest file that it may write.
        ends_when_full: Whether it is ended when its output is longer than the limit.

    Raises:
        ToolError: If it cannot be started: ``not_found``, ``not_executable`` or ``bad_argument``.
        CallCancelledError: If nobody waits for the call any more; the program has ended.
    """
    file = _found(argv, cwd, environment, program)
    if not cwd.is_dir():
        raise ToolError("The working folder does not exist. Create it first.", code="not_found")
    left_s = seconds_left()
    if left_s is not None:
        left_s -= min(_RETURN_S, left_s / 4)
        timeout_s = left_s if timeout_s is None else min(timeout_s, left_s)
    wrapped = _wrapped(file, argv, cwd, confine)
    request = {
        "parent": os.getpid(),
        "program": file if wrapped is None else wrapped[0],
        "arguments": wrapped or list(argv),
        "environment": dict(environment),
        "folder": str(cwd),
        "timeout_s": timeout_s,
        "memory_bytes": memory_bytes,
        "file_bytes": file_bytes,
        "is_confined": confine is not None and wrapped is None,
        "readable": [] if confine is None else [file, *map(str, confine.readable)],
        "writable": [] if confine is None else [str(place) for place in confine.writable],
        "executable": None if confine is None or confine.executable is None else [*map(str, confine.executable)],
        "with_network": confine is None or confine.with_network,
    }
    # Half a character cannot be written as UTF-8.
    given = stdin.encode(errors="replace") if isinstance(stdin, str) else stdin or b""
    kept = (max_output_bytes, beyond_bytes)
    with _Run(request, given, kept, ends_when_full=ends_when_full) as run:
        if run.wait(timeout_s):
            raise CallCancelledError
        done = run.result(argv[0])
        return done if wrapped is None else replace(done, confined=True)


def _wrapped(file: str, argv: Sequence[str], cwd: Path, confine: Confinement | None) -> list[str] | None:
    """Return the command for bubblewrap; None if the program is not confined by it."""
    if confine is None or confine.bubblewrap is None:
        return None
    return bubblewrap_command(
        confine.bubblewrap,
        (file, *argv[1:]),
        folder=cwd,
        readable=(Path(file), *confine.readable),
        writable=confine.writable,
        hidden=confine.hidden,
        with_network=confine.with_network,
    )


def _found(argv: Sequence[str], cwd: Path, environment: Mapping[str, str], program: Path | None) -> str:
    """Return the path of the program, which the caller may know already."""
    if not argv or not argv[0]:
        raise ToolError("The name of the program is empty. Name a program.", code="bad_argument")
    if not all(map(_can_be_passed, (*argv, *environment, *environment.values()))):
        raise ToolError("An argument holds a NUL or half a character. Leave it out.", code="bad_argument")
    if program is not None:
        return str(program)
    name = argv[0]
    if "/" not in name:
        found = shutil.which(name, path=environment.get("PATH", os.defpath))
        if found is None:
            raise _refused(errno.ENOENT, name)
        return found
    return str(cwd / name)


def _can_be_passed(word: str) -> bool:
    try:
        return b"\0" not in os.fsencode(word)
    except UnicodeEncodeError:
        return False


def _refused(number: int, name: str) -> ToolError:
    shown = repr(Path(name).name)
    if number in (errno.ENOENT, errno.ENOTDIR):
        return ToolError(f"The program {shown} was not found. Install it, or name another one.", code="not_found")
    if number == errno.E2BIG:
        return ToolError(
            f"The arguments of {shown} are too long for this system. Pass less, or pass it on standard input.",
            code="bad_argument",
        )
    return ToolError(f"The program {shown} cannot be run here. Name an executable file.", code="not_executable")


class _Run:
    """A program that runs below a supervisor, and the streams to it."""

    def __init__(self, request: dict[str, Any], given: bytes, kept: tuple[int, int], *, ends_when_full: bool) -> None:
        self.connection, theirs = socket.socketpair()
        try:
            self.supervisor = subprocess.Popen(  # noqa: S603  # to run programs is our task
                [sys.executable, "-I", "-S", "-X", "utf8", "-c", _SUPERVISOR, _FOLDER, str(theirs.fileno())],
                stdin=subprocess.PIPE if given else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                # Some interpreters do not find their own library without it.
                env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()
        self.request = marshal.dumps(request)
        self.given = memoryview(given)
        self.streams = {
            stream.fileno(): _Stream(*kept)
            for stream in (self.supervisor.stdout, self.supervisor.stderr)
            if stream is not None
        }
        self.ends_when_full = ends_when_full
        self.told = b""
        self.is_overdue = False

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        # It ends the program when it sees this, also if we are interrupted. A process that was forked from this one
        # meanwhile may hold the socket as well, so closing it would not be enough.
        self._end_program()
        self.connection.close()
        try:
            self.supervisor.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            self.supervisor.kill()
            self.supervisor.wait()
        for stream in (self.supervisor.stdin, self.supervisor.stdout, self.supervisor.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def wait(self, timeout_s: float | None) -> bool:
        """Exchange data with the program until it has ended and nobody holds its streams.

        Returns:
            Whether the call was cancelled.
        """
        cancelled = False
        with suppress(OSError):
            self.connection.sendall(len(self.request).to_bytes(LENGTH_BYTES, "big") + self.request)
        until = None if timeout_s is None else time.monotonic() + timeout_s + _GRACE_S
        with selectors.DefaultSelector() as ready:
            ready.register(self.connection, selectors.EVENT_READ)
            for descriptor in self.streams:
                ready.register(descriptor, selectors.EVENT_READ)
                _enlarge(descriptor)
            if self.supervisor.stdin is not None:
                os.set_blocking(self.supervisor.stdin.fileno(), False)
                ready.register(self.supervisor.stdin, selectors.EVENT_WRITE)
            while ready.get_map():
                left_s = None if until is None else until - time.monotonic()
                if left_s is not None and left_s <= 0:
                    # The supervisor was stopped, or a foreign process holds the streams.
                    self.is_overdue = True
                    return cancelled
                if not cancelled and is_cancelled():
                    cancelled = True
                    until = time.monotonic() + _GRACE_S
                    self._end_program()
                for key, _ in ready.select(_POLL_S if left_s is None else min(left_s, _POLL_S)):
                    if not self._exchange(key.fd):
                        ready.unregister(key.fileobj)
                        if key.fileobj is self.supervisor.stdin:
                            self.supervisor.stdin.close()
                        if key.fileobj is self.connection:
                            # The end of the supervisor: only what is already in the pipes may follow.
                            until = time.monotonic() + _GRACE_S
        return cancelled

    def _end_program(self) -> None:
        """Have the supervisor end the program, and tell us when that is done."""
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)

    def _exchange(self, descriptor: int) -> bool:
        """Read or write what can be read or written at once; return whether more may come."""
        if descriptor == self.connection.fileno():
            try:
                part = self.connection.recv(1 << 10)
            except OSError:
                part = b""
            self.told += part
            return bool(part)
        if descriptor in self.streams:
            part = os.read(descriptor, _READ_BYTES)
            if self.streams[descriptor].add(part) and self.ends_when_full:
                self._end_program()
            return bool(part)
        try:
            self.given = self.given[os.write(descriptor, self.given[:_READ_BYTES]) :]
        except BlockingIOError:
            return True
        except OSError:
            # It has ended, or does not read all of it.
            return False
        return bool(self.given)

    def result(self, name: str) -> ProgramResult:
        """Return what the program and the supervisor have told.

        Raises:
            ToolError: If it was not started.
        """
        told = dict[str, str](line.partition(" ")[::2] for line in self.told.decode().splitlines())
        if "failed" in told or "started" not in told:
            raise _refused(int(told.get("failed", 0)), name)
        timed_out = "timed_out" in told or (self.is_overdue and "ended" not in told)
        stdout, stderr = self.streams.values()
        (out, out_beyond), (err, err_beyond) = stdout.texts(), stderr.texts()
        return ProgramResult(
            stdout=out,
            stderr=err,
            stdout_beyond=out_beyond,
            stderr_beyond=err_beyond,
            # If the supervisor is killed, the program is as well.
            exit_code=None if timed_out else int(told.get("ended", -signal.SIGKILL)),
            timed_out=timed_out,
            truncated=stdout.is_cut or stderr.is_cut,
            confined=told["started"] == "1",
        )


class _Stream:
    """One output stream, of which the first bytes are kept."""

    def __init__(self, max_bytes: int, beyond_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._beyond_bytes = beyond_bytes
        self._length = 0
        self._kept = bytearray()
        self.is_cut = False

    def add(self, part: bytes) -> bool:
        """Keep what fits; return whether some did not."""
        self._kept += part[: self._max_bytes + self._beyond_bytes - len(self._kept)]
        self._length += len(part)
        self.is_cut = self._length > self._max_bytes
        return self.is_cut

    def texts(self) -> tuple[str, str]:
        """Return it as text, and what is kept beyond the limit, which begins with a character that the limit cuts."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        text = decoder.decode(bytes(self._kept[: self._max_bytes]), final=not self.is_cut)
        return text, decoder.decode(bytes(self._kept[self._max_bytes :]))


def _enlarge(pipe: int) -> None:
    """Let a pipe hold as much as is read at once; Linux only, and unimportant elsewhere."""
    size = getattr(fcntl, "F_SETPIPE_SZ", None)
    if size is not None:
        with suppress(OSError):
            fcntl.fcntl(pipe, size, _READ_BYTES)
