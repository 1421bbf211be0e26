"""Streams written by hand, one for each form, and one reading of them."""

from __future__ import annotations

import json
import struct
import zlib

from forge_harness.messages import Reply
from forge_harness.providers.aws_frames import AwsDecoder
from forge_harness.providers.stream import JsonDecoder, SseDecoder
from forge_harness.providers.wire import WIRE_FORMATS

#: More than one byte a character, an escape, and what looks like the end of an object inside a text.
TEXT = 'Grüße 🎉 "}]" \\ {'
DECODERS = {"sse": SseDecoder, "json": JsonDecoder, "aws": AwsDecoder}


def sse(*payloads, names=False, end="\n"):
    lines = []
    for payload in payloads:
        if names:
            lines.append(f"event: {payload['type']}")
        text = payload if isinstance(payload, str) else json.dumps(payload, ensure_ascii=False)
        lines += [f"data: {text}", ""]
    return (end.join(lines) + end).encode()


def frame(name, payload, kind=":event-type"):
    body = json.dumps(payload).encode()
    headers = b"".join(
        bytes([len(key)]) + key.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
        for key, value in ((kind, name), (":content-type", "application/json"))
    )
    prelude = struct.pack(">II", 16 + len(headers) + len(body), len(headers))
    message = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + body
    return message + struct.pack(">I", zlib.crc32(message))


