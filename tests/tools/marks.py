"""Marks of sample tools: a broken tool and the checks that find it, a good tool and the checks of those it resembles.

A mark returns the tool as it is; `corpus` reads the marks without importing the module.
"""

from __future__ import annotations

from typing import TypeVar

__all__ = ["breaks", "keeps"]

T = TypeVar("T")


class _Mark:
    def __init__(self, *checks: str, tool: str = "", budget: str = "quick", judged: bool | None = None) -> None:
        """Mark a tool.

        Args:
            checks: Ids of checks. One of them finds the broken tool; a good one is left alone by each.
            tool: Name of the tool, if its declaration does not contain it as a literal.
            budget: The smallest budget that finds the defect, or judges a slow good tool.
            judged: Whether a good tool passes (True), or the check does not apply (False); None if either is right.
        """

    def __call__(self, tool: T) -> T:
        return tool


class breaks(_Mark):
    """The tool has a defect that one of the checks finds."""


class keeps(_Mark):
    """The tool is good, and resembles tools that break these checks."""
