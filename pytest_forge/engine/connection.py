"""Connection: the session's end of the pipe to a host."""

from __future__ import annotations

import os
import secrets
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from ..sandbox import Sandbox
from ..targets.own_clock import Starvation
from .host_server import ForkedHost, host_command, import_path
from .lines import MessageError, line_of, read_line
from .messages import Ending, Judged, Loaded, LoadFailed, Reply, Sealed, Started
from .requests import Introduction, Request

__all__ = ["HostConnection", "RunCancelledError"]

#: Seconds between two looks at whether the run was cancelled.
_POLL_S = 0.2
_END_TIMEOUT_S = 10.0


class RunCancelledError(Exception):
    """The run was cancelled, by its user or because another part of it failed."""


class HostConnection:
    """A host process, and the pipe to it.

    Args:
        sandbox: The world it lives in.
        environment: All of its variables.
        introduce: Returns the introduction of the target, for a nonce.
        cancelled: Set when the run is cancelled; None if it cannot be.
        forked: A host that waits for its introduction, which then has the variables; None to start one.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        *,
        environment: Mapping[str, str],
        introduce: Callable[[str], Introduction],
        cancelled: threading.Event | None = None,
        forked: ForkedHost | None = None,
    ) -> None:
        self._cancelled = cancelled
        # A target may write into every open descriptor while it is imported, but cannot guess the nonce.
        self._nonce = secrets.token_hex(16)
        self._received = b""
        self._is_at_end = False
        self._process = forked or subprocess.Popen(  # noqa: S603  # our own interpreter and module
            host_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=sandbox.root,
            env={**environment, **import_path()},
            start_new_session=True,
        )
        self.send(introduce(self._nonce))

    def send(self, message: Introduction | Request) -> None:
        """Send a message; a host that has ended is noticed by the missing reply."""
        pipe = self._process.stdin
        if pipe is None:
            return
        try:
            pipe.write(line_of(message).encode() + b"\n")
            pipe.flush()
        except BrokenPipeError:
            return

    def receive(
        self, limit_s: float, *, starved_s: float = 0.0
    ) -> Started | Loaded | LoadFailed | Reply | Judged | Ending | None:
        """Return the host's next message, or None if it ended or did not answer in time.

        Args:
            limit_s: Seconds for the answer.
            starved_s: Of those in which the host was kept from running, the most that are given to it in addition.

        Raises:
            MessageError: If the host has sent something that is not a message.
            RunCancelledError: If the run was cancelled meanwhile.
        """
        for line in self._lines(time.monotonic() + limit_s, starved_s):
            try:
                said = read_line(line)
            except MessageError:
                if self._nonce.encode() in line:
                    raise
                # The target has written into the pipe.
                continue
            if isinstance(said, Sealed) and said.nonce == self._nonce:
                return said.message
        return None

    def ended(self) -> int | None:
        """Return the host's exit code; None if it still runs."""
        try:
            # Its pipe closes a moment before the process ends.
            return self._process.wait(_END_TIMEOUT_S if self._is_at_end else 0)
        except subprocess.TimeoutExpired:
            return None

    def close(self) -> None:
        """End the host and everything it has started; may be called twice."""
        process = self._process
        if process.stdin is not None:
            # The end of this pipe makes the warden end everything; it may have ended already.
            with suppress(BrokenPipeError):
                process.stdin.close()
        try:
            process.wait(_END_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        if process.stdout is not None:
            process.stdout.close()

    def _lines(self, deadline: float, starved_s: float) -> Iterator[bytes]:
        pipe = self._process.stdout
        if pipe is None:
            return
        waits = Starvation(self._process.pid)
        if starved_s:
            waits.look()
        before = waits.seconds
        while True:
            line, newline, rest = self._received.partition(b"\n")
            if newline:
                self._received = rest
                yield line
                continue
            if self._cancelled is not None and self._cancelled.is_set():
                raise RunCancelledError
            remaining = deadline - time.monotonic()
            if starved_s:
                waits.look()
                remaining += min(waits.seconds - before, starved_s)
            if remaining <= 0:
                return
            if select.select([pipe.fileno()], [], [], min(remaining, _POLL_S))[0]:
                chunk = os.read(pipe.fileno(), 1 << 20)
                if not chunk:
                    self._is_at_end = True
                    return
                self._received += chunk
