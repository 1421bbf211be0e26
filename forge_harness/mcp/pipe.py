"""McpPipe: an MCP server started by us, and its standard streams.

A message is one line of JSON. Forked processes inherit the pipes and use them one after the other, never at the same
time.
"""

from __future__ import annotations

import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import termios
import time
from array import array
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from ..json_text import long_integer
from .error_tail import ErrorTail
from .noise import Noise
from .transport import ServerLostError

__all__ = ["McpPipe"]

#: The longest line that is read, in bytes.
_MAX_LINE = 1 << 26
_MAX_SHOWN = 300
#: JSON-RPC's code for an error of the server.
_INTERNAL_ERROR = -32603
_SAID_BYTES = 4000
_SAID_LINES = 4
_END_PATIENCE_S = 0.5
#: How often a server that has not answered is looked at.
_LOOK_S = 0.05
#: How long, and how often, a server that reads the first piece of a message is waited for.
_READ_S, _LOOK_READ_S = 1.0, 0.001


class McpPipe:
    """An MCP server started by us, and its standard streams.

    Args:
        command: The words of the command.
        environment: Its complete environment.
        folder: Its working directory.
        scratch: The folder for its standard error; None keeps the end of it in memory.
        prepare: Called in the new process before the command.
        inherited: Descriptors that the server inherits, besides its standard streams.
        watch: Called with the process id when a message is waited for; what it returns is called after each moment
            without one, with its seconds.
        fork: Called with the descriptor for its standard error; returns the server, started in another way, or None.
            It is used like a `subprocess.Popen`, and has a method ``signal_group``.

    Raises:
        OSError: If it cannot be started.

    Attributes:
        noise: Output of the server that is not a message.
        letters_in_pieces: Whether the bytes of a letter reach the server in two pieces, as they may in a long message.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        scratch: Path | None = None,
        prepare: Callable[[], None] | None = None,
        inherited: Collection[int] = (),
        watch: Callable[[int], Callable[[float], None]] | None = None,
        fork: Callable[[int], Any] | None = None,
    ) -> None:
        self.noise = Noise()
        self.letters_in_pieces = False
        self._owner = os.getpid()
        self._watch = watch
        # A line may arrive in thousands of pieces, and is joined once.
        self._lines: deque[bytes] = deque()
        self._pieces: list[bytes] = []
        self._size = 0
        #: The bytes of the last request that are written, and of what followed it.
        self._written = 0
        self._is_whole = False
        self._file: IO[bytes] | None = None
        if scratch is not None:
            # A file, since a full pipe would block the server; unnamed, since the folder is emptied at times.
            self._file = tempfile.TemporaryFile(dir=scratch)  # noqa: SIM115  # lives as long as the server
        forked = fork(self._file.fileno()) if fork is not None and self._file is not None else None
        self._process = forked or subprocess.Popen(  # noqa: S603  # the user's own command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self._file is None else self._file,
            cwd=folder,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=prepare,
            pass_fds=tuple(inherited),
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("The server lacks standard streams.")
        # Forked processes have no thread of ours, so they need the file.
        self._tail = None if self._process.stderr is None else ErrorTail(self._process.stderr, max_bytes=_SAID_BYTES)
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._input, False)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return int(self._process.pid)

    def send_signal(self, number: int) -> None:
        """Send a signal to the server alone."""
        self._process.send_signal(number)

    def send(self, message: dict[str, Any], *, until: float) -> None:
        """Send one message; messages that arrive meanwhile are kept for `receive`."""
        line = _line(message)
        is_request = "id" in message and "method" in message
        if is_request:
            self._written, self._is_whole = 0, False
        first = _within_letter(line) if self.letters_in_pieces else 0
        if first:
            self._write(memoryview(line[:first]), until=until)
            self._await_reading()
        self._write(memoryview(line[first:]), until=until)
        self._is_whole = self._is_whole or is_request

    def _write(self, data: memoryview, *, until: float) -> None:
        while data:
            remaining = until - time.monotonic()
            if remaining <= 0:
                raise TimeoutError
            # A server may block on its output until that is read.
            readable, writable, _ = select.select([self._output], [self._input], [], remaining)
            if readable:
                self._read()
            if writable:
                try:
                    count = os.write(self._input, data)
                    data = data[count:]
                    self._written += count
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    raise self._lost() from None

    def _await_reading(self) -> None:
        """Wait until the server has read what is written, for a second at most."""
        until = time.monotonic() + _READ_S
        while self._unread() and time.monotonic() < until:
            time.sleep(_LOOK_READ_S)

    def receive(self, *, until: float) -> dict[str, Any]:
        """Return the next message; other lines are noise."""
        tell = None if self._watch is None else self._watch(self.pid)
        while True:
            if self._lines:
                message = self._message(self._lines.popleft())
                if message is not None:
                    return message
                continue
            remaining = until - time.monotonic()
            if remaining <= 0:
                raise TimeoutError
            began = time.monotonic()
            if select.select([self._output], [], [], min(remaining, _LOOK_S))[0]:
                self._read()
                continue
            if tell is not None:
                tell(time.monotonic() - began)

    def arrived(self) -> dict[str, Any] | None:
        """Return a message that has arrived already, or None; never waits."""
        if not self._lines and select.select([self._output], [], [], 0)[0]:
            self._read()
        while self._lines:
            message = self._message(self._lines.popleft())
            if message is not None:
                return message
        if self._process.poll() is not None:
            # What it has started may hold its output open, and does not answer.
            raise self._lost()
        return None

    def said(self) -> str:
        """Return its last lines on standard error."""
        if self._tail is not None:
            data = self._tail.data()
        elif self._file is not None:
            descriptor = self._file.fileno()
            data = os.pread(descriptor, _SAID_BYTES, max(0, os.fstat(descriptor).st_size - _SAID_BYTES))
        else:
            data = b""
        text = data.decode("utf-8", "replace")
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        return "\n".join(line[:_MAX_SHOWN] for line in lines[-_SAID_LINES:])

    def interrupt(self) -> None:
        """Kill the server, which ends the wait of another thread for a message."""
        if os.getpid() == self._owner:
            self._signal(signal.SIGKILL)

    def close(self, *, grace_s: float = 0.0) -> None:
        """End the server and its child processes; a process that inherited the pipes only closes them.

        Args:
            grace_s: Seconds for it to end by itself once its input is closed, and again once it is asked to. It gets
                none if this is 0.
        """
        _close(self._process.stdin)
        is_owner = os.getpid() == self._owner
        if is_owner and grace_s > 0 and not self._ends_within(grace_s):
            self._signal(signal.SIGTERM)
            self._ends_within(grace_s)
        for stream in (self._process.stdout, self._file):
            _close(stream)
        if is_owner:
            self._signal(signal.SIGKILL)
            self._ends_within(_END_PATIENCE_S)

    def how_it_ended(self) -> str:
        """Return how the server ended, to follow "A call …"; only the process that started it knows the exit code."""
        code = self._exit_code() if os.getpid() == self._owner else None
        if code is None:
            return "made the server close its output"
        if code < 0:
            name = signal.Signals(-code).name if -code in signal.valid_signals() else str(-code)
            return f"ended the server by signal {name}"
        return f"ended the server with exit code {code}"

    def _read(self) -> None:
        chunk = os.read(self._output, 1 << 20)
        if not chunk:
            raise self._lost()
        self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            self._lines.append(b"".join([*self._pieces, line]))
            self._pieces, self._size = [], 0
        self._pieces.append(rest)
        self._size += len(rest)
        if self._size > _MAX_LINE:
            raise ServerLostError(f"made the server send more than {_MAX_LINE >> 20} MiB in one line", self.said())

    def _message(self, line: bytes) -> dict[str, Any] | None:
        if not line.strip():
            return None
        try:
            message = json.loads(line, parse_constant=_refused, parse_int=long_integer)
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, _ConstantError) else ""
            self._note(line, reason)
            return _refusal(line, reason) if reason else None
        if not isinstance(message, dict):
            self._note(line, "")
            return None
        return message

    def _note(self, line: bytes, reason: str) -> None:
        self.noise.add(reason or line.decode("utf-8", "replace").strip())

    def _lost(self) -> ServerLostError:
        # Its last output explains the end, and may still be unread.
        while select.select([self._output], [], [], 0)[0] and (chunk := os.read(self._output, 1 << 20)):
            self._take(chunk)
        for line in [*self._lines, b"".join(self._pieces)]:
            self._message(line)
        self._lines.clear()
        self._pieces, self._size = [], 0
        return ServerLostError(self.how_it_ended(), self.said(), was_sent=not self._is_unread())

    def _is_unread(self) -> bool:
        """Tell whether the server cannot have read the last request whole."""
        return not self._is_whole or self._unread() >= self._written

    def _unread(self) -> int:
        """Return how many bytes nobody has read; 0 if the system does not tell."""
        unread = array("i", [0])
        # What nobody has read stays in the pipe, also when its reader is gone.
        with suppress(OSError):
            fcntl.ioctl(self._input, termios.FIONREAD, unread)
        return unread[0]

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if isinstance(self._process, subprocess.Popen):
                os.killpg(self._process.pid, number)
            else:
                self._process.signal_group(number)

    def _ends_within(self, seconds: float) -> bool:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _exit_code(self) -> int | None:
        try:
            # The output is closed a moment before the process ends.
            return self._process.wait(_END_PATIENCE_S)
        except subprocess.TimeoutExpired:
            return None


def _line(message: dict[str, Any]) -> bytes:
    """Return a message as one line in UTF-8, with letters as they are, which is what the clients of SDKs send."""
    try:
        return json.dumps(message, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:
        # Half a surrogate pair, which UTF-8 does not have.
        return json.dumps(message).encode() + b"\n"


def _within_letter(line: bytes) -> int:
    """Return a place between the bytes of the last letter that has several; 0 if there is none."""
    # The bytes that continue a letter begin with the bits 10.
    return next((place for place in range(len(line) - 1, 0, -1) if line[place] & 0xC0 == 0x80), 0)


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with suppress(OSError):
            stream.close()


class _ConstantError(ValueError):
    """The line contains a constant that is not valid in JSON."""


def _refusal(line: bytes, reason: str) -> dict[str, Any] | None:
    """Return an error in place of an answer that is JSON but for a constant: its request waits for nothing else."""
    try:
        message = json.loads(line, parse_int=long_integer)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or "method" in message or "result" not in message:
        return None
    error = {"code": _INTERNAL_ERROR, "message": f"The answer contains {reason}."}
    return {"jsonrpc": "2.0", "id": message.get("id"), "error": error}


def _refused(constant: str) -> Any:
    raise _ConstantError(f"{constant}, which is not valid in JSON")
