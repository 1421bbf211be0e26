"""`list_schedulers`: what can run a build. Source: seed 000, introduction."""

from __future__ import annotations

from typing import Any

from ...contracts.schedulers import SCHEDULERS, TRIGGER_TYPES
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["list_schedulers"]


class ListSchedulersArguments(ToolArguments):
    """No arguments."""


@forge_tool(
    args_schema=ListSchedulersArguments,
    tier=ToolTier.READ,
    category=ToolCategory.COPILOT,
    facts={"varies": False},
    register=False,
)
def list_schedulers(arguments: ListSchedulersArguments) -> dict[str, Any]:  # noqa: ARG001  # it takes none
    """List the schedulers that can run a contract's builds, and what can trigger them."""
    return {
        "schedulers": [{"name": name, "platforms": list(platforms)} for name, platforms in SCHEDULERS.items()],
        "trigger_types": list(TRIGGER_TYPES),
    }
