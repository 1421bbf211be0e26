"""Copies: what a call does in a copy of this process, so that this one's tool stays as it was."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...targets.own_clock import starved_s

__all__ = ["in_a_copy"]

_MAX_ANSWER = 1 << 24
#: A copy that is kept from running has so many times its limit more.
_PATIENCE = 3


def in_a_copy(work: Callable[[], Any], *, limit_s: float) -> Any:
    """Return what *work* returns in a forked copy of this process, as JSON carries it.

    Args:
        work: Takes nothing, and returns what JSON can carry; what it cannot becomes its repr.
        limit_s: Seconds it may take.

    Returns:
        None if the copy was lost or took longer.
    """
    read_end, write_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(read_end)
            with os.fdopen(write_end, "w") as answer:
                json.dump(work(), answer, default=repr)
        finally:
            os._exit(0)
    os.close(write_end)
    try:
        text = _read(read_end, pid, time.clock_gettime(time.CLOCK_MONOTONIC) + limit_s, limit_s)
    finally:
        os.close(read_end)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    with suppress(ValueError):
        return json.loads(text)
    return None


def _read(descriptor: int, pid: int, deadline: float, limit_s: float) -> bytes:
    text = b""
    while len(text) < _MAX_ANSWER:
        left = deadline - time.clock_gettime(time.CLOCK_MONOTONIC)
        if left <= 0:
            # While others had the processors, the copy could do nothing.
            left += min(starved_s(pid), _PATIENCE * limit_s)
        if left <= 0:
            return b""
        if not select.select([descriptor], [], [], left)[0]:
            continue
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            return text
        text += chunk
    return b""
