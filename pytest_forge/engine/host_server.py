"""Host server: a process that has imported what every host imports, and is forked for each host.

    session ──socket──> host server, one for each hash seed ── warden ── host
       └───────────────────────── pipes ─────────────────────────┘

The imports take longer than most checks of a tool. A command starts its server before its own imports, which take as
long; sessions that follow, of other targets and other workers, find it ready.
"""

from __future__ import annotations

import atexit
import os
import select
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack, suppress

from ..sandbox import machine_variables
from .host_forks import NUMBER

__all__ = ["ForkedHost", "end_host_servers", "host_command", "import_path", "start_host_server", "take_host"]

#: A run uses two hash seeds; hosts with more of them are started one by one.
_MOST_SERVERS = 4
#: By hash seed, which a process is given when it starts, and whether their hosts only list the tools.
_servers: dict[tuple[int, bool], tuple[subprocess.Popen[bytes], socket.socket]] = {}
_starting = threading.Lock()


class ForkedHost:
    """A host that waits for its introduction, with the part of `subprocess.Popen` that a connection uses.

    Args:
        server: The socket of its server.

    Raises:
        OSError: If the server has ended.
    """

    def __init__(self, server: socket.socket) -> None:
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        self._status, theirs_status = os.pipe()
        theirs = [theirs_in, theirs_out, theirs_status]
        with ExitStack() as stack:
            for descriptor in (ours_in, ours_out, self._status):
                stack.callback(os.close, descriptor)
            try:
                socket.send_fds(server, [b"h"], theirs)
            finally:
                for descriptor in theirs:
                    os.close(descriptor)
            self.pid = self._number()
            stack.pop_all()
        self.stdin = os.fdopen(ours_in, "wb")
        self.stdout = os.fdopen(ours_out, "rb")
        self._code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code as `subprocess.Popen` does, and -9 for a host whose warden was killed.

        Raises:
            TimeoutExpired: If the host runs on.
        """
        if self._code is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("host", timeout or 0.0)
            try:
                self._code = self._number()
            except ChildProcessError:
                self._code = -9
            os.close(self._status)
        return self._code

    def _number(self) -> int:
        told = os.read(self._status, NUMBER.size)
        if not told:
            raise ChildProcessError
        number: int = NUMBER.unpack(told)[0]
        return number


def start_host_server(hash_seed: int, *, lists_only: bool = False) -> socket.socket | None:
    """Return the socket of a host server, which is started unless it runs; None if there are enough of them.

    Args:
        hash_seed: Of its hosts. They get their other variables with the introduction.
        lists_only: Whether they only list the tools; else they import the checks.
    """
    with _starting:
        if (hash_seed, lists_only) not in _servers:
            if len(_servers) >= _MOST_SERVERS:
                return None
            _servers[hash_seed, lists_only] = _started(hash_seed, lists_only=lists_only)
        return _servers[hash_seed, lists_only][1]


def take_host(hash_seed: int, *, lists_only: bool = False) -> ForkedHost | None:
    """Return a host of the server for *hash_seed*, which is started unless it runs; None if it has to be started."""
    server = start_host_server(hash_seed, lists_only=lists_only)
    if server is None:
        return None
    try:
        return ForkedHost(server)
    except OSError:
        # It was ended by somebody else, as by a system without memory.
        return None


def host_command() -> list[str]:
    """Return the command of a host."""
    return [sys.executable, "-m", "pytest_forge.engine.host_start"]


def import_path() -> dict[str, str]:
    """Return the variable with which a host can import us."""
    return {"PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}


@atexit.register
def end_host_servers() -> None:
    """End the host servers; the hosts that they have forked end with their sessions."""
    while _servers:
        process, ours = _servers.popitem()[1]
        ours.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)


def _started(hash_seed: int, *, lists_only: bool) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(  # noqa: S603  # our own interpreter and module
            [*host_command(), "--server", str(theirs.fileno()), *(["--lists"] if lists_only else [])],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={**machine_variables(hash_seed=hash_seed), **import_path()},
            start_new_session=True,
        )
    return process, ours
