"""Calls recorded in OpenAI's strict mode, with the arguments that were meant.

Under strict mode a model sends null for what it leaves out, and JSON text for an object with free keys. Whoever
recorded the session had decoded that before the tool was called, and so must whoever calls it again.
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
    """Return *calls*, of which those made in strict mode have the arguments that their tools take today.

    Args:
        calls: All calls of a session, as they were recorded.
        requests: The body of the request of each turn.
        schemas: The input schemas of today's tools, by name; of other tools, calls stay as they are.
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
    """Return the names of the tools that a request offers in strict mode, in either of OpenAI's forms."""
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
