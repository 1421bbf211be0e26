"""Leave: which tools are run on demand only, and what is said of them where nobody has asked for it."""

from __future__ import annotations

from ..targets.facts import ToolFacts

__all__ = ["why_not_run"]

_DESTRUCTIVE = (
    "The tool is marked destructive, and was not run. Allow it with --allow-destructive, or --forge-allow-destructive."
)
_OF_A_SERVER = (
    "The tools of an MCP server are called on demand only, and this one was not. "
    "Allow it with --allow-destructive, or --forge-allow-destructive."
)


def why_not_run(tool: ToolFacts, *, allow_destructive: bool) -> str:
    """Return why a tool is not to be run; empty if it may be."""
    if not tool.needs_permission or allow_destructive:
        return ""
    return _DESTRUCTIVE if tool.is_destructive else _OF_A_SERVER
