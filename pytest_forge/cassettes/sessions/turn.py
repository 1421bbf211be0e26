"""Turn: a recorded model's reply in one interaction, read in the provider's format."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from forge_harness import (
    AwsDecoder,
    JsonDecoder,
    Message,
    ProviderError,
    Reply,
    ReplyStream,
    ServerTool,
    SseDecoder,
    StreamDecoder,
    StreamEvent,
    ToolCall,
    error_text,
    find_wire_format,
)

from ...targets.json_depth import MAX_DEPTH, is_too_deep
from ..foreign.interaction import Interaction, UnreadableInteraction
from ..recognise import Endpoint, recognise
from .blobs import without_blobs

__all__ = ["Turn", "arguments_as_sent", "bounded", "read_turn"]

_MAX_ERROR = 1000
_NOTHING = Reply(message=Message(role="assistant"))


class Turn(Struct, frozen=True):
    """The answer to one request.

    Attributes:
        provider: The provider's name.
        endpoint: The endpoint's name.
        model: The model that answered, else the one requested.
        status: The HTTP status; None if it was not recorded.
        stream: Whether the answer was streamed.
        reply: The reply; for a broken answer, the part that arrived.
        error: Why the reply is incomplete; None if it is complete.
        is_conversation: Whether it is a request to a model, and not an upload, a look-up or telemetry.
        wire_format: The format of the answer, a name of `find_wire_format`; empty if it has none.
    """

    provider: str
    endpoint: str
    model: str
    status: int | None
    stream: bool = False
    reply: Reply = field(default=_NOTHING)
    error: str | None = None
    is_conversation: bool = True
    wire_format: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the turn as `forge replay` prints it."""
        shown: dict[str, Any] = {
            "provider": self.provider,
            "endpoint": self.endpoint,
            "model": self.model,
            "status": self.status,
            "stream": self.stream,
            "text": self.reply.message.text,
            "reasoning": self.reply.reasoning,
            "tool_calls": [
                {"id": call.id or None, "name": call.name, "arguments": arguments_as_sent(call)}
                for call in self.reply.message.tool_calls
            ],
            "stop_reason": self.reply.stop_reason or None,
            "usage": {
                "input_tokens": self.reply.usage.input_tokens,
                "output_tokens": self.reply.usage.output_tokens,
            },
            "error": self.error,
        }
        if self.reply.refusal:
            shown["refusal"] = self.reply.refusal
        if self.reply.server_tools:
            shown["server_tools"] = [_as_json(tool) for tool in self.reply.server_tools]
        if self.reply.media:
            shown["media"] = list(self.reply.media)
        return shown


def _as_json(tool: ServerTool) -> dict[str, Any]:
    given, came = without_blobs(bounded(tool.input)), without_blobs(bounded(tool.result))
    shown: dict[str, Any] = {"name": tool.name, "input": given, "result": came, "error": tool.error or None}
    return {**shown, "server": tool.server} if tool.server else shown


def arguments_as_sent(call: ToolCall) -> Any:
    """Return a call's arguments; if they are malformed, the JSON value or text that was sent."""
    if call.malformed_arguments is None:
        return bounded(call.arguments)
    try:
        return bounded(json.loads(call.malformed_arguments))
    except (ValueError, RecursionError):
        return call.malformed_arguments


def bounded(value: Any) -> Any:
    """Return a JSON value, or a text instead of one that is nested too deeply."""
    return f"(JSON of more than {MAX_DEPTH} levels)" if is_too_deep(value) else value


