"""The forks of a host server: each becomes a host with pipes of its own."""

from __future__ import annotations

import gc
import os
import signal
import socket
import struct
from contextlib import suppress

__all__ = ["NUMBER", "next_host"]

#: What is told about a host: its process id, then its exit code.
NUMBER = struct.Struct("i")

#: Input, output and the pipe for the process id and the exit code.
_DESCRIPTORS = 3


def next_host(requests: int) -> int:
    """Return in a new process for each request; the calling process ends when nobody can ask it any more.

    The new process has its own session, and the pipes of its request as standard input and output.

    Args:
        requests: The socket's descriptor. A request is one byte, with descriptors of three pipes.

    Returns:
        The descriptor on which the exit code is to be told; the process id was told there.
    """
    # A fork shares the memory of what was imported as long as a garbage collection does not touch it.
    gc.freeze()
    signal.signal(signal.SIGCHLD, _wait_for_ended)
    with socket.socket(fileno=requests) as server:
        while True:
            word, given, _, _ = socket.recv_fds(server, 1, _DESCRIPTORS)
            if not word:
                os._exit(0)
            if os.fork() == 0:
                break
            for descriptor in given:
                os.close(descriptor)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    theirs_in, theirs_out, status = given
    os.dup2(theirs_in, 0)
    os.dup2(theirs_out, 1)
    os.close(theirs_in)
    os.close(theirs_out)
    os.write(status, NUMBER.pack(os.getpid()))
    return status


def _wait_for_ended(*_: object) -> None:
    """Wait for the forks that have ended, so that their processor time counts as that of the command."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
