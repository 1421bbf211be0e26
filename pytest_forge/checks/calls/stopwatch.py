"""Stopwatch: the CPU time of calls, of this process or of a server's."""

from __future__ import annotations

import gc
import math
import sys
import time
from typing import Any

from ...targets.subject import Subject
from ...verdict import NotApplicable, NotEnoughSeen
from .asking import served_tool
from .edge_calls import FastCalls

__all__ = ["Stopwatch", "cpu_time"]

#: Linux: part of a clock id that selects the CPU time of all threads of a process.
_OF_ALL_THREADS = 2
#: CPU time is measured, so a server gets more wall time: on a busy machine an answer takes longer.
_PATIENCE = 3.0


class Stopwatch:
    """Measures the CPU time of calls.

    Args:
        fast: Makes the calls.
        subject: The tool.

    Attributes:
        has_called: Whether a call was made.
        has_measured: Whether one has succeeded.

    Raises:
        NotApplicable: If the CPU time of a server is not observable.
    """

    def __init__(self, fast: FastCalls, subject: Subject) -> None:
        self._fast = fast
        self._subject = subject
        self._server = served_tool(subject).server if subject.is_served else None
        self._call_s = subject.call_s * (1 if self._server is None else _PATIENCE)
        # Patience also counts the time of programs that the tool starts.
        self._patience = subject.patience()
        self.has_called = self.has_measured = False
        if self._server is not None and cpu_time(self._subject) is None:
            raise NotApplicable("The server's CPU time is not observable.")

    def seconds(self, call: dict[str, Any], *, times: int = 1, call_s: float | None = None) -> float:
        """Return the shortest time of several calls; infinite if one does not return.

        Raises:
            NotEnoughSeen: If time runs out.
        """
        least = math.inf
        for _ in range(times):
            if self._patience.is_over:
                raise NotEnoughSeen("Not judged: time ran out before another call.")
            if self._server is not None:
                self._server.recover()
            self.has_called = True
            enabled = gc.isenabled()
            gc.disable()
            try:
                started = cpu_time(self._subject)
                outcome = self._fast.call(call, call_s=call_s or self._call_s)
                ended = cpu_time(self._subject)
            finally:
                if enabled:
                    gc.enable()
            if outcome.timed_out or started is None or ended is None:
                return math.inf
            self.has_measured = self.has_measured or outcome.succeeded
            least = min(least, ended - started)
        return least


def cpu_time(subject: Subject) -> float | None:
    """Return the CPU time so far of this process, or of a tool's server; None where the system does not offer that.

    Linux has a clock for each process; ``clock_getcpuclockid(3)`` of the C library defines its id.
    """
    if not subject.is_served:
        return time.process_time()
    pid = served_tool(subject).server.pid
    if sys.platform != "linux" or pid is None:
        return None
    try:
        return time.clock_gettime((~pid << 3) | _OF_ALL_THREADS)
    except OSError:
        return None
