"""McpPipe: an MCP server started by us, and its standard streams.

A message is one line of JSON. Forked processes inherit the pipes and use them one after the other, never at the same
time.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..json_text import long_integer
from .transport import ServerLostError

__all__ = ["McpPipe"]

#: The longest line that is read, in bytes.
_MAX_LINE = 1 << 26
_MAX_NOISE = 20
_MAX_SHOWN = 300
_SAID_BYTES = 4000
_SAID_LINES = 4
_END_PATIENCE_S = 0.5
#: How often a server that has not answered is looked at.
_LOOK_S = 0.05


class McpPipe:
    """An MCP server started by us, and its standard streams.

    Args:
        command: The words of the command.
        environment: Its complete environment.
        folder: Its working directory.
        scratch: The folder for its standard error.
        prepare: Called in the new process before the command.
        inherited: Descriptors that the server inherits, besides its standard streams.
        watch: Called with the process id when a message is waited for; what it returns is called after each moment
            without one, with its seconds.

    Raises:
        OSError: If it cannot be started.

    Attributes:
        noise: Output of the server that is not a message, a line each, oldest first.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        scratch: Path,
        prepare: Callable[[], None] | None = None,
        inherited: Collection[int] = (),
        watch: Callable[[int], Callable[[float], None]] | None = None,
    ) -> None:
        self.noise: list[str] = []
        self._owner = os.getpid()
        self._watch = watch
        # A line may arrive in thousands of pieces, and is joined once.
        self._lines: deque[bytes] = deque()
        self._pieces: list[bytes] = []
        self._size = 0
        # A file, since a full pipe would block the server; unnamed, since the folder is emptied at times.
        self._said = tempfile.TemporaryFile(dir=scratch)  # noqa: SIM115  # lives as long as the server
        self._process = subprocess.Popen(  # noqa: S603  # the user's own command
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            cwd=folder,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=prepare,
            pass_fds=tuple(inherited),
        )
        if self._process.stdin is None or self._process.stdout is None:
            raise OSError("The server lacks standard streams.")
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._input, False)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    def send(self, message: dict[str, Any], *, until: float) -> None:
        """Send one message; messages that arrive meanwhile are kept for `receive`."""
        data = memoryview(json.dumps(message).encode() + b"\n")
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
                    data = data[os.write(self._input, data) :]
                except BlockingIOError:
                    continue
                except BrokenPipeError:
                    raise self._lost() from None

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

    def said(self) -> str:
        """Return its last lines on standard error."""
        descriptor = self._said.fileno()
        size = os.fstat(descriptor).st_size
        text = os.pread(descriptor, _SAID_BYTES, max(0, size - _SAID_BYTES)).decode("utf-8", "replace")
        lines = [line.rstrip() for line in text.splitlines() if line.strip()]
        return "\n".join(line[:_MAX_SHOWN] for line in lines[-_SAID_LINES:])

    def close(self) -> None:
        """End the server and its child processes; a process that inherited the pipes only closes them."""
        for stream in (self._process.stdin, self._process.stdout, self._said):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if os.getpid() != self._owner:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_PATIENCE_S)

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
            return None
        if not isinstance(message, dict):
            self._note(line, "")
            return None
        return message

    def _note(self, line: bytes, reason: str) -> None:
        if len(self.noise) < _MAX_NOISE:
            text = line.decode("utf-8", "replace").strip()
            self.noise.append(reason or text[:_MAX_SHOWN])

    def _lost(self) -> ServerLostError:
        # Its last output explains the end, and may still be unread.
        while select.select([self._output], [], [], 0)[0] and (chunk := os.read(self._output, 1 << 20)):
            self._take(chunk)
        for line in [*self._lines, b"".join(self._pieces)]:
            self._message(line)
        self._lines.clear()
        self._pieces, self._size = [], 0
        return ServerLostError(self.how_it_ended(), self.said())

    def _exit_code(self) -> int | None:
        try:
            # The output is closed a moment before the process ends.
            return self._process.wait(_END_PATIENCE_S)
        except subprocess.TimeoutExpired:
            return None


class _ConstantError(ValueError):
    """The line contains a constant that is not valid in JSON."""


def _refused(constant: str) -> Any:
    raise _ConstantError(f"{constant}, which is not valid in JSON")
