"""Copies: work in a forked copy of this process, which leaves the tool in this process unchanged."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from forge_harness import ServerLostError

from ...targets.own_clock import Starvation, pass_over
from ...verdict import CouldNotRun
from .own_failure import told_failure

__all__ = ["in_a_copy"]

_MAX_ANSWER = 1 << 24
#: Extra time, in multiples of its limit, for a copy that does not get a processor.
_PATIENCE = 3
#: Seconds between two looks at a running copy.
_LOOK_S = 0.05


def in_a_copy(work: Callable[[], Any], *, limit_s: float, tell: Callable[[int], None] | None = None) -> Any:
    """Run *work* in a forked copy of this process, and return its result as JSON.

    Args:
        work: Takes nothing, and returns a JSON value; any other value becomes its repr.
        limit_s: Seconds it may take.
        tell: Called with 1 if None is returned since there is no answer, as `Subject.has_left` is: a check that needs
            the answer cannot pass. None if the caller judges the loss itself.

    Returns:
        None if the copy was lost or took longer.

    Raises:
        CouldNotRun: If *work* raises an exception. The exceptions of a tool are in the outcomes of its calls, so
            this is a bug of Forge.
        ServerLostError: If *work* raises it.
    """
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read_end)
            with os.fdopen(write_end, "w") as answer:
                answer.write(_told(work))
        finally:
            os._exit(0)
    os.close(write_end)
    waits = Starvation(pid)
    began = time.clock_gettime(time.CLOCK_MONOTONIC)
    try:
        text = _read(read_end, waits, limit_s)
    finally:
        os.close(read_end)
        # Time without a processor does not count for the check either. Threads wait in parallel: the sum of their waits
        # may exceed the time that has passed, and the clock must not go back.
        pass_over(min(waits.seconds, time.clock_gettime(time.CLOCK_MONOTONIC) - began))
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    try:
        told = json.loads(text)
    except ValueError:
        if tell is not None:
            tell(1)
        return None
    if "lost" in told:
        raise ServerLostError(**told["lost"])
    if "failure" in told:
        raise CouldNotRun(told["failure"])
    return told["returned"]


def _told(work: Callable[[], Any]) -> str:
    try:
        return json.dumps({"returned": work()}, default=repr)
    except MemoryError:
        # The tool may have used all memory.
        raise
    except ServerLostError as lost:
        told = {"how": lost.how, "said": lost.said, "arguments": lost.arguments, "tool": lost.tool}
        return json.dumps({"lost": told}, default=repr)
    except Exception as error:  # noqa: BLE001  # any exception is reported by the other process
        return json.dumps({"failure": told_failure(error)})


def _read(descriptor: int, waits: Starvation, limit_s: float) -> bytes:
    text = b""
    until = time.clock_gettime(time.CLOCK_MONOTONIC) + limit_s
    while len(text) < _MAX_ANSWER:
        waits.look()
        # Time in which the copy had no processor does not count.
        left = until + min(waits.seconds, _PATIENCE * limit_s) - time.clock_gettime(time.CLOCK_MONOTONIC)
        if left <= 0:
            return b""
        if not select.select([descriptor], [], [], min(left, _LOOK_S))[0]:
            continue
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return text
        text += chunk
    return b""
