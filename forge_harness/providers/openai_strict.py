"""OpenAI's strict mode: tools are sent hardened, and the arguments that come back are restored.

Only the provider sees hardened schemas and arguments; tools, records and the conversation use the tool's own schema.
Source: seed 003, "OpenAI strict-schema mode".
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..messages import Message, Reply
from ..schema.json_schema import copied
from ..schema.strict import Hardened, harden
from ..schema.strict_arguments import restore_arguments
from ..tool import ToolCall, ToolDefinition
from .base import TextSink
from .transport import HttpProvider
from .wire import WireFormat

__all__ = ["OpenAIProvider", "is_strict", "with_strict_tools"]


def is_strict() -> bool:
    """Whether ``FLUID_OPENAI_STRICT_SCHEMA`` enables strict mode; read each time."""
    return os.environ.get("FLUID_OPENAI_STRICT_SCHEMA", "").strip().lower() in ("1", "true", "yes", "on")


class _StrictTools(tuple[ToolDefinition, ...]):
    """The tools of a request in strict mode, with their hardened schemas."""

    hardened: Mapping[str, Hardened]

    @classmethod
    def of(cls, tools: Sequence[ToolDefinition]) -> _StrictTools:
        strict = cls(tools)
        strict.hardened = {tool.name: harden(tool.input_schema) for tool in tools}
        return strict


def with_strict_tools(wire: WireFormat) -> WireFormat:
    """Return *wire* in a form that writes hardened tools for an `OpenAIProvider` in strict mode."""
    build = wire.build_request
    if build is None:
        return wire

    def build_request(
        messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), **options: Any
    ) -> dict[str, Any]:
        if not isinstance(tools, _StrictTools):
            return build(messages, tools, **options)
        return build(messages, **options) | {"tools": _written(tools, wire.name)}

    return replace(wire, build_request=build_request)


class OpenAIProvider(HttpProvider):
    """Sends requests in one of OpenAI's formats, in strict mode if the environment enables it."""

    _strict: tuple[Sequence[ToolDefinition], _StrictTools] | None = None

    def complete(
        self, messages: Sequence[Message], tools: Sequence[ToolDefinition] = (), *, stream_to: TextSink | None = None
    ) -> Reply:
        if not tools or not is_strict():
            return super().complete(messages, tools, stream_to=stream_to)
        strict = self._strict_tools(tools)
        return _restored(super().complete(messages, strict, stream_to=stream_to), strict)

    def _strict_tools(self, tools: Sequence[ToolDefinition]) -> _StrictTools:
        known = self._strict
        if known is None or known[0] is not tools:
            known = (tools, _StrictTools.of(tools))
            # A list may change between two requests, a tuple cannot.
            if isinstance(tools, tuple):
                self._strict = known
        return known[1]


def _written(tools: _StrictTools, wire: str) -> list[dict[str, Any]]:
    written = [
        {
            "name": tool.name,
            "description": tool.description,
            "parameters": copied(tools.hardened[tool.name].schema),
            "strict": True,
        }
        for tool in tools
    ]
    if wire == "openai_responses":
        return [{"type": "function", **function} for function in written]
    return [{"type": "function", "function": function} for function in written]


def _restored(reply: Reply, tools: _StrictTools) -> Reply:
    calls = tuple(_restored_call(call, tools.hardened.get(call.name)) for call in reply.message.tool_calls)
    return replace(reply, message=replace(reply.message, tool_calls=calls)) if calls else reply


def _restored_call(call: ToolCall, hardened: Hardened | None) -> ToolCall:
    if hardened is None or call.malformed_arguments is not None:
        return call
    return replace(call, arguments=restore_arguments(hardened, call.arguments))
