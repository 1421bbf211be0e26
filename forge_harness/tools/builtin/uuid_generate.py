"""`uuid_generate`: a random identifier. Source: seed 002, "Generate UUID v4 identifiers"."""

from __future__ import annotations

import uuid

from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["uuid_generate"]


class UuidGenerateArguments(ToolArguments):
    """No arguments."""


@forge_tool(
    args_schema=UuidGenerateArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": True},
    register=False,
)
def uuid_generate(arguments: UuidGenerateArguments) -> dict[str, str]:  # noqa: ARG001  # it takes none
    """Generate a random UUID (version 4), new in every call."""
    return {"uuid": str(uuid.uuid4())}
