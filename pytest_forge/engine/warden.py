"""The warden: starts the host, and ends with it, or with the session, whatever was started below.

    session ──pipe──> warden ── host ── child ── …

A target may end the host while it is imported, or start daemons; the warden runs nothing of it, and outlives it.
"""

from __future__ import annotations

import os
import select

from .processes import adopt_orphans, end_children, end_with_parent

__all__ = ["watch_over"]

_POLL_MS = 50


def watch_over() -> None:
    """Return in a new process, the host; the caller's process waits for its end, or the session's, and never returns.

    Its exit code is the host's, or 128 plus the signal that ended it.
    """
    adopt_orphans()
    host = os.fork()
    if host == 0:
        os.setsid()
        end_with_parent()
        return
    # The session must see the end of the replies when the host ends, so nobody else may hold them.
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    code = 1
    try:
        code = _wait(host)
        end_children()
    finally:
        os._exit(code)


def _wait(host: int) -> int:
    hang_up = select.poll()
    # Nothing is asked for but the end of the other side, which is always told.
    hang_up.register(0, 0)
    while True:
        ended, status = os.waitpid(host, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
        if hang_up.poll(_POLL_MS):
            return 0
