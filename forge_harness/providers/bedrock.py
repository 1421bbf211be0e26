"""Amazon Bedrock's Converse, whose shape Nova models share, and the answers of older models to InvokeModel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..messages import Message, Reply, Usage
from . import anthropic, cohere, openai, openai_stream
from .arguments import tool_call
from .error_body import no_reply
from .fields import content_in, count_in, mapping_in, mappings_in, said_in, text_in
from .reply_stream import ReplyStream
from .server_tools import from_converse

__all__ = ["BedrockStream", "parse_reply"]

_FORMAT = "bedrock"
_PLAIN = ({"text"}, {"toolUse"})
_ENDS = ("completionReason", "stop_reason", "finish_reason", "amazon-bedrock-invocationMetrics")
_EVENTS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata")


def parse_reply(body: Mapping[str, Any]) -> Reply:
    """Read an answer that was not streamed.

    Raises:
        ProviderError: If *body* is not an answer of a known shape.
    """
    message = mapping_in(mapping_in(body, "output"), "message")
    if not message:
        return _invoked(body)
    blocks = content_in(message, "content")
    calls = [call for block in blocks if (call := mapping_in(block, "toolUse"))]
    thoughts = [mapping_in(mapping_in(block, "reasoningContent"), "reasoningText") for block in blocks]
    usage = mapping_in(body, "usage")
    return Reply(
        message=Message(
            role="assistant",
            text="".join(said_in(block, "text") or _cited(block) for block in blocks),
            tool_calls=tuple(
                tool_call(call.get("toolUseId"), call.get("name"), call.get("input"))
                for call in calls
                # The provider ran this call itself.
                if call.get("type") != "server_tool_use"
            ),
            opaque=()
            if all(set(block) in _PLAIN for block in blocks)
            else tuple({"format": _FORMAT, "block": block} for block in blocks),
        ),
        stop_reason=text_in(body, "stopReason"),
        usage=Usage(
            input_tokens=count_in(usage, "inputTokens"),
            output_tokens=count_in(usage, "outputTokens"),
            cached_tokens=count_in(usage, "cacheReadInputTokens", "cacheReadInputTokenCount"),
            cache_write_tokens=count_in(usage, "cacheWriteInputTokens", "cacheWriteInputTokenCount"),
        ),
        model="",
        reasoning="".join(text_in(thought, "text") for thought in thoughts),
        server_tools=from_converse(blocks),
        media=tuple(f"image/{text_in(image, 'format')}" for block in blocks if (image := mapping_in(block, "image"))),
    )


def _cited(block: Mapping[str, Any]) -> str:
    """Return the text of a block with citations."""
    return "".join(text_in(part, "text") for part in mappings_in(mapping_in(block, "citationsContent"), "content"))


def _invoked(body: Mapping[str, Any]) -> Reply:
    """Read a reply of InvokeModel, in the shape of the model's vendor."""
    if isinstance(body.get("content"), list) or "completion" in body:
        return anthropic.parse_reply(body)
    if "choices" in body:
        return openai.parse_reply(body)
    results = mappings_in(body, "results")
    if results:
        return Reply(
            message=Message(role="assistant", text=text_in(results[0], "outputText")),
            stop_reason=text_in(results[0], "completionReason"),
            usage=Usage(count_in(body, "inputTextTokenCount"), count_in(results[0], "tokenCount")),
        )
    if "generation" in body:
        return Reply(
            message=Message(role="assistant", text=text_in(body, "generation")),
            stop_reason=text_in(body, "stop_reason"),
            usage=Usage(count_in(body, "prompt_token_count"), count_in(body, "generation_token_count")),
        )
    if "text" in body or "message" in body:
        return cohere.parse_reply(body)
    if answers := mappings_in(body, "completions"):
        return Reply(
            message=Message(role="assistant", text=text_in(mapping_in(answers[0], "data"), "text")),
            stop_reason=text_in(mapping_in(answers[0], "finishReason"), "reason"),
        )
    for key in ("outputs", "generations"):
        if answers := mappings_in(body, key):
            return Reply(
                message=Message(role="assistant", text=text_in(answers[0], "text")),
                stop_reason=text_in(answers[0], "stop_reason") or text_in(answers[0], "finish_reason"),
            )
    raise no_reply(body, "output")