def read_turn(interaction: Interaction | UnreadableInteraction) -> Turn:
    """Read the model's reply; a problem with the answer becomes the turn's error."""
    asked = _asked(interaction.request_body)
    if isinstance(interaction, UnreadableInteraction):
        endpoint = recognise("POST", interaction.url, None)
        return _failed(endpoint, asked, interaction.status, interaction.reason)
    body, events, is_stream, problem = _decoded(interaction)
    answer = body if isinstance(body, Mapping) else _first(events)
    endpoint = recognise(interaction.method, interaction.url, answer)
    status = interaction.status
    if status is not None and status >= 400:
        return _failed(endpoint, asked, status, _refusal(status, body, interaction.body))
    # Without the query, which may hold a key.
    what = f"{interaction.method} {interaction.url.partition('?')[0]}".strip()[:200]
    if interaction.headers.get("content-type", "").lower().startswith("application/grpc"):
        reason = f"{what!r} is a gRPC call, recorded as protobuf only. Record it with its JSON form beside it."
        return replace(_failed(endpoint, asked, status, reason), is_conversation=endpoint.provider != "unknown")
    if endpoint.wire_format is None:
        reason = f"{what!r} is not a conversation with a model. It is listed for completeness."
        return replace(_failed(endpoint, asked, status, reason), stream=is_stream, is_conversation=False)
    wire = find_wire_format(endpoint.wire_format)
    if is_stream:
        reply, error = _streamed(wire.new_stream(), events, problem)
    elif isinstance(body, Mapping):
        try:
            reply, error = wire.parse_reply(body), None
        except ProviderError as broken:
            reply, error = _NOTHING, error_text(body) or str(broken)
    else:
        reply, error = (
            _NOTHING,
            problem or "The answer is not a JSON object. Check for a proxy or gateway in between.",
        )
    return Turn(
        provider=endpoint.provider,
        endpoint=endpoint.name,
        model=reply.model or endpoint.model or asked,
        status=status,
        stream=is_stream,
        reply=reply,
        error=_short(error),
        wire_format=endpoint.wire_format,
    )


def _streamed(stream: ReplyStream, events: list[StreamEvent], problem: str | None) -> tuple[Reply, str | None]:
    try:
        for event in events:
            stream.feed(event)
    except ProviderError as broken:
        problem = problem or str(broken)
    try:
        reply = stream.partial()
    except ProviderError as broken:
        # No part of a reply has arrived.
        return _NOTHING, stream.error or problem or str(broken)
    if stream.error or problem:
        return reply, stream.error or problem
    if not stream.is_complete:
        return reply, "The stream ended before the reply was complete. Record the session again."
    return reply, None


def _decoded(interaction: Interaction) -> tuple[Any, list[StreamEvent], bool, str | None]:
    """Return the decoded body or the events of a stream, whether it is a stream, and its problem."""
    kind = interaction.headers.get("content-type", "").lower()
    data = interaction.body
    start = data.lstrip()[:6]
    if "amazon.eventstream" in kind:
        return None, *_events(AwsDecoder(), data)
    looks_like_json = start[:1] in (b"{", b"[")
    if start.startswith((b"data:", b"event:")) or ("event-stream" in kind and not looks_like_json):
        return None, *_events(SseDecoder(), data)
    if "ndjson" in kind or "jsonl" in kind:
        return None, *_events(JsonDecoder(), data)
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        # Lines of JSON with another content type, or an array that was cut off.
        events, is_stream, problem = _events(JsonDecoder(), data) if looks_like_json else ([], False, None)
        if events:
            return None, events, is_stream, problem
        return None, [], False, "The answer is not JSON. Check for a proxy or gateway in between."
    if isinstance(body, list) and "streamGenerateContent" in interaction.url and (interaction.status or 0) < 400:
        return None, *_events(JsonDecoder(), data)
    return body, [], False, None


def _events(decoder: StreamDecoder, data: bytes) -> tuple[list[StreamEvent], bool, str | None]:
    events: list[StreamEvent] = []
    try:
        events += decoder.feed(data)
        events += decoder.end()
    except ProviderError as broken:
        return events, True, str(broken)
    return events, True, None


def _first(events: list[StreamEvent]) -> Mapping[str, Any] | None:
    for event in events[:1]:
        try:
            value = json.loads(event.data)
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, Mapping) else None
    return None


def _refusal(status: int, body: Any, data: bytes) -> str:
    text = error_text(body) if body is not None else " ".join(data.decode("utf-8", "replace").split())
    return text or f"HTTP {status}"


def _failed(endpoint: Endpoint, asked: str, status: int | None, error: str) -> Turn:
    return Turn(
        provider=endpoint.provider,
        endpoint=endpoint.name,
        model=endpoint.model or asked,
        status=status,
        error=_short(error),
    )


def _short(error: str | None) -> str | None:
    if error is None or len(error) <= _MAX_ERROR:
        return error
    return f"{error[:_MAX_ERROR]}… ({len(error)} characters)"


def _asked(sent: bytes | None) -> str:
    """Return the model named in the request."""
    try:
        body = json.loads(sent or b"")
    except (ValueError, RecursionError):
        return ""
    model = body.get("model") if isinstance(body, Mapping) else None
    return model if isinstance(model, str) else ""
