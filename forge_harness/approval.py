"""Approval: who decides whether a call may run.

Handler      Read    Write     Execute
AutoApprove  grant   grant     grant      development only
RejectAll    reject  reject    reject
TierPolicy   grant   review    review

Review parks the call until `submit_approval` brings a decision; other calls go on meanwhile, and a deadline denies.
Source: seed 004, "Approval handlers".
"""

from __future__ import annotations

import copy
import logging
import threading
import uuid
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from .deadline import DeadlineError, StepTimeouts, run_with_deadline
from .errors import UnknownApprovalError
from .events import Event, EventBus
from .tool import Tool, ToolTier

__all__ = [
    "ApprovalDecision",
    "ApprovalHandler",
    "AutoApprove",
    "DeferredToHuman",
    "Granted",
    "PendingApprovals",
    "RejectAll",
    "Rejected",
    "TierPolicy",
    "copy_of_arguments",
    "decide",
    "get_pending_approvals",
    "submit_approval",
]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Granted:
    """The call may run."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The call may not run.

    Attributes:
        reason: Why, for the log.
    """

    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeferredToHuman:
    """A person decides; the call waits for `submit_approval`.

    Attributes:
        request_id: Names the waiting call; unique among those that wait.
    """

    request_id: str


ApprovalDecision = Granted | Rejected | DeferredToHuman


class ApprovalHandler(Protocol):
    """Decides on one call. What it gets is a copy: changing it does not change the call."""

    def approve(
        self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier
    ) -> ApprovalDecision | Awaitable[ApprovalDecision]:
        """Return the decision, or an awaitable of it."""


class AutoApprove:
    """Grants everything; for development only."""

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:  # noqa: ARG002
        """Grant."""
        return Granted()


class RejectAll:
    """Rejects everything."""

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:  # noqa: ARG002
        """Reject."""
        return Rejected("RejectAll rejects every call.")


class TierPolicy:
    """Grants reads, and has a person review the rest.

    Args:
        review: Called with name, arguments and tier of a call that needs review; returns the decision. None parks the
            call under a fresh request id.
    """

    def __init__(self, review: Callable[[str, Mapping[str, Any], ToolTier], ApprovalDecision] | None = None) -> None:
        self._review = review

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        """Grant a read; review anything else."""
        if tier is ToolTier.READ:
            return Granted()
        if self._review is not None:
            return self._review(tool_name, arguments, tier)
        return DeferredToHuman(uuid.uuid4().hex)


