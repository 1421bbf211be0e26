"""FoundTool: a tool of this process, and what a check may know of it."""

from __future__ import annotations

import copy

from forge_harness import ExecutorTool, LegacyTool, Tool

from .facts import ToolFacts
from .functions import FunctionTool
from .interop.interop_tool import InteropTool

__all__ = ["FoundTool", "found_facts", "kind_of"]

#: The tag of destructive tools; MCP servers use the annotation ``destructiveHint``.
_DESTRUCTIVE = "destructive"

#: A tool and what is known of it.
FoundTool = tuple[ToolFacts, Tool]


def kind_of(tool: Tool) -> str:
    """Return the way in which *tool* was declared: ``legacy``, ``executor``, ``interop`` or ``forge``."""
    if isinstance(tool, InteropTool):
        return "interop"
    if isinstance(tool, LegacyTool):
        return "legacy"
    return "executor" if isinstance(tool, ExecutorTool) else "forge"


def found_facts(
    tool: Tool,
    target: str,
    kind: str,
    problems: tuple[str, ...] = (),
    occurrences: int = 1,
    helpers: tuple[str, ...] = (),
) -> ToolFacts:
    """Return the facts of *tool*.

    Args:
        tool: The tool.
        target: The target of this tool alone.
        kind: How it was declared.
        problems: Why registration would refuse it.
        occurrences: How many tools of the target have its name.
        helpers: Plain functions beside it, which are not checked.
    """
    try:
        definition = tool.definition()
    except Exception as error:  # noqa: BLE001  # any exception of the tool's schema code is a finding
        problem = f"Building the definition raised {type(error).__name__}. Fix the arguments model."
        return ToolFacts(
            name=tool.name, target=target, kind=kind, problems=(*problems, problem), occurrences=occurrences
        )
    if not isinstance(definition.name, str):
        problem = f"The tool's name is a {type(definition.name).__name__}. Use a string."
        return ToolFacts(name=repr(definition.name)[:80], target=target, kind=kind, problems=(*problems, problem))
    is_foreign = isinstance(tool, InteropTool)
    return ToolFacts(
        name=definition.name,
        target=target,
        kind=kind,
        description=definition.description,
        input_schema=copy.deepcopy(definition.input_schema),
        tier=None if kind == "function" or (is_foreign and not tool.tier_declared) else definition.tier.value,
        tier_declared=tool.tier_declared,
        category=None if kind == "function" or is_foreign else definition.category.value,
        workspace_root_aware=tool.workspace_root_aware,
        required_scopes=tuple(definition.required_scopes),
        raises=tuple(error_class.__name__ for error_class in tool.raises),
        problems=problems,
        not_called=tool.not_called if isinstance(tool, FunctionTool | InteropTool) else "",
        helpers=helpers,
        declared=dict(tool.facts),
        is_destructive=_DESTRUCTIVE in {str(tag).lower() for tag in getattr(tool, "tags", ())},
        occurrences=occurrences,
        annotations=dict(tool.advertised.annotations) if isinstance(tool, InteropTool) else {},
        framework=tool.framework if isinstance(tool, InteropTool) else "",
        validates=tool.validates if isinstance(tool, InteropTool) else "all",
        marks_failures=tool.marks_failures if isinstance(tool, InteropTool) else True,
    )
