"""ToolFilterStage: which tools an agent is built with. It runs before anything is written. Source: seed 002."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..tool import Tool, ToolCategory, ToolDefinition

__all__ = ["TOOL_INTERFACE_VERSION", "FilteredTools", "PublishedCategory", "ToolFilterStage", "published_category"]

#: The version of the interface between an agent and its tools. Source: seed 002.
TOOL_INTERFACE_VERSION = "1.0"

#: The categories of the seed.
PublishedCategory = Literal["builtin", "adapter", "dev", "custom"]

_PUBLISHED: dict[ToolCategory, PublishedCategory] = {
    ToolCategory.BUILTIN: "builtin",
    ToolCategory.CODE: "builtin",
    ToolCategory.COPILOT: "builtin",
    ToolCategory.ADAPTER: "adapter",
    ToolCategory.DEV: "dev",
    ToolCategory.CUSTOM: "custom",
}


@dataclass(frozen=True)
class FilteredTools:
    """What the stage has kept.

    Attributes:
        definitions: The kept tools, by name.
        categories: The category of each of them.
        counts: How many tools each category has; a category without tools is left out.
        left_out: How many tools were removed.
        tool_interface_version: The version of the interface.
    """

    definitions: tuple[ToolDefinition, ...]
    categories: dict[str, PublishedCategory]
    counts: dict[str, int]
    left_out: int
    tool_interface_version: str = TOOL_INTERFACE_VERSION


@dataclass(frozen=True)
class ToolFilterStage:
    """Annotates each tool with its category, counts them, and removes development tools in production.

    Args:
        prod: Whether the build is for production.
    """

    prod: bool = False

    def run(self, tools: Iterable[Tool]) -> FilteredTools:
        """Return what is kept of *tools*; each tool's own category decides, never its name."""
        found = sorted((tool.definition() for tool in tools), key=lambda definition: definition.name)
        kept = [one for one in found if not (self.prod and one.category is ToolCategory.DEV)]
        categories = {one.name: published_category(one.category) for one in kept}
        counts = Counter(categories.values())
        return FilteredTools(tuple(kept), categories, dict(sorted(counts.items())), len(found) - len(kept))


def published_category(category: ToolCategory) -> PublishedCategory:
    """Return the category of the seed that a category of ours belongs to: code and copilot tools are builtin."""
    return _PUBLISHED[category]