class PendingApprovals:
    """The calls that wait for a person.

    A person may answer before the handler that asked has even returned. Such a decision is kept for the handlers that
    are deciding at that moment, and until they have; an id that was decided once takes no early decision again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[ApprovalDecision]] = {}
        self._deciding: set[object] = set()
        self._early: dict[str, tuple[ApprovalDecision, set[object]]] = {}
        # Never forgotten: the second click on a button may come at any time.
        self._over: set[str] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def request_ids(self) -> list[str]:
        """Return the ids that wait, oldest first."""
        with self._lock:
            return list(self._waiting)

    def deciding(self) -> AbstractContextManager[object]:
        """Mark that a handler is at work; what is entered stands for it in `park`."""
        return _Deciding(self._begin, self._end)

    def _begin(self, handler: object) -> None:
        with self._lock:
            self._deciding.add(handler)

    def _end(self, handler: object) -> None:
        with self._lock:
            self._deciding.discard(handler)
            if not self._early:
                return
            stray = []
            for request_id, (_, handlers) in list(self._early.items()):
                handlers.discard(handler)
                if not handlers:
                    del self._early[request_id]
                    stray.append(request_id)
        for request_id in stray:
            log.warning("A decision on %s came, and no call waits for one under this id.", ascii(request_id))

    def park(self, request_id: str, handler: object = None) -> Future[ApprovalDecision]:
        """Register a waiting call.

        Args:
            request_id: Names the call.
            handler: What `deciding` has entered for the handler that defers; decisions that came meanwhile count.

        Raises:
            UnknownApprovalError: If another call waits under that id already.
        """
        with self._lock:
            if request_id in self._waiting:
                raise UnknownApprovalError(
                    f"A call already waits under the request id {request_id!r}. Give every call an id of its own."
                )
            future: Future[ApprovalDecision] = Future()
            decision, handlers = self._early.get(request_id, (None, ()))
            if decision is not None and handler in handlers:
                del self._early[request_id]
                self._over.add(request_id)
                future.set_result(decision)
            else:
                self._waiting[request_id] = future
            return future

    def wait(self, request_id: str, future: Future[ApprovalDecision], timeout_s: float | None) -> ApprovalDecision:
        """Return the decision for a parked call; a deadline, or a second deferral, is a rejection."""
        try:
            decision = future.result(timeout_s)
        except FutureTimeoutError:
            with self._lock:
                # A decision may have come in between the deadline and this line; then it counts.
                if self._waiting.pop(request_id, None) is not None:
                    self._over.add(request_id)
                    return Rejected(f"Nobody decided within {timeout_s} s.")
            decision = future.result()
        return decision if isinstance(decision, Granted | Rejected) else Rejected("The decision was no decision.")

    def submit(self, request_id: str, decision: ApprovalDecision) -> None:
        """Decide on a parked call.

        Raises:
            TypeError: If *decision* is neither Granted nor Rejected.
            UnknownApprovalError: If no call waits under that id, for example because its deadline has passed.
        """
        if not isinstance(decision, Granted | Rejected):
            raise TypeError(f"{decision!r} is no decision. Submit Granted() or Rejected(reason).")
        with self._lock:
            future = self._waiting.pop(request_id, None)
            if future is None:
                if self._deciding and request_id not in self._early and request_id not in self._over:
                    self._early[request_id] = decision, set(self._deciding)
                    return
                raise UnknownApprovalError(
                    f"No call waits for an approval under {request_id!r}. It was decided, or its deadline has passed."
                )
            self._over.add(request_id)
        future.set_result(decision)


class _Deciding(AbstractContextManager[object]):
    """The time in which a handler is at work; a generator would cost each call more."""

    __slots__ = ("_begin", "_end")

    def __init__(self, begin: Callable[[object], None], end: Callable[[object], None]) -> None:
        self._begin = begin
        self._end = end

    def __enter__(self) -> object:
        self._begin(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._end(self)


def decide(
    handler: ApprovalHandler,
    tool: Tool,
    arguments: Any,
    *,
    pending: PendingApprovals,
    timeouts: StepTimeouts,
    bus: EventBus,
) -> Granted | Rejected:
    """Ask *handler* about one call, and wait for a person where it defers to one.

    Whoever listens to *bus* is told of a deferral as ``approval.requested``, once the call is parked.

    Args:
        handler: Sees a copy of the arguments, so that what runs is what was asked for, whatever it does to them.
        tool: The tool to be called.
        arguments: The arguments to be approved.
        pending: Where a deferred call waits.
        timeouts: Of these, ``approval_s`` for the handler and ``decision_s`` for the person; past either, it is denied.
        bus: Where the deferral is told.

    Raises:
        UnknownApprovalError: If the handler defers under the request id of another call that waits.
    """
    # Most calls of most runs: nothing of them is looked at, so that nobody need be asked.
    if type(handler) is TierPolicy and timeouts.approval_s is None and tool.tier is ToolTier.READ:
        return Granted()
    with pending.deciding() as asked:
        try:
            decision: ApprovalDecision = run_with_deadline(
                lambda: handler.approve(tool.name, copy_of_arguments(arguments), tool.tier), timeouts.approval_s
            )
        except DeadlineError:
            decision = Rejected(f"The approval handler did not decide within {timeouts.approval_s} s.")
        parked = pending.park(decision.request_id, asked) if isinstance(decision, DeferredToHuman) else None
    if isinstance(decision, DeferredToHuman) and parked is not None:
        request = {
            "request_id": decision.request_id,
            "tool_name": tool.name,
            "tier": tool.tier.value,
            "arguments": copy_of_arguments(arguments),
        }
        bus.emit(Event("approval.requested", request))
        decision = pending.wait(decision.request_id, parked, timeouts.decision_s)
    # Whatever else a handler returns, a class of decision for example, was not said clearly enough to run a tool.
    return decision if isinstance(decision, Granted | Rejected) else Rejected("The handler returned no decision.")


def copy_of_arguments(arguments: Any) -> Any:
    """Return *arguments* as their own copy, which shares nothing with them that anybody could change."""
    # What models send is mostly flat; `deepcopy` takes longer for it than the rest of the step.
    if type(arguments) is dict and _IMMUTABLE.issuperset(map(type, arguments.values())):
        return dict(arguments)
    return copy.deepcopy(arguments)


_IMMUTABLE = frozenset((str, int, float, bool, type(None)))


_pending = PendingApprovals()


def submit_approval(request_id: str, decision: ApprovalDecision) -> None:
    """Decide on a call that was deferred to a person.

    Args:
        request_id: From the `DeferredToHuman` decision, or the ``approval.requested`` event.
        decision: `Granted` or `Rejected`.

    Raises:
        TypeError: If *decision* is neither.
        UnknownApprovalError: If no call waits under that id.
    """
    _pending.submit(request_id, decision)


def get_pending_approvals() -> PendingApprovals:
    """Return the calls of this process that wait for a person."""
    return _pending
