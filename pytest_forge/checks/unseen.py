"""Unseen: checks that cannot judge a server's tools from outside, and why."""

from __future__ import annotations

from .check import Check

__all__ = ["WHY_UNSEEN", "reason_unseen", "why_unseen"]

_PROCESS = "The check monitors the tool's own process; a server runs in a separate one."
_NEEDS_FAULTS = "It injects faults into the tool's own process; a server runs in a separate one."
_DISPATCH = "The check judges the dispatcher of Forge Harness, which does not call servers."
_POLICY = "The rule is a policy for tools of Forge Harness, not for servers."

WHY_UNSEEN = {
    "unknown_fields_are_refused": (
        "The MCP SDKs drop unknown fields before a tool sees them; from outside, that looks the same as accepting them."
    ),
    "arguments_are_not_mutated": _PROCESS,
    "secrets_stay_out_of_logs": "A server's logs are not observable from outside.",
    "error_codes_are_names": "An MCP error result has a text, but no code.",
    "reads_are_bounded": "A server's memory is not limited, so a huge file could exhaust the machine.",
    "file_types_are_allow_listed": _POLICY,
    "root_is_declared": "A server gets its root from its command, not from the harness.",
    "tiers_are_enforced": _DISPATCH,
    "scopes_are_enforced": _DISPATCH,
    "approved_arguments_are_executed": _DISPATCH,
    "processes_need_the_tier_execute": "The annotations of MCP say nothing about processes.",
    "process_state_is_left_alone": _PROCESS,
    "calls_in_any_order_do_not_crash": (
        "A server is judged tool by tool, with its files restored. Whether state in its memory is left over or "
        "intended is not observable."
    ),
    "event_loop_is_not_blocked": _PROCESS,
}
"""The reason in the report, by check."""


def why_unseen(check: Check) -> str:
    """Return why *check* cannot judge a server's tool; "" if it can, or if it is a project's own check."""
    if check.is_static or check.judge_served is not None:
        return ""
    if not check.judge.__module__.startswith("pytest_forge."):
        return ""
    return reason_unseen(check.id)


def reason_unseen(identifier: str) -> str:
    """Return why a check without a judge for servers cannot judge their tools."""
    return WHY_UNSEEN.get(identifier, _PROCESS)
