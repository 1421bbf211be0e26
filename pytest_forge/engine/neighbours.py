"""Neighbours: the tools that are declared beside one, also where only that one is the target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..targets.facts import ToolFacts
from ..targets.module_tools import FoundTool, load_module_tools
from ..targets.target_error import TargetError

__all__ = ["neighbours_of"]


def neighbours_of(facts: ToolFacts, tools: Sequence[FoundTool], *, base: Path, may_destroy: bool) -> list[FoundTool]:
    """Return the tools beside one that may be called, itself included.

    Args:
        facts: What is known of the tool.
        tools: Those of its target.
        base: Folder that relative paths start from.
        may_destroy: Whether tools that are marked as destructive may be called.
    """
    found = list(tools)
    source, colon, _ = facts.target.partition(":")
    if len(found) == 1 and colon and facts.kind != "mcp":
        try:
            # The module is there already; nothing is imported again.
            found += load_module_tools(source, base=base)
        except TargetError:
            found = list(tools)
    same = [one for one in found if one[0].name == facts.name][:1]
    return same + [one for one in found if one[0].name != facts.name and _may_run(one[0], may_destroy=may_destroy)]


def _may_run(facts: ToolFacts, *, may_destroy: bool) -> bool:
    return facts.runs_code and not facts.problems and (may_destroy or not facts.is_destructive)
