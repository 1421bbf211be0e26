"""Transcript: a cassette as lines of text with roles; requests of every provider's format are read.

Only the new messages of a request are shown, since most requests repeat the whole conversation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ..exchange import Exchange, RecordedFailure, RecordedResponse
from .server_tool_lines import server_tool_lines
from .turn import Turn, arguments_as_sent

__all__ = ["Line", "sent_lines", "transcript_lines"]

_MAX_DEPTH = 12
#: The members of a request with instructions, and with the conversation.
_SYSTEM = ("system", "instructions", "systemInstruction", "system_instruction", "preamble")
_CONVERSATION = ("chat_history", "messages", "input", "contents", "prompt", "message", "inputs")
#: The members of a part with its text; the first present one counts.
_TEXTS = ("text", "content", "parts", "output", "summary", "thinking", "refusal", "message")
_CALLS = ("functionCall", "function_call", "toolUse", "function")
_RESULTS = ("functionResponse", "function_response", "toolResult")
_ARGUMENTS = ("arguments", "args", "input", "parameters")


class Line(Struct, frozen=True):
    """One entry of a transcript.

    Attributes:
        who: The role, or the kind of the line: ``calls``, ``thinks``, ``stops``, ``error``, ….
        text: The text; may have several lines.
    """

    who: str
    text: str


def transcript_lines(exchange: Exchange, turn: Turn, *, known: list[Line]) -> Iterator[Line]:
    """Yield the new messages of a request, and its answer.

    Args:
        exchange: The recorded exchange.
        turn: Its turn.
        known: The messages of earlier requests; replaced by those of this one.
    """
    count, said = sent_lines(exchange.request.body, known=known)
    if count:
        yield Line("", f"({count} as before)")
    yield from said
    yield from _answered(exchange, turn)


def sent_lines(body: bytes, *, known: list[Line]) -> tuple[int, list[Line]]:
    """Return how many messages of a request were sent before, and the new ones.

    Args:
        body: Of the request.
        known: The messages of earlier requests; replaced by those of this one.
    """
    said = list(_sent(body))
    same = next((place for place, (one, other) in enumerate(zip(said, known, strict=False)) if one != other), None)
    count = min(len(said), len(known)) if same is None else same
    known[:] = said
    return count, said[count:]


def _answered(exchange: Exchange, turn: Turn) -> Iterator[Line]:
    reply = turn.reply
    for who, text in (
        ("thinks", reply.reasoning),
        *server_tool_lines(turn),
        ("assistant", reply.message.text),
        ("refuses", reply.refusal),
    ):
        if text.strip():
            yield Line(who, text)
    for call in reply.message.tool_calls:
        yield Line("calls", _called(call.name, arguments_as_sent(call)))
    failure = exchange.answer if isinstance(exchange.answer, RecordedFailure) else None
    if failure is not None:
        yield Line("failed", f"{failure.kind}: the connection, " + ("after a part" if failure.begun else "at once"))
    elif not turn.is_conversation:
        answer = exchange.answer
        size = len(answer.body) if isinstance(answer, RecordedResponse) else 0
        yield Line("answer", f"{size} bytes that are not a reply of a model")
    elif turn.error is not None:
        yield Line("error", turn.error)
    usage = reply.usage
    parts = [f"{usage.input_tokens} tokens in, {usage.output_tokens} out"] * bool(
        usage.input_tokens or usage.output_tokens
    )
    if reply.stop_reason or parts:
        yield Line("stops", "; ".join(filter(None, [reply.stop_reason or "", *parts])))


def _sent(body: bytes) -> Iterator[Line]:
    try:
        asked = json.loads(body) if body else None
    except (ValueError, RecursionError):
        yield Line("sent", f"{len(body)} bytes that are not JSON")
        return
    if not isinstance(asked, Mapping):
        return
    for name in _SYSTEM:
        if text := _text(asked.get(name), 0):
            yield Line("system", text)
    found = False
    for name in _CONVERSATION:
        value = asked.get(name)
        items = value if isinstance(value, list) else [value] if value else []
        for item in items:
            found = True
            yield from _message(item)
    if not found and asked:
        yield Line("sent", json.dumps(asked, ensure_ascii=False))


def _message(item: Any) -> Iterator[Line]:
    if not isinstance(item, Mapping):
        yield Line("user", _text(item, 0))
        return
    who = str(item.get("role") or item.get("type") or "user").lower()
    if who in ("function_call_output", "function", "chatbot", "model"):
        who = {"chatbot": "assistant", "model": "assistant"}.get(who, "tool")
    calls = item.get("tool_calls")
    if isinstance(calls, list):
        said = [_text(item.get("content"), 0), *(_text(call, 0) for call in calls)]
        yield Line(who, "\n".join(filter(None, said)))
    else:
        yield Line(who, _text(item, 0))


def _text(value: Any, depth: int) -> str:
    """Return the text of a value in any provider's format."""
    if depth > _MAX_DEPTH:
        return "…"
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(filter(None, (_text(one, depth + 1) for one in value)))
    if not isinstance(value, Mapping):
        return "" if value is None else json.dumps(value)
    for name in _CALLS:
        if isinstance(value.get(name), Mapping):
            return _text(value[name], depth + 1)
    for name in _RESULTS:
        if isinstance(value.get(name), Mapping):
            result = value[name]
            return "result: " + _text(result.get("response", result.get("content", result)), depth + 1)
    if isinstance(value.get("name"), str) and (given := next((n for n in _ARGUMENTS if n in value), None)):
        return "calls " + _called(value["name"], value[given])
    for name in _TEXTS:
        if value.get(name):
            return _text(value[name], depth + 1)
    kind = value.get("type")
    if isinstance(kind, str) and set(value) - {"type", "role"}:
        return f"({kind})"
    return (
        "" if set(value) <= {"role", "type", "content", "text"} else json.dumps(value, ensure_ascii=False, default=repr)
    )


def _called(name: str, arguments: Any) -> str:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False, default=repr)
    return f"{name}({text})"
