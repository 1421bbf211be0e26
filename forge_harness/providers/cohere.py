"""Cohere's chat, version 2, and its older generate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..messages import Message, Reply, Usage
from .arguments import tool_call
from .error_body import no_reply
from .fields import content_in, count_in, mapping_in, mappings_in, said_in, text_in
from .reply_stream import ReplyStream

__all__ = ["CohereStream", "parse_reply"]


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed.

    The plan that Cohere's models write before they call tools counts as reasoning.

    Raises:
        ProviderError: If *body* is not an answer.
    """
    generations = mappings_in(body, "generations")
    message = mapping_in(body, "message")
    if generations:
        message = {"content": [generations[0]]}
    elif not message and isinstance(body.get("text"), str):
        # Version 1 has all fields at the root.
        message = {"content": [{"text": body["text"]}], "tool_calls": body.get("tool_calls")}
    if not message:
        raise no_reply(body, "message")
    parts = content_in(message, "content")
    calls = []
    for call in mappings_in(message, "tool_calls"):
        function = mapping_in(call, "function")
        if function:
            calls.append(tool_call(call.get("id"), function.get("name"), function.get("arguments")))
        else:
            calls.append(tool_call("", call.get("name"), call.get("parameters")))
    reasoning = [text_in(message, "tool_plan"), *(text_in(part, "thinking") for part in parts)]
    return Reply(
        message=Message(
            role="assistant", text="".join(said_in(part, "text") for part in parts), tool_calls=tuple(calls)
        ),
        stop_reason=text_in(body, "finish_reason") or text_in((generations or [{}])[0], "finish_reason"),
        usage=_usage(body),
        model=text_in(body, "model"),
        reasoning="".join(reasoning),
    )


class CohereStream(ReplyStream):
    """Joins a streamed message, by part and by call."""

    def __init__(self) -> None:
        super().__init__()
        self._head: dict[str, Any] = {}
        self._plan: list[str] = []
        self._parts: dict[int, dict[str, Any]] = {}
        self._calls: dict[int, dict[str, Any]] = {}

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        kind = text_in(payload, "type") or text_in(payload, "event_type") or name
        index = count_in(payload, "index")
        delta = mapping_in(payload, "delta")
        message = mapping_in(delta, "message")
        if kind == "message-end":
            self._head.update(delta)
            self.is_complete = True
            if delta.get("error"):
                self.fail(delta)
        elif kind == "tool-plan-delta":
            self._plan.append(text_in(message, "tool_plan"))
        elif kind in ("content-start", "content-delta"):
            part = self._parts.setdefault(index, {})
            self.say(text_in(mapping_in(message, "content"), "text"))
            for key in ("text", "thinking"):
                part[key] = text_in(part, key) + text_in(mapping_in(message, "content"), key)
        elif kind in ("tool-call-start", "tool-call-delta"):
            self._take_call(index, mapping_in(message, "tool_calls"))
        elif kind == "text-generation":
            part = self._parts.setdefault(0, {})
            part["text"] = text_in(part, "text") + text_in(payload, "text")
            self.say(text_in(payload, "text"))
        elif kind == "stream-end":
            self._take_end(payload)
        elif "error" in (kind, name) or payload.get("error"):
            self.fail(payload)

    def _take_end(self, payload: Mapping[str, Any]) -> None:
        """Read the end of version 1, which repeats the whole answer."""
        self._head.update(mapping_in(payload, "response"))
        self._head.setdefault("finish_reason", text_in(payload, "finish_reason"))
        calls = mappings_in(self._head, "tool_calls")
        self._calls = self._calls or {index: dict(call) for index, call in enumerate(calls)}
        self.is_complete = True

    def partial(self) -> Reply:
        message = {
            "tool_plan": "".join(self._plan),
            "content": [self._parts[index] for index in sorted(self._parts)],
            "tool_calls": [self._calls[index] for index in sorted(self._calls)],
        }
        return parse_reply({**self._head, "message": message})

    def _take_call(self, index: int, piece: Mapping[str, Any]) -> None:
        call = self._calls.setdefault(index, {"function": {"arguments": ""}})
        if piece.get("id"):
            call["id"] = piece["id"]
        function = mapping_in(piece, "function")
        if function.get("name"):
            call["function"]["name"] = function["name"]
        call["function"]["arguments"] += text_in(function, "arguments")


def _usage(body: Mapping[str, Any]) -> Usage:
    usage = mapping_in(body, "usage") or mapping_in(body, "meta")
    tokens = mapping_in(usage, "tokens") or mapping_in(usage, "billed_units")
    return Usage(count_in(tokens, "input_tokens"), count_in(tokens, "output_tokens"))