def chunk(delta, finish=None, **more):
    return {"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


OPENAI = [
    chunk({"role": "assistant", "content": None}),
    chunk({"reasoning_content": "hm "}),
    chunk({"reasoning_content": TEXT}),
    chunk({"content": TEXT[:3]}),
    chunk({"content": TEXT[3:]}),
    chunk({"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": "add", "arguments": ""}}]}),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"a": 1,'}}]}),
    chunk({"tool_calls": [{"index": 1, "id": "c2", "function": {"name": "say", "arguments": '{"text": "'}}]}),
    chunk({"tool_calls": [{"index": 0, "function": {"arguments": ' "b": 2}'}}]}),
    chunk({"tool_calls": [{"index": 1, "function": {"arguments": 'ö"}'}}]}),
    chunk({}, "tool_calls"),
    {
        "choices": [],
        "usage": {"prompt_tokens": 7, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 3}},
    },
]
ANTHROPIC = [
    {
        "type": "message_start",
        "message": {"model": "m", "content": [], "usage": {"input_tokens": 7, "output_tokens": 1}},
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm " + TEXT}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2ln"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": TEXT}},
    {
        "type": "content_block_start",
        "index": 2,
        "content_block": {"type": "tool_use", "id": "c1", "name": "add", "input": {}},
    },
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": ""}},
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": '{"a": 1,'}},
    {
        "type": "content_block_start",
        "index": 3,
        "content_block": {"type": "tool_use", "id": "c2", "name": "say", "input": {}},
    },
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": ' "b": 2}'}},
    {"type": "content_block_delta", "index": 3, "delta": {"type": "input_json_delta", "partial_json": '{"text": "ö"}'}},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"output_tokens": 5, "cache_read_input_tokens": 3},
    },
    {"type": "message_stop"},
]
RESPONSES = [
    {"type": "response.created", "response": {"model": "m", "status": "in_progress", "output": [], "error": None}},
    {"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning", "summary": []}},
    {
        "type": "response.reasoning_summary_text.delta",
        "output_index": 0,
        "summary_index": 0,
        "delta": "hm " + TEXT,
    },
    {"type": "response.output_item.added", "output_index": 1, "item": {"type": "message", "content": []}},
    {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": TEXT[:3]},
    {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": TEXT[3:]},
    {
        "type": "response.output_item.added",
        "output_index": 2,
        "item": {"type": "function_call", "call_id": "c1", "name": "add", "arguments": ""},
    },
    {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": '{"a": 1,'},
    {"type": "response.function_call_arguments.delta", "output_index": 2, "delta": ' "b": 2}'},
    {
        "type": "response.output_item.done",
        "output_index": 3,
        "item": {"type": "function_call", "call_id": "c2", "name": "say", "arguments": '{"text": "ö"}'},
    },
    {
        "type": "response.completed",
        "response": {
            "status": "completed",
            "output": [],
            "usage": {"input_tokens": 7, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 3}},
        },
    },
]
GEMINI = [
    {"candidates": [{"content": {"parts": [{"text": "hm ", "thought": True}]}}], "modelVersion": "m"},
    {"candidates": [{"content": {"parts": [{"text": TEXT, "thought": True}, {"text": TEXT[:3]}]}}]},
    {"candidates": [{"content": {"parts": [{"text": TEXT[3:]}]}}], "usageMetadata": {"promptTokenCount": 7}},
    {
        "candidates": [
            {
                "content": {
                    "parts": [
                        {
                            "functionCall": {"id": "c1", "name": "add", "args": {"a": 1, "b": 2}},
                            "thoughtSignature": "c2ln",
                        },
                        {"functionCall": {"id": "c2", "name": "say", "args": {"text": "ö"}}},
                    ]
                },
                "finishReason": "STOP",
            }
        ],
        "usageMetadata": {"candidatesTokenCount": 5, "cachedContentTokenCount": 3},
    },
]
OLLAMA = [
    {"model": "m", "message": {"role": "assistant", "content": "", "thinking": "hm " + TEXT}, "done": False},
    {"model": "m", "message": {"content": TEXT}, "done": False},
    {
        "model": "m",
        "message": {
            "content": "",
            "tool_calls": [
                {"id": "c1", "function": {"name": "add", "arguments": {"a": 1, "b": 2}}},
                {"id": "c2", "function": {"name": "say", "arguments": {"text": "ö"}}},
            ],
        },
        "done": False,
    },
    {
        "model": "m",
        "message": {"content": ""},
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 7,
        "eval_count": 5,
    },
]
BEDROCK = [
    ("messageStart", {"role": "assistant"}),
    ("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"reasoningContent": {"text": "hm " + TEXT}}}),
    ("contentBlockDelta", {"contentBlockIndex": 0, "delta": {"reasoningContent": {"signature": "c2ln"}}}),
    ("contentBlockDelta", {"contentBlockIndex": 1, "delta": {"text": TEXT}}),
    ("contentBlockStart", {"contentBlockIndex": 2, "start": {"toolUse": {"toolUseId": "c1", "name": "add"}}}),
    ("contentBlockDelta", {"contentBlockIndex": 2, "delta": {"toolUse": {"input": '{"a": 1, "b"'}}}),
    ("contentBlockDelta", {"contentBlockIndex": 2, "delta": {"toolUse": {"input": ": 2}"}}}),
    ("contentBlockStart", {"contentBlockIndex": 3, "start": {"toolUse": {"toolUseId": "c2", "name": "say"}}}),
    ("contentBlockDelta", {"contentBlockIndex": 3, "delta": {"toolUse": {"input": '{"text": "ö"}'}}}),
    ("messageStop", {"stopReason": "tool_use"}),
    ("metadata", {"usage": {"inputTokens": 7, "outputTokens": 5, "cacheReadInputTokens": 3}}),
]
COHERE = [
    {"type": "message-start", "delta": {"message": {"role": "assistant"}}},
    {"type": "tool-plan-delta", "delta": {"message": {"tool_plan": "hm " + TEXT}}},
    {"type": "content-start", "index": 0, "delta": {"message": {"content": {"type": "text", "text": ""}}}},
    {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": TEXT}}}},
    {
        "type": "tool-call-start",
        "index": 0,
        "delta": {"message": {"tool_calls": {"id": "c1", "function": {"name": "add", "arguments": ""}}}},
    },
    {
        "type": "tool-call-delta",
        "index": 0,
        "delta": {"message": {"tool_calls": {"function": {"arguments": '{"a": 1, "b": 2}'}}}},
    },
    {
        "type": "tool-call-start",
        "index": 1,
        "delta": {"message": {"tool_calls": {"id": "c2", "function": {"name": "say", "arguments": '{"text": "ö"}'}}}},
    },
    {
        "type": "message-end",
        "delta": {"finish_reason": "TOOL_CALL", "usage": {"tokens": {"input_tokens": 7, "output_tokens": 5}}},
    },
]
NOISE = b": keep-alive\r\n\r\nid: 5\nretry: 10\n\n"

#: Name -> (wire format, decoder, bytes).
STREAMS = {
    "openai": ("openai", "sse", NOISE + sse(*OPENAI, "[DONE]")),
    "openai, CRLF": ("openai", "sse", b"\xef\xbb\xbf" + sse(*OPENAI, "[DONE]", end="\r\n")),
    "openai, CR": ("openai", "sse", sse(*OPENAI, "[DONE]", end="\r")),
    "responses": ("openai_responses", "sse", sse(*RESPONSES, names=True)),
    "anthropic": ("anthropic", "sse", NOISE + sse(*ANTHROPIC, names=True)),
    "gemini, sse": ("gemini", "sse", sse(*GEMINI, end="\r\n")),
    "gemini, array": ("gemini", "json", json.dumps(GEMINI, ensure_ascii=False, indent=1).encode()),
    "ollama": ("ollama", "json", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in OLLAMA).encode()),
    "bedrock": ("bedrock", "aws", b"".join(frame(name, payload) for name, payload in BEDROCK)),
    "cohere": ("cohere", "sse", sse(*COHERE, names=True)),
}


def read(wire: str, decoder: str, pieces: list[bytes]) -> Reply:
    """Read a stream that arrives in *pieces*."""
    framing = DECODERS[decoder]()
    stream = WIRE_FORMATS[wire].new_stream()
    for piece in pieces:
        for event in framing.feed(piece):
            stream.feed(event)
    for event in framing.end():
        stream.feed(event)
    return stream.reply()


HOSTILE = [None, [], {}, "", 5, True, "text", {"a": 1}, [None], [5], [{}], [[]], -1, 1.5]


def mutations(value):
    """Every way to put one hostile value in the place of a part of *value*, or to leave a part out."""
    if isinstance(value, dict):
        for key in value:
            yield from ({**value, key: other} for other in mutations(value[key]))
            yield {other: item for other, item in value.items() if other != key}
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in mutations(item))
    yield from HOSTILE
