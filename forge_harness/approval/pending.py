"""PendingApprovals: the calls that wait for the decision of a person."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import AbstractContextManager

from ..errors import UnknownApprovalError
from .decisions import ApprovalDecision, Granted, Rejected

__all__ = ["PendingApprovals", "get_pending_approvals", "submit_approval"]

log = logging.getLogger(__name__)


class PendingApprovals:
    """The calls that wait for a person.

    A person may answer before the handler that asked has returned. Such an early decision is kept for the handlers that
    are deciding at that moment, until they have decided. An id that was decided once accepts no early decision again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[ApprovalDecision]] = {}
        self._deciding: set[object] = set()
        self._early: dict[str, tuple[ApprovalDecision, set[object]]] = {}
        # Kept for ever: a second click on a button may come at any time.
        self._over: set[str] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def request_ids(self) -> list[str]:
        """Return the ids of the waiting calls, oldest first."""
        with self._lock:
            return list(self._waiting)

    def deciding(self) -> AbstractContextManager[object]:
        """Mark that a handler is deciding; the value of the context identifies it in `park`."""
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
            log.warning("A decision arrived for the request id %s, but no call waits under it.", ascii(request_id))

    def park(self, request_id: str, handler: object = None) -> Future[ApprovalDecision]:
        """Register a waiting call.

        Args:
            request_id: The id of the call.
            handler: The value of `deciding` for the handler that defers; decisions that arrived meanwhile count.

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
        """Return the decision on a parked call; a missed deadline or a second deferral is a rejection."""
        try:
            decision = future.result(timeout_s)
        except FutureTimeoutError:
            with self._lock:
                # A decision that arrived between the deadline and this line counts.
                if self._waiting.pop(request_id, None) is not None:
                    self._over.add(request_id)
                    return Rejected(f"No decision arrived within {timeout_s} s.")
            decision = future.result()
        return (
            decision
            if isinstance(decision, Granted | Rejected)
            else Rejected("The decision was neither Granted nor Rejected.")
        )

    def submit(self, request_id: str, decision: ApprovalDecision) -> None:
        """Decide on a parked call.

        Raises:
            TypeError: If *decision* is neither Granted nor Rejected.
            UnknownApprovalError: If no call waits under that id, for example because its deadline has passed.
        """
        if not isinstance(decision, Granted | Rejected):
            raise TypeError(f"{decision!r} is not a decision. Submit Granted() or Rejected(reason).")
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
    """The context of a handler that is deciding; a generator-based one would be slower."""

    __slots__ = ("_begin", "_end")

    def __init__(self, begin: Callable[[object], None], end: Callable[[object], None]) -> None:
        self._begin = begin
        self._end = end

    def __enter__(self) -> object:
        self._begin(self)
        return self

    def __exit__(self, *_: object) -> None:
        self._end(self)


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
