"""McpAnswer: an MCP server's answer to a tool call."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Literal

from ..json_text import long_integer

__all__ = ["McpAnswer"]

#: JSON-RPC's code for arguments that do not fit.
_INVALID_PARAMS = -32602


@dataclass(frozen=True, slots=True)
class McpAnswer:
    """An MCP server's answer to a tool call.

    Attributes:
        kind: ``result``, ``error`` (of JSON-RPC), or ``lost`` if the server ended.
        body: The decoded result or error.
        noise: Output during the call that is not a message, a line each.
        how: How a lost server ended, to follow "A call …".
        said: The last lines of a lost server on standard error.
    """

    kind: Literal["result", "error", "lost"]
    body: Any = field(default_factory=dict)
    noise: tuple[str, ...] = ()
    how: str = ""
    said: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the answer is a result that is not marked as a failure."""
        return self.kind == "result" and not (isinstance(self.body, dict) and self.body.get("isError") is True)

    @property
    def is_tool_error(self) -> bool:
        """Whether the answer is a result that is marked as a failure."""
        return self.kind == "result" and not self.succeeded

    @property
    def code(self) -> int | None:
        """The code of a JSON-RPC error; None for other answers."""
        code = self.body.get("code") if self.kind == "error" and isinstance(self.body, dict) else None
        return code if isinstance(code, int) else None

    @property
    def refuses_arguments(self) -> bool:
        """Whether the answer is the JSON-RPC error for arguments that do not fit."""
        return self.code == _INVALID_PARAMS

    @property
    def blocks(self) -> list[Any]:
        """The content blocks of a result; empty if it lacks a list of them."""
        content = self.body.get("content") if self.kind == "result" and isinstance(self.body, dict) else None
        return content if isinstance(content, list) else []

    @property
    def structured(self) -> Any:
        """The structured content of a result; None if there is none."""
        return self.body.get("structuredContent") if self.kind == "result" and isinstance(self.body, dict) else None

    @property
    def text(self) -> str:
        """What a model would read of it: the text of its blocks, or the message of the error."""
        if self.kind == "error":
            return str(self.body.get("message", "")) if isinstance(self.body, dict) else str(self.body)
        return "\n".join(part for block in self.blocks for part in _texts(block))

    @property
    def value(self) -> Any:
        """The result in the form that says most: structured, else decoded JSON, else text."""
        if self.structured is not None:
            return self.structured
        text = self.text
        if text[:1] in "{[" and text:
            try:
                return json.loads(text, parse_int=long_integer)
            except (ValueError, RecursionError):
                return text
        return text


def _texts(block: Any) -> list[str]:
    if not isinstance(block, dict):
        return [str(block)]
    resource = block.get("resource")
    inner = [resource.get("text")] if isinstance(resource, dict) else []
    return [part for part in (block.get("text"), *inner) if isinstance(part, str)]
