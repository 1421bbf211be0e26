"""OpenAIStream: a streamed chat completion, joined by choice and by tool call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..messages import Reply
from .fields import list_in, mapping_in, mappings_in, said_in, text_in
from .openai import choice_number, is_free_text, parse_reply
from .reply_stream import ReplyStream

__all__ = ["OpenAIStream"]


#: Where searching hosts list their sources, in every chunk or in the last.
_SOURCES = ("search_results", "web_search", "citations")


class OpenAIStream(ReplyStream):
    """Joins a streamed completion, by choice and by tool call."""

    def __init__(self) -> None:
        super().__init__()
        self._head: dict[str, Any] = {}
        self._choices: dict[int, _Choice] = {}

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        if payload.get("error") or name == "error":
            self.fail(payload)
        if not self._head.get("model") and payload.get("model"):
            self._head["model"] = payload["model"]
        for key in ("usage", "x_groq"):
            if mapping_in(payload, key):
                self._head[key] = payload[key]
        for key in _SOURCES:
            if list_in(payload, key):
                self._head[key] = payload[key]
        for position, choice in enumerate(mappings_in(payload, "choices")):
            number = choice_number((position, choice))
            known = self._choices.setdefault(number, _Choice())
            known.take(choice)
            if number == 0:
                self.say(known.said)
                # Another choice may end before the one that is the reply.
                self.is_complete = self.is_complete or bool(choice.get("finish_reason"))
            known.said = ""
            if choice.get("error"):
                self.fail(choice)

    def partial(self) -> Reply:
        choices = [self._choices[number].body() for number in sorted(self._choices)]
        # A stream that broke before its first choice is empty; that is not an error of the parser.
        return parse_reply({**self._head, "choices": choices or [{}]})


class _Choice:
    """One choice of a stream; ``said`` is the text of its last piece, until the stream reads it."""

    def __init__(self) -> None:
        self._texts: dict[str, list[str]] = {}
        self._parts: list[Any] = []
        self._details: list[dict[str, Any]] = []
        self._calls: list[dict[str, Any]] = []
        self._function: dict[str, Any] = {}
        self._text: list[str] = []
        self._rest: dict[str, Any] = {}
        self._lists: dict[str, list[Any]] = {}
        self.said = ""

    def take(self, choice: Mapping[str, Any]) -> None:
        delta = mapping_in(choice, "delta") or mapping_in(choice, "message")
        for key in ("content", "refusal", "reasoning_content", "reasoning"):
            if piece := text_in(delta, key):
                if key == "content":
                    self.said += piece
                if key == "content" and self._parts:
                    self._parts.append({"type": "text", "text": piece})
                else:
                    self._texts.setdefault(key, []).append(piece)
        if parts := list_in(delta, "content"):
            self.said += "".join(text_in(part, "text") for part in mappings_in(delta, "content"))
            # Plain text before the first part is a part like any other.
            if before := self._texts.pop("content", None):
                self._parts.append({"type": "text", "text": "".join(before)})
            self._parts += parts
        if mapping_in(delta, "content"):
            self._parts.append({"type": "text", "text": said_in(delta, "content")})
            self.said += said_in(delta, "content")
        for key in ("annotations", "executed_tools", "images"):
            if found := mappings_in(delta, key):
                self._lists.setdefault(key, []).extend(found)
        if heard := text_in(mapping_in(delta, "audio"), "transcript"):
            self._texts.setdefault("transcript", []).append(heard)
        for detail in mappings_in(delta, "reasoning_details"):
            _join_detail(self._details, detail)
        for call in mappings_in(delta, "tool_calls"):
            self._take_call(call)
        if function := mapping_in(delta, "function_call"):
            _join_function(self._function, function)
        if text := text_in(choice, "text"):
            self._text.append(text)
            self.said += text
        for key in ("finish_reason", "usage"):
            if choice.get(key):
                self._rest[key] = choice[key]

    def body(self) -> dict[str, Any]:
        message: dict[str, Any] = {key: "".join(pieces) for key, pieces in self._texts.items()} | self._lists
        if heard := message.pop("transcript", ""):
            message["audio"] = {"transcript": heard}
        if self._parts:
            message["content"] = self._parts
        if self._details:
            message["reasoning_details"] = self._details
        if self._calls:
            message["tool_calls"] = [
                {**call, "function": _joined(call["function"])} if "function" in call else call for call in self._calls
            ]
        if self._function:
            message["function_call"] = _joined(self._function)
        return {**self._rest, "message": message, "text": "".join(self._text)}

    def _take_call(self, piece: Mapping[str, Any]) -> None:
        function = mapping_in(piece, "function")
        call = self._known_call(
            piece, is_named=bool(function.get("name") or text_in(mapping_in(piece, "custom"), "name"))
        )
        if call is None:
            call = {"index": piece.get("index"), "function": {}}
            self._calls.append(call)
        if piece.get("id") and not call.get("id"):
            call["id"] = piece["id"]
        if is_free_text(piece):
            call["type"] = "custom"
        if call.get("type") == "custom" and (custom := mapping_in(piece, "custom")):
            function = {"name": custom.get("name"), "arguments": custom.get("input")}
        _join_function(call["function"], function)

    def _known_call(self, piece: Mapping[str, Any], *, is_named: bool) -> dict[str, Any] | None:
        """Find the call that *piece* continues.

        Some hosts give parallel calls all the index 0, or none; others invent an id for every piece. Only a piece with
        another id *and* a name begins a call.
        """
        index, call_id = piece.get("index"), piece.get("id")
        for call in reversed(self._calls):
            if index is not None and call.get("index") != index:
                continue
            is_another = bool(call_id and call.get("id") and call_id != call["id"] and is_named)
            return None if is_another else call
        return None


def _join_function(known: dict[str, Any], piece: Mapping[str, Any]) -> None:
    name = text_in(piece, "name")
    if name and name != known.get("name"):
        known["name"] = known.get("name", "") + name
    arguments = piece.get("arguments")
    if isinstance(arguments, str):
        known.setdefault("pieces", []).append(arguments)
    elif isinstance(arguments, Mapping):
        known["whole"] = arguments


def _joined(function: Mapping[str, Any]) -> dict[str, Any]:
    pieces = "".join(function.get("pieces", ()))
    return {"name": function.get("name", ""), "arguments": pieces or function.get("whole", "")}


def _join_detail(known: list[dict[str, Any]], piece: Mapping[str, Any]) -> None:
    last = known[-1] if known else {}
    if last.get("type") != piece.get("type") or last.get("index") != piece.get("index") or "data" in piece:
        known.append(dict(piece))
        return
    for key, value in piece.items():
        if key in ("text", "summary") and isinstance(value, str):
            last[key] = (last.get(key) or "") + value
        elif value is not None:
            last[key] = value
