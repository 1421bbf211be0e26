"""The watch over a child: until its verdict, its end, or the end of its time."""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress

from ..targets.own_clock import Starvation
from .account import Account
from .budget import STARVED
from .messages import Loss

__all__ = ["PIPE_BYTES", "watch_child"]

#: What a child may write before it is heard; a full pipe would keep it waiting.
PIPE_BYTES = 1 << 20
#: Seconds after which the messages of a running child are read again. Reading each of them at once would wake this
#: process twice for each call, which takes as long as the call of a quick tool.
_PAUSE_S = 0.01
#: Bytes after which more are read at once: a tool floods the pipe.
_MUCH = PIPE_BYTES // 2
#: Share of a check's time after which a call is to blame for a timeout.
_GOOD_PART = 0.4


def watch_child(pid: int, descriptor: int, account: Account, limit_s: float) -> Loss | None:
    """Listen to a child until its verdict, its end or its time limit; then end its process group.

    A call is to blame for the loss of a child if it had not returned and, at a timeout, had taken a good part of the
    time. Many slow calls that all return are not a finding.

    Args:
        pid: The child, the leader of its group.
        descriptor: The pipe from the child.
        account: Reads the child's messages.
        limit_s: Seconds that it may take; for several checks, that each may take.

    Returns:
        How it was lost; None if it ended with a verdict.
    """
    deadline = time.monotonic() + limit_s
    starvation = Starvation(pid)
    judged, starved_before = 0, 0.0
    status: int | None = None
    timed_out = False
    end = _descriptor_of(pid)
    while account.ending is None:
        starvation.look()
        # Time in which other processes had the processors does not count.
        if len(account.judged) > judged:
            judged, starved_before = len(account.judged), starvation.seconds
            deadline = time.monotonic() + limit_s
        remaining = deadline - time.monotonic() + min(starvation.seconds - starved_before, STARVED * limit_s)
        if remaining <= 0:
            timed_out = True
            break
        readable, _, _ = select.select([descriptor], [], [], min(0.05, remaining))
        if readable:
            chunk = os.read(descriptor, PIPE_BYTES)
            if not chunk:
                break
            account.hear(chunk)
            if account.ending is None and end is not None and len(chunk) < _MUCH:
                select.select([end], [], [], _PAUSE_S)
        elif status is None:
            # A grandchild may keep the pipe open after the child has ended.
            ended, status_now = os.waitpid(pid, os.WNOHANG)
            if ended:
                status = status_now
        else:
            break
    if end is not None:
        os.close(end)
    if status is None and not timed_out:
        status = _reap(pid, 1.0)
    # The group may have ended, or was never created.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    if status is None:
        # It may end at this moment.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    pending = account.pending
    in_call = pending.arguments is not None
    if timed_out:
        in_call = in_call and time.monotonic() - account.pending_since >= _GOOD_PART * limit_s
    if account.ending is not None:
        return None
    return Loss(_describe(status, timed_out, limit_s), pending.arguments, in_call, timed_out, pending.tool)


def _descriptor_of(pid: int) -> int | None:
    """Return a descriptor that can be read once a child has ended; None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _reap(pid: int, timeout_s: float) -> int | None:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        time.sleep(0.002)
    return None


def _describe(status: int | None, timed_out: bool, limit_s: float) -> str:
    if timed_out:
        return f"did not return within {limit_s:g} s"
    if status is None:
        return "closed the descriptors of its process"
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        name = signal.Signals(number).name if number in signal.valid_signals() else str(number)
        return f"ended the process by signal {name}"
    return f"ended the process with exit code {os.WEXITSTATUS(status)}"
