"""Anthropic's own client judges what we send to it, and what we read of its answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loopback import (
    ANSWER,
    CALLS,
    DEFINITION,
    KEY,
    LIMITS,
    MODEL,
    PROMPT,
    RESULTS,
    SYSTEM,
    Loopback,
    event_stream,
    ours,
    whole,
    without_none,
)

anthropic: Any

STREAMED = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
THOUGHT = {"type": "thinking", "thinking": "I look.", "signature": "c2ln"}
USED = [(31, 17), (60, 9)]


@pytest.fixture(scope="module", autouse=True)
def client_library() -> None:
    """Import the client with the first test: it takes a second, and every worker collects this module."""
    global anthropic
    anthropic = pytest.importorskip("anthropic")


def message(content, reason, used):
    usage = {"input_tokens": used[0], "output_tokens": used[1]}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": usage,
    }


def answers(streamed):
    calls = [
        {"type": "tool_use", "id": call_id, "name": "get_weather", "input": arguments} for call_id, arguments in CALLS
    ]
    bodies = [
        message([THOUGHT, {"type": "text", "text": "I look."}, *calls], "tool_use", USED[0]),
        message([{"type": "text", "text": ANSWER}], "end_turn", USED[1]),
    ]
    return [pieces(body) if streamed else whole(body) for body in bodies]


def pieces(body):
    """Return *body* as the events of a stream."""
    events = [{"type": "message_start", "message": {**body, "content": [], "stop_reason": None}}]
    for index, block in enumerate(body["content"]):
        if block["type"] == "tool_use":
            text = json.dumps(block["input"])
            begun = {**block, "input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ("", text[:9], text[9:])]
        elif block["type"] == "thinking":
            begun = {"type": "thinking", "thinking": "", "signature": ""}
            deltas = [
                {"type": "thinking_delta", "thinking": block["thinking"]},
                {"type": "signature_delta", "signature": block["signature"]},
            ]
        else:
            begun = {"type": "text", "text": ""}
            deltas = [{"type": "text_delta", "text": piece} for piece in (block["text"][:4], block["text"][4:])]
        events.append({"type": "content_block_start", "index": index, "content_block": begun})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        events.append({"type": "content_block_stop", "index": index})
    ends = {"stop_reason": body["stop_reason"], "stop_sequence": None}
    events.append({"type": "message_delta", "delta": ends, "usage": body["usage"]})
    return event_stream(*events, {"type": "message_stop"}, named=True)


def theirs(streamed):
    """Have the client hold the conversation; return what was sent, and each turn's message."""
    messages = [{"role": "user", "content": PROMPT}]
    turns = []
    with Loopback(*answers(streamed)) as server, anthropic.Anthropic(api_key=KEY, base_url=server.url) as client:
        for _ in range(2):
            asked = {
                "model": MODEL,
                "system": SYSTEM,
                "messages": messages,
                "max_tokens": LIMITS["max_tokens"],
                "tools": [
                    {
                        "name": DEFINITION.name,
                        "description": DEFINITION.description,
                        "input_schema": DEFINITION.input_schema,
                    }
                ],
                "extra_body": {"temperature": LIMITS["temperature"]},
            }
            if streamed:
                with client.messages.stream(**asked) as events:
                    answer = events.get_final_message()
            else:
                answer = client.messages.create(**asked)
            turns.append(answer)
            messages.append({"role": "assistant", "content": answer.content})
            calls = [block for block in answer.content if block.type == "tool_use"]
            results = [
                {"type": "tool_result", "tool_use_id": call.id, "content": json.dumps(result)}
                for call, result in zip(calls, RESULTS, strict=False)
            ]
            messages.append({"role": "user", "content": results})
    return server.sent, turns


def comparable(body):
    """Return *body* without the marks for the cache, with texts as blocks, and results decoded."""
    body = without_none(body)
    for holder, key in [(body, "system"), *((message, "content") for message in body["messages"])]:
        if isinstance(holder[key], str):
            holder[key] = [{"type": "text", "text": holder[key]}]
        for block in holder[key]:
            block.pop("cache_control", None)
            if block["type"] == "tool_result":
                block["content"] = json.loads(block["content"])
    return body


@STREAMED
def test_we_ask_what_the_client_asks(streamed):
    asked, _ = ours("anthropic", answers(streamed), streamed=streamed)

    expected, _ = theirs(streamed)

    assert [sent.path for sent in asked] == [sent.path for sent in expected]
    assert {sent.headers["x-api-key"] for sent in asked} == {KEY}
    assert [comparable(sent.body) for sent in asked] == [comparable(sent.body) for sent in expected]


@STREAMED
def test_we_read_what_the_client_reads(streamed):
    _, run = ours("anthropic", answers(streamed), streamed=streamed)

    _, (first, second) = theirs(streamed)

    calls = [block for block in first.content if block.type == "tool_use"]
    assert [(call.id, call.name, call.arguments) for call in run.tool_calls] == [
        (call.id, call.name, call.input) for call in calls
    ]
    assert (run.text, run.stop_reason) == (second.content[0].text, second.stop_reason)
    assert run.usage.input_tokens == first.usage.input_tokens + second.usage.input_tokens
    assert run.usage.output_tokens == first.usage.output_tokens + second.usage.output_tokens
