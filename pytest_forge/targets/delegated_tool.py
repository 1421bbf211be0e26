"""DelegatedTool: a tool that delegates to another one; the base of wrappers that watch it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forge_harness import Tool, ToolDefinition, ToolTier

__all__ = ["DelegatedTool"]


class DelegatedTool(Tool):
    """Delegates everything to *tool*.

    Args:
        tool: The tool itself.
    """

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self.name = tool.name
        self.timeout_s = tool.timeout_s
        self.workspace_root_aware = tool.workspace_root_aware
        self.raises = tool.raises
        self.tier_declared = tool.tier_declared
        self.facts = tool.facts

    @property
    def tier(self) -> ToolTier:
        """The tool's own."""
        return self._tool.tier

    @property
    def required_scopes(self) -> tuple[str, ...]:
        """The tool's own."""
        return self._tool.required_scopes

    @property
    def origin(self) -> str:
        """The tool's own."""
        return self._tool.origin

    def definition(self) -> ToolDefinition:
        """Return the tool's own."""
        return self._tool.definition()

    def validate(self, arguments: Mapping[str, Any]) -> Any:
        """Validate as the tool does."""
        return self._tool.validate(arguments)

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        """Do the tool's work."""
        return self._tool.run(validated, workspace_root=workspace_root)
