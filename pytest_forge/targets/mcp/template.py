"""Template: a Python interpreter that has imported what a server imports, and is forked for each start of the server.

Importing an SDK takes a second, the server's own code a tenth of that. The template runs the server's command up to our
start-up module, imports the libraries that the first server had imported, and waits; a fork of it goes on with the
server's code, as a new interpreter would.

    McpServer ──start──> Template ──one message──> startup/sitecustomize in the template ──fork──> the server
                            pipes, report, folder    imports libraries, waits, tells how forks end
"""

from __future__ import annotations

import os
import select
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

__all__ = ["ForkedServer", "Template"]

#: Seconds in which a template has imported its libraries and forked.
_START_S = 10.0
_MAX_STATUS = 64
#: Seconds in which it has ended.
_END_S = 2.0


class ForkedServer:
    """A server that a template has forked: what `McpPipe` needs of a process.

    Attributes:
        pid: Its process id.
        stdin: Where its input is written.
        stdout: Where its output is read.
        stderr: None.
    """

    stderr: IO[bytes] | None = None

    def __init__(self, pid: int, stdin: int, stdout: int, status: int, signal: Callable[[str, int, int], None]) -> None:
        self.pid = pid
        self._send = signal
        self.stdin: IO[bytes] = os.fdopen(stdin, "wb", buffering=0)
        self.stdout: IO[bytes] = os.fdopen(stdout, "rb", buffering=0)
        self._status = status
        self._owner = os.getpid()
        self._code: int | None = None

    def __del__(self) -> None:
        # The template ends a server whose end nobody can be told.
        with suppress(OSError):
            os.close(self._status)

    def poll(self) -> int | None:
        """Return the exit code, negative for a signal; None while it runs."""
        if self._code is None and os.getpid() != self._owner:
            # Only one process may read how it ended.
            return None if Path(f"/proc/{self.pid}").exists() else 0
        if self._code is None and select.select([self._status], [], [], 0)[0]:
            self._take()
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, and return the exit code.

        Raises:
            TimeoutExpired: If it runs on.
        """
        if self.poll() is None and os.getpid() == self._owner and select.select([self._status], [], [], timeout)[0]:
            self._take()
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("server", timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal to the server."""
        self._send("kill", self.pid, number)

    def signal_group(self, number: int) -> None:
        """Send a signal to the server and to what it has started."""
        self._send("killpg", self.pid, number)

    def _take(self) -> None:
        told = os.read(self._status, _MAX_STATUS)
        # The template has ended, and its forks with it.
        self._code = os.waitstatus_to_exitcode(int(told)) if told.strip().isdigit() else -9


class Template:
    """An interpreter that is forked for each start of a server.

    Args:
        command: The server's command, which starts a Python interpreter.
        environment: The server's environment, with the folder of our start-up module on its import path.
        folder: Its working directory.
        modules: The libraries to import.
        prepare: Called in the new process before the command.

    Raises:
        OSError: If it cannot be started.

    Attributes:
        pid: Its process id.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        folder: Path,
        modules: Sequence[str],
        prepare: Callable[[], None],
    ) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            # Streams of the same kind as the server's, which nobody uses.
            input_end, output_end = os.pipe()
            self._drain, out = os.pipe()
            process = subprocess.Popen(  # noqa: S603  # the user's own command
                command,
                stdin=input_end,
                stdout=out,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={**environment, "FORGE_TEMPLATE": f"{theirs.fileno()}:{','.join(modules)}"},
                start_new_session=True,
                preexec_fn=prepare,
                pass_fds=(theirs.fileno(),),
            )
            for descriptor in (input_end, output_end, out):
                os.close(descriptor)
        self._process = process
        self.pid = process.pid

    def start(self, stderr: int, *, folder: Path, told: str, report: int) -> ForkedServer | None:
        """Fork a server; None if the template has ended or is not ready in time.

        Args:
            stderr: The descriptor of its standard error.
            folder: Its working directory.
            told: The variable FORGE_INSIDE, with the number that the report has in the server.
            report: The descriptor of the report.
        """
        server_in, stdin = os.pipe()
        stdout, server_out = os.pipe()
        status, server_status = os.pipe()
        given = [server_in, server_out, stderr, report, server_status]
        try:
            socket.send_fds(self._socket, [f"{told}\0{folder}".encode()], given)
        except OSError:
            told = ""
        for descriptor in (server_in, server_out, server_status):
            os.close(descriptor)
        until = time.monotonic() + _START_S
        pid = b""
        if told and select.select([status], [], [], max(0.0, until - time.monotonic()))[0]:
            pid = os.read(status, _MAX_STATUS)
        if not pid.strip().isdigit():
            for descriptor in (stdin, stdout, status):
                os.close(descriptor)
            return None
        return ForkedServer(int(pid), stdin, stdout, status, self._signal)

    def _signal(self, send: str, pid: int, number: int) -> None:
        # A process that may not send signals to its siblings, as in a sandbox of its own, may ask.
        with suppress(OSError):
            self._socket.send(f"{send} {pid} {number:d}".encode())

    def close(self) -> None:
        """End the template and the servers that it has forked; a process that inherited it only lets go of it."""
        self._socket.close()
        os.close(self._drain)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
