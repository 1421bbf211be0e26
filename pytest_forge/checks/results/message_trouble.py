"""Message trouble: how the answer of a server breaks the form of an MCP message."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from forge_harness import McpAnswer

from ...regex import regex
from ...targets.outcome import Outcome
from ..calls.asking import shown

__all__ = ["message_trouble"]

#: Required keys of each kind of content block, with their types; no version of the protocol has other kinds.
_BLOCKS: Mapping[str, Mapping[str, type]] = {
    "text": {"text": str},
    "image": {"data": str, "mimeType": str},
    "audio": {"data": str, "mimeType": str},
    "resource": {"resource": dict},
    "resource_link": {"uri": str, "name": str},
}
#: A sign that base64 has not, in either alphabet; lines may be broken.
_NO_BASE64 = regex(r"[^A-Za-z0-9+/=_\s-]")
#: The first version in which structured content may be any JSON value, and not an object alone.
_ANY_STRUCTURE = "2026-07-28"
#: How our client tells of a message with a constant such as NaN.
_NO_JSON = "which is not valid in JSON"


def message_trouble(outcome: Outcome, version: str = "") -> str:
    """Return a sentence about an answer that is not a valid message; "" if it is one.

    Args:
        outcome: The outcome of a call.
        version: The version of the protocol that the server speaks.
    """
    if outcome.answer is None:
        return ""
    return _trouble(outcome.answer, version) or _plain_data_in(outcome) or _constant_in(outcome)


def _trouble(answer: McpAnswer, version: str) -> str:
    """Return a sentence about an answer that is not a valid message; "" if it is valid."""
    if answer.noise and answer.noise[0].endswith(_NO_JSON):
        return f"The message with an answer contains {answer.noise[0]}."
    if answer.noise:
        return f"During a call, the server printed {shown(answer.noise[0])} to stdout, which is not an MCP message."
    if answer.kind != "result":
        return ""
    body = answer.body
    if not isinstance(body, dict):
        return "The result of a call is not a JSON object."
    if not isinstance(body.get("content"), list) and not ("content" not in body and "structuredContent" in body):
        return "The content of a result is not a list."
    if "isError" in body and not isinstance(body["isError"], bool):
        return f"The isError of a result is {body['isError']!r}, not true or false."
    structured = body.get("structuredContent", {})
    if version < _ANY_STRUCTURE and not isinstance(structured, dict):
        return f"The structuredContent of a result is {shown(json.dumps(structured))}, not an object."
    for block in answer.blocks:
        kind = block.get("type") if isinstance(block, dict) else None
        if not isinstance(kind, str):
            return f"A content block has no type: {shown(json.dumps(block))}."
        if kind not in _BLOCKS:
            return f"A content block is of the type {kind[:40]!r}, which the protocol does not have."
        for key, wanted in _BLOCKS[kind].items():
            if not isinstance(block.get(key), wanted):
                return f"A content block of the type {kind!r} has a missing or invalid {key!r}."
        if kind == "resource" and (lacking := _lacking(block["resource"])):
            return f"A content block holds a resource without {lacking}."
    return ""


def _lacking(resource: Mapping[str, Any]) -> str:
    """Return what a resource in a content block must have and has not."""
    if not isinstance(resource.get("uri"), str):
        return "a 'uri'"
    return "" if any(isinstance(resource.get(key), str) for key in ("text", "blob")) else "a 'text' or a 'blob'"


def _plain_data_in(outcome: Outcome) -> str:
    """Return a sentence about data of a picture, a sound or a file that are not base64; "" if there are none.

    Data that the call itself gave are the caller's.
    """
    for block in outcome.answer.blocks if outcome.answer and outcome.answer.kind == "result" else ():
        resource = block.get("resource")
        data = block.get("data") if resource is None else resource.get("blob")
        if isinstance(data, str) and _NO_BASE64.search(data) and data not in outcome.arguments.values():
            return f"The data of a content block of the type {block['type']!r} are not base64: {shown(data[:40])}."
    return ""


def _constant_in(outcome: Outcome) -> str:
    """Return a sentence about a constant such as NaN in a text that would otherwise be JSON; "" if there is none."""
    if not outcome.succeeded or outcome.text[:1] not in ("{", "["):
        return ""
    constants: list[str] = []
    try:
        json.loads(outcome.text, parse_constant=constants.append, parse_int=float)
    except (ValueError, RecursionError):
        return ""
    return f"The text of a result contains {constants[0]}, which is not JSON." if constants else ""
