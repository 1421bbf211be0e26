"""The arguments of a tool call, as text on the wire or decoded: read, and written back."""

from __future__ import annotations

from typing import Any

from ..json_text import json_writer
from ..tool import ToolCall
from .fields import strict_json

__all__ = ["arguments_object", "arguments_text", "tool_call"]

_encode = json_writer()


def tool_call(call_id: Any, name: Any, arguments: Any) -> ToolCall:
    """Return the call of a model.

    Text is decoded; ``""`` and null mean no arguments, since hosts send them for tools without any. Text that is not a
    JSON object is kept in `ToolCall.malformed_arguments`.

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


def arguments_text(call: ToolCall) -> str:
    """Return the arguments as text for the provider; malformed ones as the model wrote them."""
    if call.malformed_arguments is not None:
        return call.malformed_arguments
    return _encode(call.arguments)


def arguments_object(call: ToolCall) -> dict[str, Any]:
    """Return the arguments as an object for the provider; malformed ones under the key ``INVALID_JSON``."""
    if call.malformed_arguments is not None:
        return {"INVALID_JSON": call.malformed_arguments}
    return call.arguments


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
