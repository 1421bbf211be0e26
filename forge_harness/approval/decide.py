"""decide: ask the handler about one call, and wait for a person where it defers to one."""

from __future__ import annotations

import copy
from typing import Any

from ..deadline.crew import DeadlineError
from ..deadline.deadline import run_with_deadline
from ..deadline.step_timeouts import StepTimeouts
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
