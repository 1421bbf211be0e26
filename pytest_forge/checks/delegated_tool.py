"""DelegatedTool: a tool that does what another does, for checks that look over its shoulder."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forge_harness import Tool, ToolDefinition, ToolTier

__all__ = ["DelegatedTool", "ValidatingTool", "WitnessedTool"]


class DelegatedTool(Tool):
    """Does what *tool* does.

    Args:
        tool: The tool itself.
    """

    def __init__(self, tool: Tool) -> None:
        self._tool = tool
        self.name = tool.name
        self.timeout_s = tool.timeout_s
        self.workspace_root_aware = tool.workspace_root_aware

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


class ValidatingTool(DelegatedTool):
    """Validates as *tool* does, and does none of its work."""

    def run(self, validated: Any, *, workspace_root: Path | None) -> None:
        """Do nothing."""


class WitnessedTool(DelegatedTool):
    """Keeps a copy of what the tool was given, made before it could touch it.

    Attributes:
        given: The copy; None if there was no call or the arguments cannot be copied.
    """

    given: Any = None

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        """Copy the arguments, then do the tool's work."""
        self.given = None
        try:
            self.given = copy.deepcopy(validated)
        except Exception:  # noqa: BLE001  # lazily read arguments cannot be copied, and so not be compared
            self.given = None
        return super().run(validated, workspace_root=workspace_root)
