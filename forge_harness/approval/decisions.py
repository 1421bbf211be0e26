"""Approval: the handlers, and their decisions on whether a call may run.

Handler      Read    Write     Execute
AutoApprove  grant   grant     grant      development only
RejectAll    reject  reject    reject
TierPolicy   grant   review    review

Review parks the call until `submit_approval` delivers a decision. Other calls go on meanwhile, and the call is rejected
at its deadline.
Source: seed 004, "Approval handlers".
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ..tool import ToolTier

__all__ = [
    "ApprovalDecision",
    "ApprovalHandler",
    "AutoApprove",
    "DeferredToHuman",
    "Granted",
    "RejectAll",
    "Rejected",
    "TierPolicy",
]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Granted:
    """The call may run."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The call may not run.

    Attributes:
        reason: The reason, for the log.
    """

    reason: str = ""


@dataclass(frozen=True, slots=True)
class DeferredToHuman:
    """A person decides; the call waits for `submit_approval`.

    Attributes:
        request_id: The id of the waiting call; unique among the waiting calls.
    """

    request_id: str


ApprovalDecision = Granted | Rejected | DeferredToHuman


class ApprovalHandler(Protocol):
    """Decides on one call. It receives a copy of the arguments; changes to it do not change the call."""

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
    """Grants reads; a person reviews all other calls.

    Args:
        review: Called with the name, arguments and tier of a call that needs review; returns the decision. None parks
            the call under a new request id.
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
