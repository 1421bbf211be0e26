"""Forked hosts: the hosts of sessions, forked from a process that has already imported what every host imports.

    worker ──socket──> this file, once a worker and hash seed ── warden ── host
       └───────────────────────── pipes ──────────────────────────────────┘

A host imports for half a second, and the suite opens about a thousand. A forked one does what a spare host does once
it is introduced. The fixture `started_hosts` gives a test the hosts that users have.
"""

from __future__ import annotations

import gc
import os
import select
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from pytest_forge.engine import spare_host
from pytest_forge.sandbox import machine_variables

__all__ = ["ForkedHost", "end_servers", "take_host"]

#: What the server of hosts sends about each: its process id, then its exit status.
_NUMBER = struct.Struct("i")
#: Other hash seeds are rare, and get hosts of their own.
_HASH_SEEDS = (0, 1)
#: The process that forks hosts, and our end of its socket, by hash seed.
_servers: dict[int, tuple[subprocess.Popen[bytes], socket.socket]] = {}
_starting = threading.Lock()


class ForkedHost:
    """A host that waits for its introduction, with the part of `subprocess.Popen` that a connection uses."""

    def __init__(self, server: socket.socket, *, lists_only: bool) -> None:
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        self._status, theirs_status = os.pipe()
        theirs = [theirs_in, theirs_out, theirs_status]
        socket.send_fds(server, [b"L" if lists_only else b"H"], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        self.stdin = os.fdopen(ours_in, "wb")
        self.stdout = os.fdopen(ours_out, "rb")
        self.returncode: int | None = None
        self.pid = _NUMBER.unpack(os.read(self._status, _NUMBER.size))[0]

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code as `subprocess.Popen` does."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(["host"], timeout or 0)
            self.returncode = os.waitstatus_to_exitcode(_NUMBER.unpack(os.read(self._status, _NUMBER.size))[0])
            os.close(self._status)
        return self.returncode


def take_host(hash_seed: int, *, lists_only: bool = False) -> ForkedHost | subprocess.Popen[bytes] | None:
    """Return the spare host that was started, or else a forked one; None where there is no such host."""
    spare = spare_host.take_spare(hash_seed, lists_only=lists_only)
    if spare is not None or hash_seed not in _HASH_SEEDS or not hasattr(os, "pidfd_open"):
        return spare
    with _starting:
        if hash_seed not in _servers:
            _servers[hash_seed] = _started(hash_seed)
    return ForkedHost(_servers[hash_seed][1], lists_only=lists_only)


def end_servers() -> None:
    """End the processes that fork hosts."""
    while _servers:
        process, requests = _servers.popitem()[1]
        requests.close()
        process.wait()


def _started(hash_seed: int) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            # As a text: a tool sees who called it, and a file of this project would count as its author's.
            [sys.executable, "-c", Path(__file__).read_text(), str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={**machine_variables(hash_seed=hash_seed), **spare_host.import_path()},
            start_new_session=True,
        )
    return process, ours


def _serve(requests: socket.socket) -> None:
    """Fork a host for each request, and tell its end."""
    hosts: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([requests, *hosts], [], [])[0]:
            if ready in hosts:
                pid, status = hosts.pop(ready)
                with suppress(BrokenPipeError):
                    os.write(status, _NUMBER.pack(os.waitpid(pid, 0)[1]))
                os.close(status)
                os.close(ready)
                continue
            word, given, _, _ = socket.recv_fds(requests, 1, 3)
            if not word:
                return
            pid = os.fork()
            if pid == 0:
                os.setsid()
                os.dup2(given[0], 0)
                os.dup2(given[1], 1)
                os.closerange(3, 1 << 10)
                _become_host(["--lists"] if word == b"L" else [])
            for descriptor in given[:2]:
                os.close(descriptor)
            os.write(given[2], _NUMBER.pack(pid))
            hosts[os.pidfd_open(pid)] = pid, given[2]


def _become_host(words: list[str]) -> None:
    code = 1
    try:
        sys.argv = [host.__file__, "--spare", *words]
        host.main()
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    import pytest_forge.engine.serving  # noqa: F401
    from pytest_forge.engine import host

    # The module that a host runs.
    sys.modules["__main__"] = host
    gc.freeze()
    _serve(socket.socket(fileno=int(sys.argv[1])))
