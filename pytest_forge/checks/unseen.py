"""Unseen: the checks that a server gives nothing to judge by, and why."""

from __future__ import annotations

from .check import Check

__all__ = ["WHY_UNSEEN", "reason_unseen", "why_unseen"]

_PROCESS = "It watches the tool's own process, and a server is another."
_NEEDS_FAULTS = "It makes the tool's own process fail at chosen points, and a server is another."
_DISPATCH = "It is about the dispatcher of the harness, which calls no servers."
_POLICY = "It is a rule for tools of the harness, and no part of what a server promises."

WHY_UNSEEN = {
    "unknown_fields_are_refused": (
        "The SDKs of MCP drop what a schema does not name before a tool sees it, and from outside that looks like "
        "taking it."
    ),
    "arguments_are_not_mutated": _PROCESS,
    "secrets_stay_out_of_logs": "Where a server logs, and what of it is kept, is not seen from outside.",
    "error_codes_are_names": "A result of MCP that is an error has a text, and no code.",
    "reads_are_bounded": "A server's memory is not limited as a check's is: a huge file would burden the machine.",
    "file_types_are_allow_listed": _POLICY,
    "root_is_declared": "A server is told its root by its command, and not by the harness.",
    "tiers_are_enforced": _DISPATCH,
    "scopes_are_enforced": _DISPATCH,
    "approved_arguments_are_executed": _DISPATCH,
    "readers_send_no_orders": "The network is closed to a server, and what it tried to send is not seen.",
    "processes_need_the_tier_execute": _PROCESS,
    "process_state_is_left_alone": _PROCESS,
    "loaded_data_runs_nothing": _PROCESS,
    "calls_in_any_order_do_not_crash": (
        "A server is judged tool by tool, with the files that it found put back. What a refused call has left behind "
        "in its memory is not told from what it was to keep."
    ),
    "event_loop_is_not_blocked": _PROCESS,
    "equal_calls_agree": "What changes by itself, as the time does, cannot be told from what should not.",
}
"""By check, the sentence that stands in the report."""


def why_unseen(check: Check) -> str:
    """Return why *check* cannot judge a tool of a server; empty if it can, or is a project's own."""
    if check.is_static or check.judge_served is not None:
        return ""
    if not check.judge.__module__.startswith("pytest_forge."):
        return ""
    return reason_unseen(check.id)


def reason_unseen(identifier: str) -> str:
    """Return why a check without a judge for servers cannot judge their tools."""
    return WHY_UNSEEN.get(identifier, _PROCESS)
