"""Ollama's own client judges what we send to it, and what we read of its answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from loopback import (
    ANSWER,
    CALLS,
    DEFINITION,
    LIMITS,
    MODEL,
    PROMPT,
    RESULTS,
    SYSTEM,
    Loopback,
    lines,
    ours,
    whole,
    without_none,
)

ollama: Any

FUNCTIONS = [{"function": {"name": "get_weather", "arguments": arguments}} for _, arguments in CALLS]
ENDS = [
    {"done": True, "done_reason": "stop", "prompt_eval_count": 31, "eval_count": 17, "total_duration": 5},
    {"done": True, "done_reason": "stop", "prompt_eval_count": 60, "eval_count": 9, "total_duration": 5},
]
HEAD = {"model": MODEL, "created_at": "2026-11-01T00:00:00Z"}


@pytest.fixture(scope="module", autouse=True)
def client_library() -> None:
    """Import the client with the first test: it takes a second, and every worker collects this module."""
    global ollama
    ollama = pytest.importorskip("ollama")


def said(message, **more):
    return {**HEAD, "message": {"role": "assistant", "content": "", **message}, "done": False, **more}


def answers(streamed):
    if not streamed:
        return [
            whole(said({"tool_calls": FUNCTIONS, "thinking": "I look."}, **ENDS[0])),
            whole(said({"content": ANSWER}, **ENDS[1])),
        ]
    return [
        lines(
            said({"thinking": "I look."}), *(said({"tool_calls": [call]}) for call in FUNCTIONS), said({}, **ENDS[0])
        ),
        lines(said({"content": ANSWER[:5]}), said({"content": ANSWER[5:]}), said({}, **ENDS[1])),
    ]


def theirs(streamed):
    """Have the client hold the conversation; return what was sent, and each turn's messages and last chunk."""
    function = {
        "name": DEFINITION.name,
        "description": DEFINITION.description,
        "parameters": DEFINITION.input_schema,
    }
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}]
    turns = []
    with Loopback(*answers(streamed)) as server:
        client = ollama.Client(host=server.url)
        for _ in range(2):
            answer = client.chat(
                model=MODEL,
                messages=messages,
                tools=[{"type": "function", "function": function}],
                stream=streamed,
                options={"num_predict": LIMITS["max_tokens"], "temperature": LIMITS["temperature"]},
            )
            chunks = list(answer) if streamed else [answer]
            text = "".join(chunk.message.content or "" for chunk in chunks)
            calls = [call for chunk in chunks for call in chunk.message.tool_calls or ()]
            turns.append((text, calls, chunks[-1]))
            thinking = "".join(chunk.message.thinking or "" for chunk in chunks)
            messages.append(ollama.Message(role="assistant", content=text, thinking=thinking, tool_calls=calls))
            messages += [
                {"role": "tool", "content": json.dumps(result, ensure_ascii=False), "tool_name": call.function.name}
                for call, result in zip(calls, RESULTS, strict=False)
            ]
        client._client.close()
    return server.sent, turns


def comparable(body):
    """Return *body* as the client would write it: without empty texts, nor what its type of a tool does not know."""
    body = without_none(body)
    body["messages"] = [{key: value for key, value in message.items() if value} for message in body["messages"]]
    for message in body["messages"]:
        if message["role"] == "tool":
            message["content"] = json.loads(message["content"])
    body["tools"] = [ollama.Tool.model_validate(tool).model_dump(exclude_none=True) for tool in body["tools"]]
    return body


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_we_ask_what_the_client_asks(streamed):
    asked, _ = ours("ollama", answers(streamed), streamed=streamed)

    expected, _ = theirs(streamed)

    assert [(sent.path, sent.query) for sent in asked] == [(sent.path, sent.query) for sent in expected]
    assert [comparable(sent.body) for sent in asked] == [comparable(sent.body) for sent in expected]


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_we_read_what_the_client_reads(streamed):
    _, run = ours("ollama", answers(streamed), streamed=streamed)

    _, ((_, calls, first), (text, _, second)) = theirs(streamed)

    assert [(call.name, call.arguments) for call in run.tool_calls] == [
        (call.function.name, call.function.arguments) for call in calls
    ]
    assert (run.text, run.stop_reason) == (text, second.done_reason)
    assert run.usage.input_tokens == first.prompt_eval_count + second.prompt_eval_count
    assert run.usage.output_tokens == first.eval_count + second.eval_count


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_the_clients_types_take_every_message_and_tool_we_send(streamed):
    sent, _ = ours("ollama", answers(streamed), streamed=streamed)

    messages = [ollama.Message.model_validate(message) for message in sent[1].body["messages"]]

    assert [message.role for message in messages] == ["system", "user", "assistant", "tool", "tool"]
    assert [call.function.arguments for call in messages[2].tool_calls] == [arguments for _, arguments in CALLS]
    assert {message.tool_name for message in messages[3:]} == {"get_weather"}
    parameters = ollama.Tool.model_validate(sent[0].body["tools"][0]).function.parameters
    assert set(parameters.properties) == {"city", "unit", "days"}
    assert parameters.required == ["city"]
