"""The warden: starts the host, and ends every process below when the host or the session ends.

    session ──pipe──> warden ── host ── child ── …

A target may end the host while it is imported, or start daemons; the warden runs none of its code and outlives it.
"""

from __future__ import annotations

import os
import select
from contextlib import suppress

from forge_harness import adopt_orphans, end_children, end_with_parent

from .host_forks import NUMBER

__all__ = ["watch_over"]

_POLL_MS = 50


def watch_over(status: int | None = None) -> None:
    """Return in a new process, the host; the calling process waits for the end of host or session and never returns.

    Its exit code is the host's, or 128 plus the signal that ended it.

    Args:
        status: Descriptor that the exit code is written to; None for none.
    """
    adopt_orphans()
    host = os.fork()
    if host == 0:
        os.setsid()
        end_with_parent()
        if status is not None:
            os.close(status)
        return
    # The session must see the pipe close when the host ends, so this process must not keep it open.
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    code = 1
    try:
        code = _wait(host)
        end_children()
    finally:
        if status is not None:
            # Nobody may be waiting for it any more.
            with suppress(OSError):
                os.write(status, NUMBER.pack(code))
        os._exit(code)


def _wait(host: int) -> int:
    hang_up = select.poll()
    # No events are requested: the end of the other side is always reported.
    hang_up.register(0, 0)
    while True:
        ended, status = os.waitpid(host, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        if hang_up.poll(_POLL_MS):
            return 0