class BedrockStream(ReplyStream):
    """Joins a streamed answer; the frame names an event (Converse), or its only key does (InvokeModel)."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: dict[int, dict[str, Any]] = {}
        self._head: dict[str, Any] = {}
        self._other: ReplyStream | None = None
        self._pieces: list[Mapping[str, Any]] = []

    def take(self, payload: Mapping[str, Any], name: str) -> None:
        if name.endswith("Exception"):
            self.fail(payload, name)
            return
        wrapped = next((event for event in _EVENTS if isinstance(payload.get(event), Mapping)), "")
        if name in _EVENTS:
            self._take_event(name, payload)
        elif wrapped:
            for event in _EVENTS:
                if isinstance(payload.get(event), Mapping):
                    self._take_event(event, payload[event])
        elif self._other is not None or "type" in payload:
            self._other = self._other or anthropic.AnthropicStream()
            self._delegate(payload)
        elif "choices" in payload:
            self._other = openai_stream.OpenAIStream()
            self._delegate(payload)
        elif "event_type" in payload:
            self._other = cohere.CohereStream()
            self._delegate(payload)
        elif payload.get("error") or "message" in payload:
            self.fail(payload)
        else:
            # Mistral's text is in a list of one item.
            payload = {**payload, **next(iter(mappings_in(payload, "outputs")), {})}
            self._pieces.append(payload)
            self.is_complete = self.is_complete or any(payload.get(key) for key in _ENDS)

    def partial(self) -> Reply:
        if self._other is not None:
            return self._other.partial()
        if self._pieces:
            return self._joined()
        blocks = [self._blocks[index] for index in sorted(self._blocks)]
        return parse_reply({**self._head, "output": {"message": {"role": "assistant", "content": blocks}}})

    def _delegate(self, payload: Mapping[str, Any]) -> None:
        if self._other is not None:
            self._other.take(payload, "")
            self.say(self._other.new_text())
            self.error = self.error or self._other.error
            self.is_complete = self._other.is_complete

    def _take_event(self, name: str, payload: Mapping[str, Any]) -> None:
        block = self._blocks.setdefault(count_in(payload, "contentBlockIndex"), {}) if "Block" in name else {}
        if name == "contentBlockStart":
            for key, value in mapping_in(payload, "start").items():
                if key == "toolUse" and isinstance(value, Mapping):
                    # Its input arrives as text in pieces.
                    block[key] = {**value, "input": ""}
                else:
                    block[key] = value
        elif name == "contentBlockDelta":
            self._take_delta(block, mapping_in(payload, "delta"))
        elif name == "messageStop":
            self._head["stopReason"] = payload.get("stopReason")
            self.is_complete = True
        elif name == "metadata":
            self._head["usage"] = payload.get("usage")

    def _take_delta(self, block: dict[str, Any], delta: Mapping[str, Any]) -> None:
        if "text" in delta:
            block["text"] = text_in(block, "text") + text_in(delta, "text")
            self.say(text_in(delta, "text"))
        if tool := mapping_in(delta, "toolUse"):
            known = dict(mapping_in(block, "toolUse"))
            known["input"] = (
                tool["input"]
                if isinstance(tool.get("input"), Mapping)
                else (text_in(known, "input") + text_in(tool, "input"))
            )
            block["toolUse"] = known
        if told := mappings_in(delta, "toolResult"):
            known = dict(mapping_in(block, "toolResult"))
            known["content"] = [*mappings_in(known, "content"), *told]
            block["toolResult"] = known
        if thought := mapping_in(delta, "reasoningContent"):
            known = dict(mapping_in(mapping_in(block, "reasoningContent"), "reasoningText"))
            for key in ("text", "signature"):
                if thought.get(key):
                    known[key] = text_in(known, key) + text_in(thought, key)
            block["reasoningContent"] = {"reasoningText": known} if known else dict(thought)

    def _joined(self) -> Reply:
        """Join the pieces of Titan, Llama and Mistral, which do not use events."""
        merged: dict[str, Any] = {}
        texts: dict[str, list[str]] = {}
        for piece in self._pieces:
            for key, value in piece.items():
                if key in ("outputText", "generation", "text") and isinstance(value, str):
                    texts.setdefault(key, []).append(value)
                elif value is not None:
                    merged[key] = value
        text = "".join(next(iter(texts.values()), []))
        metrics = mapping_in(merged, "amazon-bedrock-invocationMetrics")
        return Reply(
            message=Message(role="assistant", text=text),
            stop_reason=text_in(merged, "completionReason") or text_in(merged, "stop_reason"),
            usage=Usage(
                count_in(merged, "inputTextTokenCount", "prompt_token_count") or count_in(metrics, "inputTokenCount"),
                count_in(merged, "totalOutputTextTokenCount", "generation_token_count")
                or count_in(metrics, "outputTokenCount"),
            ),
        )
