"""Refusals of a call's arguments: they name declared fields and kinds of error, never a value that was sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from ..errors import ToolValidationError
from ..schema.json_schema import schema_nodes

__all__ = ["MAX_REASONS", "TOO_DEEP", "declared_names", "location", "refused_arguments"]

#: The most reasons in one refusal.
MAX_REASONS = 20
#: The reason for arguments that neither validator can walk.
TOO_DEEP = "arguments nested too deeply (recursion_error)"


def refused_arguments(tool_name: str, arguments: Mapping[str, Any], reason: str) -> ToolValidationError:
    """Return the error for *arguments* that do not fit the schema of a tool.

    Args:
        tool_name: The tool's registered name.
        arguments: The arguments as the model sent them, for the log.
        reason: Fields and kinds of error, without values.
    """
    return ToolValidationError(
        f"The arguments of tool {tool_name!r} do not fit its schema: {reason}. Send values that do.",
        tool_name=tool_name,
        tool_args=arguments,
        reason=reason,
    )


def location(parts: Iterable[str | int], known: Set[str]) -> list[str]:
    """Return the path of a field for a message; ``*`` stands for keys of free-form objects, which are input."""
    return [str(part) if isinstance(part, int) or part in known else "*" for part in parts]


def declared_names(schema: Any) -> frozenset[str]:
    """Return the names of all properties that *schema* declares, at any depth."""
    declared = [node["properties"] for node in schema_nodes(schema) if isinstance(node.get("properties"), dict)]
    return frozenset(name for properties in declared for name in properties)
