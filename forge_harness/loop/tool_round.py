"""ToolRound: the calls of one turn of the model, run under the policy of the agent.

::

    all of them reads       at the same time, each on a thread
    any other               one after the other, in order
    one waits for a person  the next ones go on; it runs when it is granted, alone

Each call always has one result, and the results are in the order of the calls.
Source: seed 004, "The agent's loop pauses on that invocation; other invocations continue".
"""

from __future__ import annotations

import contextvars
import math
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ..approval.decisions import ApprovalDecision, ApprovalHandler
from ..approval.pending import PendingApprovals
from ..deadline.step_timeouts import StepTimeouts
from ..deadline.thread_pool import ThreadPool, Work
from ..dispatch import Dispatcher
from ..events import Event, EventBus
from ..guardrails.guardrails import Guardrails
from ..registry.tool_registry import ToolRegistry
from ..tool import NAME_PATTERN, ToolCall, ToolDispatchResult, ToolInvocationRecord, ToolTier

__all__ = ["MAX_CALLS_A_ROUND", "ToolRound"]

#: The most calls of one turn that are run; the others get an error. Source: seed 000's agent loop.
MAX_CALLS_A_ROUND = 8

_TOO_MANY = (
    f"Only {MAX_CALLS_A_ROUND} calls of one turn are run, and this was one more. Send it again in your next turn."
)
_CANCELLED = "The run was cancelled before this call. It was not run."
_POLL_S = 0.05
_ANY_TIME_S = math.inf


class ToolRound:
    """Runs the calls of a run, turn by turn.

    Args:
        offered: The tools that the model was offered; others are not run.
        approval: Decides on each call.
        scopes: Scopes that the agent holds.
        guardrails: What no call may hold and no result may show.
        workspace_root: Folder of the user's files.
        timeouts: Limits of each step of a call.
        max_result_bytes: Longer results are cut.
        bus: Receives an event of each call, and of each requested approval.
        pending: Keeps calls that wait for a person.
        pool: The run's threads, which also know whether it was cancelled.

    Attributes:
        records: One for each call, in the order of the calls; a call that was not run is rejected.
    """

    def __init__(
        self,
        offered: ToolRegistry,
        *,
        approval: ApprovalHandler,
        scopes: Collection[str],
        guardrails: Guardrails | None,
        workspace_root: Path | str | None,
        timeouts: StepTimeouts,
        max_result_bytes: int,
        bus: EventBus,
        pending: PendingApprovals,
        pool: ThreadPool,
    ) -> None:
        self.records: list[ToolInvocationRecord] = []
        self._offered = offered
        self._pool = pool
        self._is_cancelled = pool.is_cancelled or bool
        self._turn = _Turn(pending, pool, self._is_cancelled)
        self._heard = _Recording(bus)
        common: dict[str, Any] = {
            "scopes": scopes,
            "guardrails": guardrails,
            "workspace_root": workspace_root,
            # Only work on another thread can be abandoned.
            "timeouts": replace(timeouts, run_s=_ANY_TIME_S)
            if pool.is_cancelled is not None and timeouts.run_s is None
            else timeouts,
            "max_result_bytes": max_result_bytes,
            "bus": self._heard,
        }
        self._dispatcher = Dispatcher(offered, approval=approval, pending=self._turn, **common)
        # For malformed calls, which cannot run: they need no approval.
        self._refusing = Dispatcher(offered, **common)

    def run(self, calls: Sequence[ToolCall]) -> list[ToolDispatchResult]:
        """Return the outcome of each of *calls*."""
        kept, dropped = calls[:MAX_CALLS_A_ROUND], calls[MAX_CALLS_A_ROUND:]
        if len(kept) == 1:
            results = [self._call(kept[0])]
        elif all(self._is_read(call) for call in kept):
            results = self._at_once(kept)
        else:
            results = self._in_turn(kept)
        results += [self._not_run(call, "TooManyCalls", _TOO_MANY) for call in dropped]
        heard = self._heard.take()
        if len(heard) > 1:
            order = {call.id: position for position, call in enumerate(calls)}
            heard.sort(key=lambda record: order.get(record.call_id, len(order)))
        self.records += heard
        return results

    def _is_read(self, call: ToolCall) -> bool:
        tool = self._offered.data.get(call.name)
        return tool is None or call.malformed_arguments is not None or tool.tier is ToolTier.READ

    def _call(self, call: ToolCall) -> ToolDispatchResult:
        if self._is_cancelled():
            return self._not_run(call, "Cancelled", _CANCELLED)
        if call.malformed_arguments is not None:
            # The dispatcher refuses arguments that are not an object, without quoting them.
            arguments: Any = call.malformed_arguments
            return self._refusing.dispatch(call.name, arguments, call_id=call.id)
        return self._dispatcher.dispatch(call.name, call.arguments, call_id=call.id)

    def _not_run(self, call: ToolCall, error_type: str, message: str) -> ToolDispatchResult:
        """Return the outcome of a call that did not reach the dispatcher, and emit its record."""
        tool = self._offered.data.get(call.name)
        record = ToolInvocationRecord(
            tool_name=call.name if NAME_PATTERN.fullmatch(call.name) else "unknown",
            outcome="rejected",
            tier=None if tool is None else tool.tier,
            duration_s=0.0,
            error_type=error_type,
            call_id=call.id,
        )
        self._heard.emit(Event("tool.invoked", {"record": record}))
        return ToolDispatchResult.failure(error_type, message, public=message)

    def _at_once(self, calls: Sequence[ToolCall]) -> list[ToolDispatchResult]:
        # Only one thread can enter a context at a time, so each call has its own.
        running = [self._pool.start(partial(self._call, call)) for call in calls]
        return [work.result() for work in running]

    def _in_turn(self, calls: Sequence[ToolCall]) -> list[ToolDispatchResult]:
        running = []
        for call in calls:
            work, parked = self._turn.start(partial(self._call, call))
            running.append(work)
            parked.wait()
        return [work.result() for work in running]


