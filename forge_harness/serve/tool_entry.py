"""The entry of a tool in the list of an MCP server.

tier read             readOnlyHint true
tier write, execute   readOnlyHint false
replaces              destructiveHint; true for tier execute, unless the tool declares that it replaces nothing
creates, moves_on     idempotentHint false
open_world            openWorldHint
every declared fact   _meta["forge_harness/facts"]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import RegistrationError, ToolResultError
from ..json_result import as_json
from ..tool import FACTS_META_KEY, Tool, ToolTier

__all__ = ["tool_entry"]


def tool_entry(tool: Tool) -> dict[str, Any]:
    """Return the entry of *tool* as JSON: name, description, schema, hints, and the facts it declares.

    Raises:
        RegistrationError: If it holds values that JSON does not have, for example as a default.
    """
    definition = tool.definition()
    entry: dict[str, Any] = {
        "name": tool.name,
        "description": definition.description,
        "inputSchema": definition.input_schema,
        "annotations": _hints(tool.tier, tool.facts),
    }
    if tool.facts:
        entry["_meta"] = {FACTS_META_KEY: dict(tool.facts)}
    try:
        return dict(as_json(entry)[0])
    except ToolResultError:
        raise RegistrationError(
            f"The definition of tool {tool.name!r} cannot be written as JSON. "
            "Correct its schema and its description: JSON has neither sets nor NaN."
        ) from None


def _hints(tier: ToolTier, facts: Mapping[str, bool]) -> dict[str, bool]:
    """Return the hints that follow from the tier and the facts; what is not known is left out."""
    hints = {"readOnlyHint": tier is ToolTier.READ}
    if tier is not ToolTier.READ:
        if "replaces" in facts or tier is ToolTier.EXECUTE:
            hints["destructiveHint"] = facts.get("replaces", True)
        if facts.get("creates") or facts.get("moves_on"):
            hints["idempotentHint"] = False
    if "open_world" in facts:
        hints["openWorldHint"] = facts["open_world"]
    return hints
