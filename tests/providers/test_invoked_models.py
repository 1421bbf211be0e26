"""Bedrock's InvokeModel answers in the shape of the model's maker, whole and in pieces."""

from __future__ import annotations

import base64
import json

import pytest
from streams import frame, read

from forge_harness.providers.wire import WIRE_FORMATS

WHOLE = {
    "anthropic": {"type": "message", "content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"},
    "anthropic, older": {"completion": "Hi", "stop_reason": "stop_sequence"},
    "nova": {"output": {"message": {"role": "assistant", "content": [{"text": "Hi"}]}}, "stopReason": "end_turn"},
    "titan": {
        "inputTextTokenCount": 3,
        "results": [{"outputText": "Hi", "tokenCount": 4, "completionReason": "FINISH"}],
    },
    "llama": {"generation": "Hi", "prompt_token_count": 3, "generation_token_count": 4, "stop_reason": "stop"},
    "mistral": {"outputs": [{"text": "Hi", "stop_reason": "stop"}]},
    "mistral, chat": {"choices": [{"index": 0, "message": {"content": "Hi"}, "finish_reason": "stop"}]},
    "cohere": {"id": "g", "generations": [{"id": "g", "text": "Hi", "finish_reason": "COMPLETE"}]},
    "cohere, chat": {"response_id": "r", "generation_id": "g", "text": "Hi", "finish_reason": "COMPLETE"},
    "ai21": {"id": 1, "completions": [{"data": {"text": "Hi"}, "finishReason": {"reason": "endoftext"}}]},
}
STREAMED = {
    "anthropic": [
        {"type": "message_start", "message": {"model": "m", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hi"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
        {"type": "message_stop"},
    ],
    "titan": [
        {"index": 0, "inputTextTokenCount": 3, "totalOutputTextTokenCount": None, "outputText": "H"},
        {"index": 0, "totalOutputTextTokenCount": 4, "outputText": "i", "completionReason": "FINISH"},
    ],
    "llama": [
        {"generation": "H", "prompt_token_count": 3, "generation_token_count": 1, "stop_reason": None},
        {"generation": "i", "prompt_token_count": None, "generation_token_count": 4, "stop_reason": "stop"},
    ],
    "mistral": [
        {"outputs": [{"text": "H", "stop_reason": None}]},
        {"outputs": [{"text": "i", "stop_reason": "stop"}]},
    ],
    "mistral, chat": [
        {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    ],
    "cohere, chat": [
        {"is_finished": False, "event_type": "stream-start", "generation_id": "g"},
        {"is_finished": False, "event_type": "text-generation", "text": "Hi"},
        {"is_finished": True, "event_type": "stream-end", "finish_reason": "COMPLETE", "response": {"text": "Hi"}},
    ],
}


@pytest.mark.parametrize("maker", WHOLE)
def test_an_invoked_model_is_read_in_the_shape_of_its_maker(maker):
    reply = WIRE_FORMATS["bedrock"].parse_reply(WHOLE[maker])

    assert reply.message.text == "Hi"
    assert reply.stop_reason


@pytest.mark.parametrize("maker", STREAMED)
def test_an_invoked_stream_is_put_together_in_the_shape_of_its_maker(maker):
    pieces = [{"bytes": base64.b64encode(json.dumps(event).encode()).decode()} for event in STREAMED[maker]]

    reply = read("bedrock", "aws", [b"".join(frame("chunk", piece) for piece in pieces)])

    assert reply.message.text == "Hi"
    assert reply.stop_reason


@pytest.mark.parametrize("maker", ["titan", "llama"])
def test_what_an_invoked_model_has_used_is_counted(maker):
    usage = WIRE_FORMATS["bedrock"].parse_reply(WHOLE[maker]).usage

    assert (usage.input_tokens, usage.output_tokens) == (3, 4)
