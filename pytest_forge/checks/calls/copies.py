"""Copies: what a call does in a copy of this process, so that this one's tool stays as it was."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from ...targets.own_clock import starved_s

__all__ = ["Untouched", "in_a_copy"]

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


class Untouched:
    """A copy of this process as it is now, which can be asked later what something does from here.

    Args:
        work: Takes a value as JSON carries it, and returns one.
        limit_s: Seconds that it may take each time.
    """

    def __init__(self, work: Callable[[Any], Any], *, limit_s: float) -> None:
        self._limit_s = limit_s
        questions, self._questions = os.pipe()
        self._answers, answers = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._questions)
                os.close(self._answers)
                with os.fdopen(questions) as asked, os.fdopen(answers, "w") as told:
                    for line in asked:
                        value = json.loads(line)
                        print(json.dumps(in_a_copy(partial(work, value), limit_s=limit_s)), file=told, flush=True)
            finally:
                os._exit(0)
        os.close(questions)
        os.close(answers)

    def ask(self, value: Any) -> Any:
        """Return what the work makes of *value*; None if the copy was lost or took longer."""
        with suppress(OSError, ValueError):
            os.write(self._questions, json.dumps(value, default=repr).encode() + b"\n")
            longest = (_PATIENCE + 1) * self._limit_s + 1
            text, deadline = b"", time.clock_gettime(time.CLOCK_MONOTONIC) + longest
            while not text.endswith(b"\n"):
                left = deadline - time.clock_gettime(time.CLOCK_MONOTONIC)
                if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                    return None
                chunk = os.read(self._answers, 1 << 16)
                if not chunk:
                    return None
                text += chunk
            return json.loads(text)
        return None

    def __enter__(self) -> Untouched:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._questions)
        os.close(self._answers)
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
