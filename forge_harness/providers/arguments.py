"""A tool call's arguments, as text on the wire or already decoded."""

from __future__ import annotations

from typing import Any

from ..tool import ToolCall
from .fields import strict_json

__all__ = ["tool_call"]


def tool_call(call_id: Any, name: Any, arguments: Any) -> ToolCall:
    """Return the call a model made.

    Text is decoded; nothing at all counts as no arguments, since hosts send ``""`` or null for a tool that takes none.
    What is no JSON object is kept as it was sent, in `ToolCall.malformed_arguments`.

    Args:
        call_id: The provider's id; None or missing becomes ``""``.
        name: The tool's name.
        arguments: JSON text, or the decoded value.
    """
    decoded, malformed = _decoded(arguments)
    return ToolCall(
        id=call_id if isinstance(call_id, str) else "",
        name=name if isinstance(name, str) else "",
        arguments=decoded,
        malformed_arguments=malformed,
    )


def _decoded(arguments: Any) -> tuple[dict[str, Any], str | None]:
    if arguments is None or arguments == "":
        return {}, None
    if isinstance(arguments, str):
        try:
            value = strict_json(arguments)
        except ValueError:
            return {}, arguments
        return (value, None) if isinstance(value, dict) else ({}, arguments)
    if isinstance(arguments, dict):
        return arguments, None
    return {}, repr(arguments)
