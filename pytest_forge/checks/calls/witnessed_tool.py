"""Tools that let a check see what another tool is given, or keep it from working."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from ...targets.delegated_tool import DelegatedTool

__all__ = ["ValidatingTool", "WitnessedTool"]


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
