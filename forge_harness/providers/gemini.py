"""Gemini's generateContent, from the Gemini API and from Vertex.

A part of an answer may carry a thought signature, which must be returned in place. Only newer models give function
calls an id.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..messages import Message, Reply, Usage
from ..schema.shapes import provider_shape
from ..tool import ToolDefinition
from .arguments import arguments_object, tool_call
from .conversation import ConversationForm, calling_message
from .error_body import no_reply
from .fields import content_in, count_in, mapping_in, mappings_in, said_in, strict_json, text_in
from .reply_stream import ReplyStream
from .server_tools import from_gemini

__all__ = ["CONVERSATION", "GeminiStream", "build_request", "parse_reply"]

_FORMAT = "gemini"
#: Clients made from Google's protocol files ask for numbers; beyond these, Gemini and Vertex number differently.
_REASONS = ("FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "OTHER")
_PLAIN = {"text", "functionCall"}


def build_request(
    messages: Sequence[Message],
    tools: Sequence[ToolDefinition] = (),
    *,
    model: str,  # noqa: ARG001  # every form is asked in the same way
    stream: bool = False,  # noqa: ARG001  # the same
    max_tokens: int | None = None,
    temperature: float | None = None,
) -> dict[str, Any]:
    """Write the body of a request.

    Args:
        messages: The whole conversation.
        tools: The tools that the model may call.
        model: The model's name, which goes into the address and not into the body.
        stream: The same: whether the answer arrives in pieces is a matter of the address.
        max_tokens: The longest answer in tokens; None leaves it to the provider.
        temperature: None leaves it to the provider.
    """
    body: dict[str, Any] = {CONVERSATION.key: CONVERSATION.items(messages)}
    instructions = [{"text": message.text} for message in messages if message.role == "system"]
    if instructions:
        body["systemInstruction"] = {"parts": instructions}
    if tools:
        shapes = [provider_shape(tool.name, tool.description, tool.input_schema, "gemini") for tool in tools]
        body["tools"] = [{"functionDeclarations": shapes}]
    settings = {"maxOutputTokens": max_tokens, "temperature": temperature}
    if given := {key: value for key, value in settings.items() if value is not None}:
        body["generationConfig"] = given
    return body


def _parts(messages: Sequence[Message], index: int) -> list[Mapping[str, Any]]:
    message = messages[index]
    if message.role == "system":
        return []
    if message.role == "tool":
        return [{"functionResponse": _response(messages, index)}]
    kept = [mapping_in(entry, "block") for entry in message.opaque if entry.get("format") == _FORMAT]
    if kept:
        return kept
    parts: list[Mapping[str, Any]] = [{"text": message.text}] if message.text else []
    for call in message.tool_calls:
        function = {"name": call.name, "args": arguments_object(call)}
        parts.append({"functionCall": {"id": call.id, **function} if call.id else function})
    return parts


CONVERSATION = ConversationForm("contents", _parts, "parts", assistant="model")


def _response(messages: Sequence[Message], index: int) -> dict[str, Any]:
    call_id = messages[index].tool_call_id
    response: dict[str, Any] = {"name": call_id, "response": {"result": _value(messages[index].text)}}
    called = calling_message(messages, index)
    if called is None:
        return response
    response["name"] = next(call.name for call in reversed(called.tool_calls) if call.id == call_id)
    blocks = [mapping_in(entry, "block") for entry in called.opaque if entry.get("format") == _FORMAT]
    # Gemini does not know ids that it did not give.
    was_sent = not blocks or any(text_in(mapping_in(block, "functionCall"), "id") == call_id for block in blocks)
    return {"id": call_id, **response} if call_id and was_sent else response


def _value(text: str) -> Any:
    try:
        return strict_json(text)
    except ValueError:
        return text


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed; of several candidates, the one with the lowest index.

    A prompt that was blocked gives a reply without text, whose stop reason is the reason of the block.

    Raises:
        ProviderError: If *body* is not an answer.
    """
    if not any(key in body for key in ("candidates", "promptFeedback", "usageMetadata")) or body.get("error"):
        raise no_reply(body, "candidates")
    # Gemini leaves out counts of 0.
    candidate = min(mappings_in(body, "candidates"), key=lambda one: count_in(one, "index"), default={})
    parts = _content(candidate)
    calls = [call for part in parts if (call := mapping_in(part, "functionCall"))]
    usage = mapping_in(body, "usageMetadata")
    return Reply(
        message=Message(
            role="assistant",
            text="".join(said_in(part, "text") for part in parts if not part.get("thought")),
            tool_calls=tuple(tool_call(call.get("id"), call.get("name"), call.get("args")) for call in calls),
            opaque=()
            if all(_PLAIN.issuperset(part) for part in parts)
            else tuple({"format": _FORMAT, "block": part} for part in parts),
        ),
        stop_reason=_reason(candidate) or text_in(mapping_in(body, "promptFeedback"), "blockReason"),
        usage=Usage(
            input_tokens=count_in(usage, "promptTokenCount"),
            output_tokens=count_in(usage, "candidatesTokenCount"),
            cached_tokens=count_in(usage, "cachedContentTokenCount"),
            reasoning_tokens=count_in(usage, "thoughtsTokenCount"),
        ),
        model=text_in(body, "modelVersion"),
        reasoning="".join(text_in(part, "text") for part in parts if part.get("thought")),
        server_tools=from_gemini(candidate, parts),
        media=tuple(
            text_in(data, "mimeType") or "data"
            for part in parts
            if (data := mapping_in(part, "inlineData") or mapping_in(part, "fileData")) and not part.get("thought")
        ),
    )


def _content(candidate: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the parts; an object that holds none is the answer of a gateway that decodes structured replies."""
    content = mapping_in(candidate, "content")
    if "parts" in content or "role" in content:
        return content_in(content, "parts")
    return [{"text": said_in(candidate, "content")}] if content else content_in(candidate, "content")


def _reason(candidate: Mapping[str, Any]) -> str:
    reason = candidate.get("finishReason")
    if isinstance(reason, int) and not isinstance(reason, bool):
        return _REASONS[reason] if 0 <= reason < len(_REASONS) else str(reason)
    return text_in(candidate, "finishReason")


class GeminiStream(ReplyStream):
    """Joins the chunks, each of which is an answer with the next parts."""

    def __init__(self) -> None:
        super().__init__()
        self._head: dict[str, Any] = {}
        self._candidate: dict[str, Any] = {}
        self._parts: list[Mapping[str, Any]] = []

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        if payload.get("error") or name == "error":
            self.fail(payload)
            return
        for key in ("promptFeedback", "usageMetadata", "modelVersion"):
            if payload.get(key):
                # A count that a later chunk leaves out stays.
                known = self._head.get(key)
                both = isinstance(known, Mapping) and isinstance(payload[key], Mapping)
                self._head[key] = {**known, **payload[key]} if both and known else payload[key]
        if text_in(mapping_in(payload, "promptFeedback"), "blockReason"):
            self.is_complete = True
        for candidate in mappings_in(payload, "candidates"):
            if count_in(candidate, "index") == 0:
                parts = _content(candidate)
                self._parts += parts
                self.say("".join(said_in(part, "text") for part in parts if not part.get("thought")))
                self._candidate.update({key: value for key, value in candidate.items() if key != "content" and value})
                self.is_complete = self.is_complete or bool(candidate.get("finishReason"))

    def partial(self) -> Reply:
        candidate = {**self._candidate, "content": {"parts": self._parts}}
        return parse_reply({**self._head, "candidates": [candidate]})
