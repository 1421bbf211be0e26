"""The result of a tool of an MCP server, in the shape that models read: text, structured content, or a failure."""

from __future__ import annotations

import json
from typing import Any

from ...errors import ToolError
from ...json_result import fit_texts
from ...json_text import long_integer
from ...mcp.answer import McpAnswer

__all__ = ["MAX_RESULT_BYTES", "tool_result"]

#: Below the dispatcher's cap on results, so that a result stays an object.
MAX_RESULT_BYTES = 768 * 1024
#: Bytes for the other keys of a result.
_ROOM = 100
_MAX_MESSAGE = 4_000
_MAX_WORD = 100


def tool_result(answer: McpAnswer) -> dict[str, Any]:
    """Return what a tool of a server has answered.

    Returns:
        ``text``: its texts, a line each, and in their place a note of each part that is not text, as
        ``[image image/png]``; empty if it only repeats ``structured``. ``structured``: the structured content, or None.
        ``truncated``: whether the text is cut at 768 KiB. Structured content that is longer by itself is
        given as a text that is cut.

    Raises:
        ToolError: ``tool_failed`` if the tool says that it failed, with its message; ``protocol`` if the answer is an
            error of the protocol or has no content.
    """
    if answer.kind == "error":
        raise ToolError(_message(answer.text, "The server has refused the call"), code="protocol")
    if not isinstance(answer.body, dict) or answer.body.get("resultType", "complete") != "complete":
        raise ToolError("The server asks for more than this client can give. Use another tool.", code="protocol")
    # Half a character cannot be written as UTF-8.
    text = "\n".join(map(_shown, answer.blocks)).encode("utf-8", "replace").decode()
    if answer.is_tool_error:
        raise ToolError(_message(text, "The tool reports a failure"), code="tool_failed")
    structured = answer.structured
    if structured is not None and _repeats(text, structured):
        text = ""
    written = json.dumps(structured, ensure_ascii=False, separators=(",", ":"))
    if len(written.encode("utf-8", "replace")) > MAX_RESULT_BYTES - _ROOM:
        text, structured = written, None
    result = {"text": text, "structured": structured, "truncated": False}
    return fit_texts(result, ["text"], max_bytes=MAX_RESULT_BYTES)


def _message(text: str, otherwise: str) -> str:
    return text.strip()[:_MAX_MESSAGE] or f"{otherwise}, and does not say why. Change the arguments, or do without it."


def _shown(block: Any) -> str:
    """Return a part of a result as text: its own, or a note of its kind."""
    if not isinstance(block, dict):
        return "[unknown]"
    kind = str(block.get("type", "unknown"))
    if kind == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    resource = block.get("resource")
    held = resource if isinstance(resource, dict) else block
    if isinstance(held.get("text"), str):
        return str(held["text"])
    more = [held.get(key) for key in ("mimeType", "uri")]
    return "[" + " ".join(_word(part) for part in (kind, *more) if isinstance(part, str)) + "]"


def _word(text: str) -> str:
    return " ".join(text.split())[:_MAX_WORD]


def _repeats(text: str, structured: Any) -> bool:
    """Whether a text is the JSON of the structured content, as servers write it for older clients."""
    if text[:1] not in ("{", "["):
        return False
    try:
        return bool(json.loads(text, parse_int=long_integer) == structured)
    except (ValueError, RecursionError):
        return False
