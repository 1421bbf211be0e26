"""Permission: whether a check of a tool may be made at all, and its verdict where it may not."""

from __future__ import annotations

from msgspec import Struct

from ..checks.check import Check
from ..checks.definition.locked import LOCK_CHECKS
from ..targets.facts import ToolFacts
from ..verdict import NOT_ENOUGH_SEEN
from .messages import Verdict

__all__ = ["Refusal", "refusal_of"]

_DESTRUCTIVE = (
    "The tool is marked destructive, and was not run. Allow it with --allow-destructive, or --forge-allow-destructive."
)
_OF_A_SERVER = (
    "The tools of an MCP server are called on demand only, and this one was not. "
    "Allow it with --allow-destructive, or --forge-allow-destructive."
)
_DEFINITION = "There is only a definition, and nothing to call."
_OVER = "Not judged: the time of the run was over. Give it more with --max-seconds, or name fewer checks."
_REFUSED = "The tool was refused when it was declared; fix that first."


class Refusal(Struct, frozen=True):
    """The verdict of a check that may not be made.

    Attributes:
        verdict: Not applicable, or an error.
        was_made: Whether the check counts as made: the verdict would be the same with every permission.
    """

    verdict: Verdict
    was_made: bool = False


def refusal_of(tool: ToolFacts, judged: Check, *, allow_destructive: bool, is_over: bool) -> Refusal | None:
    """Return why a check of a tool may not be made; None if it may.

    Args:
        tool: The tool.
        judged: The check.
        allow_destructive: Whether tools that need permission are run.
        is_over: Whether the time of the run is over.
    """
    if tool.left_out and not (tool.changes and judged.id in LOCK_CHECKS):
        return Refusal(Verdict("not_applicable", tool.left_out))
    if judged.is_static:
        return None
    if tool.not_called:
        return Refusal(Verdict("not_applicable", tool.not_called))
    if not tool.runs_code:
        return Refusal(Verdict("not_applicable", _DEFINITION), was_made=True)
    if judged.unseen and tool.kind == "mcp":
        return Refusal(Verdict("not_applicable", judged.unseen), was_made=True)
    if judged.foreign and tool.kind == "interop":
        return Refusal(Verdict("not_applicable", judged.foreign), was_made=True)
    if tool.needs_permission and not allow_destructive:
        return Refusal(Verdict("not_applicable", _DESTRUCTIVE if tool.is_destructive else _OF_A_SERVER))
    if is_over:
        return Refusal(Verdict("error", _OVER, NOT_ENOUGH_SEEN))
    if tool.unsafe or tool.problems:
        return Refusal(Verdict("error", tool.unsafe or _REFUSED), was_made=True)
    return None