class _Turn(PendingApprovals):
    """Lets one call run at a time; a call that waits for a person does not block the others.

    Everything else is passed to the approvals of the process, for `submit_approval`.
    """

    def __init__(self, pending: PendingApprovals, pool: ThreadPool, is_cancelled: Callable[[], bool]) -> None:
        super().__init__()
        self._pending = pending
        self._pool = pool
        self._is_cancelled = is_cancelled
        self._running = threading.Lock()
        self._parked: contextvars.ContextVar[threading.Event | None] = contextvars.ContextVar("parked", default=None)

    def start(self, work: Callable[[], ToolDispatchResult]) -> tuple[Work, threading.Event]:
        """Run *work* on another thread; the event is set once it ends or waits for a person."""
        event = threading.Event()

        def target() -> ToolDispatchResult:
            self._parked.set(event)
            try:
                with self._running:
                    return work()
            finally:
                event.set()

        return self._pool.start(target), event

    def __len__(self) -> int:
        return len(self._pending)

    def request_ids(self) -> list[str]:
        return self._pending.request_ids()

    def deciding(self) -> AbstractContextManager[object]:
        return self._pending.deciding()

    def park(self, request_id: str, handler: object = None) -> Future[ApprovalDecision]:
        return self._pending.park(request_id, handler)

    def submit(self, request_id: str, decision: ApprovalDecision) -> None:
        self._pending.submit(request_id, decision)

    def wait(self, request_id: str, future: Future[ApprovalDecision], timeout_s: float | None) -> ApprovalDecision:
        parked = self._parked.get()
        if parked is None:
            return self._decision(request_id, future, timeout_s)
        self._running.release()
        parked.set()
        try:
            return self._decision(request_id, future, timeout_s)
        finally:
            self._running.acquire()

    def _decision(self, request_id: str, future: Future[ApprovalDecision], timeout_s: float | None) -> ApprovalDecision:
        for left in _slices(timeout_s):
            if wait_for([future], timeout=left).done:
                break
            if self._is_cancelled():
                break
        # `wait` distinguishes a decision from a timeout.
        return self._pending.wait(request_id, future, 0)


class _Recording(EventBus):
    """Passes events on, and collects the records of calls."""

    def __init__(self, bus: EventBus) -> None:
        super().__init__()
        self._bus = bus
        self._records: list[ToolInvocationRecord] = []

    @property
    def has_subscribers(self) -> bool:
        return True

    def emit(self, event: Event) -> None:
        if event.event_type == "tool.invoked":
            self._records.append(event.payload["record"])
        if self._bus.has_subscribers:
            self._bus.emit(event)

    def take(self) -> list[ToolInvocationRecord]:
        """Return the records since the last time."""
        taken, self._records = self._records, []
        return taken


def _slices(timeout_s: float | None) -> Iterator[float]:
    """Split a wait into short ones; None is endless."""
    left = timeout_s
    while left is None or left > 0:
        yield _POLL_S if left is None else min(left, _POLL_S)
        left = None if left is None else left - _POLL_S
