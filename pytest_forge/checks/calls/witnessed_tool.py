"""Tool wrappers that show a check the arguments of a tool, or keep the tool from running."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from ...targets.delegated_tool import DelegatedTool

__all__ = ["ValidatingTool", "WitnessedTool"]


class ValidatingTool(DelegatedTool):
    """Validates as *tool* does, and does not run it."""

    def run(self, validated: Any, *, workspace_root: Path | None) -> None:
        """Do nothing."""


class WitnessedTool(DelegatedTool):
    """Keeps a copy of the arguments from before the tool could modify them.

    Attributes:
        given: The copy; None without a call, or if the arguments cannot be copied.
    """

    given: Any = None

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        """Copy the arguments, then do the tool's work."""
        self.given = None
        try:
            self.given = copy.deepcopy(validated)
        except Exception:  # noqa: BLE001  # lazily read arguments cannot be copied or compared
            self.given = None
        return super().run(validated, workspace_root=workspace_root)
