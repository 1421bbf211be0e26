"""decide: ask the handler about one call, and wait for a person if it defers."""

from __future__ import annotations

import copy
from typing import Any

from ..deadline.deadline import run_with_deadline
from ..deadline.step_timeouts import StepTimeouts
from ..deadline.thread_pool import DeadlineError
from ..events import Event, EventBus
from ..tool import Tool, ToolTier
from .decisions import ApprovalDecision, ApprovalHandler, DeferredToHuman, Granted, Rejected, TierPolicy
from .pending import PendingApprovals

__all__ = ["copy_of_arguments", "decide"]


def decide(
    handler: ApprovalHandler,
    tool: Tool,
    arguments: Any,
    *,
    pending: PendingApprovals,
    timeouts: StepTimeouts,
    bus: EventBus,
) -> Granted | Rejected:
    """Ask *handler* about one call, and wait for a person if it defers.

    A deferral is an event ``approval.requested`` on *bus*, emitted once the call is parked.

    Args:
        handler: Receives a copy of the arguments, so that the approved arguments are the executed ones.
        tool: The tool to be called.
        arguments: The arguments to be approved.
        pending: Keeps a deferred call while it waits.
        timeouts: ``approval_s`` limits the handler, ``decision_s`` the person; a missed limit is a rejection.
        bus: Receives the event of a deferral.

    Raises:
        UnknownApprovalError: If the handler defers under the request id of another call that waits.
    """
    # The most frequent case: TierPolicy grants reads without a look at the arguments.
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
    # Any other value, for example the class of a decision, is not clear enough to run a tool.
    return decision if isinstance(decision, Granted | Rejected) else Rejected("The handler returned no decision.")


def copy_of_arguments(arguments: Any) -> Any:
    """Return a copy of *arguments* that shares nothing mutable with them."""
    # Arguments are mostly flat, and `deepcopy` would be slower than the rest of this step.
    if type(arguments) is dict and _IMMUTABLE.issuperset(map(type, arguments.values())):
        return dict(arguments)
    return copy.deepcopy(arguments)


_IMMUTABLE = frozenset((str, int, float, bool, type(None)))
