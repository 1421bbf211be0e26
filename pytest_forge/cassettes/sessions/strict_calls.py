"""Calls recorded in OpenAI's strict mode, with their arguments decoded.

In strict mode a model sends null for an omitted argument, and JSON text for an object with free keys. The recorded
client decoded this before it called the tool, so a repeated call must decode it, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from forge_harness import ToolCall, restore_strict_arguments

from .conversation import RecordedCall

__all__ = ["strict_tools", "with_meant_arguments"]


def with_meant_arguments(
    calls: Sequence[RecordedCall], requests: Sequence[bytes | None], schemas: Mapping[str, Any]
) -> tuple[RecordedCall, ...]:
    """Return *calls* with the arguments of strict mode decoded by the schemas of today's tools.

    Args:
        calls: All recorded calls of a session.
        requests: The request body of each turn.
        schemas: The input schemas of today's tools, by name; calls of other tools stay unchanged.
    """
    strict: dict[int, frozenset[str]] = {}
    meant = []
    for recorded in calls:
        if recorded.turn not in strict:
            strict[recorded.turn] = strict_tools(requests[recorded.turn - 1])
        call, schema = recorded.call, schemas.get(recorded.call.name)
        if call.name in strict[recorded.turn] and isinstance(schema, dict) and call.malformed_arguments is None:
            recorded = replace(recorded, call=_meant(call, schema))
        meant.append(recorded)
    return tuple(meant)


def strict_tools(request: bytes | None) -> frozenset[str]:
    """Return the names of the tools that a request offers in strict mode, in either of OpenAI's formats."""
    try:
        asked = json.loads(request or b"")
    except (ValueError, RecursionError):
        return frozenset()
    tools = asked.get("tools") if isinstance(asked, dict) else None
    offered = [tool for tool in tools if isinstance(tool, dict)] if isinstance(tools, list) else []
    functions = [tool["function"] if isinstance(tool.get("function"), dict) else tool for tool in offered]
    return frozenset(
        function["name"]
        for function in functions
        if function.get("strict") is True and isinstance(function.get("name"), str)
    )


def _meant(call: ToolCall, schema: dict[str, Any]) -> ToolCall:
    return replace(call, arguments=restore_strict_arguments(schema, call.arguments))
