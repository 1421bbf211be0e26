"""OpenAI's own client judges what we send in both its forms, and what we read of the answers."""

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

openai: Any

STREAMED = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
ARGUMENTS = [(call_id, json.dumps(arguments, ensure_ascii=False)) for call_id, arguments in CALLS]
USED = [(31, 17), (60, 9)]


@pytest.fixture(scope="module", autouse=True)
def client_library() -> None:
    """Import the client with the first test: it takes a second, and every worker collects this module."""
    global openai
    openai = pytest.importorskip("openai")


def completion(message, reason, used):
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": MODEL,
        "choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": reason}],
        "usage": {"prompt_tokens": used[0], "completion_tokens": used[1], "total_tokens": sum(used)},
    }


def chunk(delta=None, reason=None, used=None):
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": reason}]
    body = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": MODEL, "choices": choices}
    usage = used and {"prompt_tokens": used[0], "completion_tokens": used[1], "total_tokens": sum(used)}
    return body | {"usage": usage}


def chat_answers(streamed):
    if not streamed:
        calls = [
            {"id": call_id, "type": "function", "function": {"name": "get_weather", "arguments": text}}
            for call_id, text in ARGUMENTS
        ]
        return [
            whole(completion({"content": None, "tool_calls": calls}, "tool_calls", USED[0])),
            whole(completion({"content": ANSWER}, "stop", USED[1])),
        ]
    begun = [
        {"index": index, "id": call_id, "type": "function", "function": {"name": "get_weather", "arguments": ""}}
        for index, (call_id, _) in enumerate(ARGUMENTS)
    ]
    pieces = [
        {"index": index, "function": {"arguments": piece}}
        for index, (_, text) in enumerate(ARGUMENTS)
        for piece in (text[:7], text[7:])
    ]
    return [
        event_stream(
            chunk({"role": "assistant", "content": None}),
            *(chunk({"tool_calls": [call]}) for call in [*begun, *pieces]),
            chunk({}, "tool_calls"),
            chunk(used=USED[0]),
            done=True,
        ),
        event_stream(
            *(chunk({"content": piece}) for piece in (ANSWER[:4], ANSWER[4:])),
            chunk({}, "stop"),
            chunk(used=USED[1]),
            done=True,
        ),
    ]


def response(output, used):
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": MODEL,
        "status": "completed",
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "output": output,
        "usage": {
            "input_tokens": used[0],
            "output_tokens": used[1],
            "total_tokens": sum(used),
            "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }


def responses_answers(streamed):
    calls = [
        {
            "type": "function_call",
            "id": f"fc_{call_id}",
            "call_id": call_id,
            "name": "get_weather",
            "arguments": text,
            "status": "completed",
        }
        for call_id, text in ARGUMENTS
    ]
    thought = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "c2ln"}
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [text]}
    bodies = [response([thought, *calls], USED[0]), response([said], USED[1])]
    if not streamed:
        return [whole(body) for body in bodies]
    return [
        event_stream(
            {
                "type": "response.created",
                "sequence_number": 0,
                "response": {**body, "status": "in_progress", "output": []},
            },
            *(
                {"type": "response.output_item.done", "sequence_number": 1, "output_index": index, "item": item}
                for index, item in enumerate(body["output"])
            ),
            {"type": "response.completed", "sequence_number": 2, "response": body},
            named=True,
        )
        for body in bodies
    ]


def chat_by_client(streamed):
    """Have the client hold the conversation; return what was sent, and each turn's choice and usage."""
    function = {"name": DEFINITION.name, "description": DEFINITION.description, "parameters": DEFINITION.input_schema}
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}]
    turns = []
    with Loopback(*chat_answers(streamed)) as server, openai.OpenAI(api_key=KEY, base_url=f"{server.url}/v1") as client:
        for _ in range(2):
            asked = {
                "model": MODEL,
                "messages": messages,
                "tools": [{"type": "function", "function": function}],
                "max_completion_tokens": LIMITS["max_tokens"],
                "temperature": LIMITS["temperature"],
            }
            if streamed:
                with client.chat.completions.stream(**asked, stream_options={"include_usage": True}) as events:
                    answer = events.get_final_completion()
            else:
                answer = client.chat.completions.create(**asked)
            turns.append((answer.choices[0], answer.usage))
            message = answer.choices[0].message
            messages.append(message)
            messages += [
                {"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)}
                for call, result in zip(message.tool_calls or (), RESULTS, strict=False)
            ]
    return server.sent, turns


def responses_by_client(streamed):
    """Have the client hold the conversation; return what was sent, and each turn's response."""
    tool = {"type": "function", "name": DEFINITION.name, "description": DEFINITION.description, "strict": False}
    items = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}]
    turns = []
    with (
        Loopback(*responses_answers(streamed)) as server,
        openai.OpenAI(api_key=KEY, base_url=f"{server.url}/v1") as client,
    ):
        for _ in range(2):
            answer = client.responses.create(
                model=MODEL,
                input=items,
                tools=[{**tool, "parameters": DEFINITION.input_schema}],
                max_output_tokens=LIMITS["max_tokens"],
                temperature=LIMITS["temperature"],
                stream=streamed,
            )
            if streamed:
                answer = [event for event in answer if event.type == "response.completed"][-1].response
            turns.append(answer)
            items += answer.output
            calls = [item for item in answer.output if item.type == "function_call"]
            items += [
                {"type": "function_call_output", "call_id": call.call_id, "output": json.dumps(result)}
                for call, result in zip(calls, RESULTS, strict=False)
            ]
    return server.sent, turns


def comparable(body):
    """Return *body* without what is null or false, and with the texts of results and arguments decoded."""
    body = {key: value for key, value in without_none(body).items() if value is not False}
    for message in body.get("messages", ()):
        if message["role"] == "tool":
            message["content"] = json.loads(message["content"])
        for call in message.get("tool_calls", ()):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
            # The client's helper for streams leaves the place of a piece in the call it joined.
            call.pop("index", None)
    for item in body.get("input", ()):
        if "output" in item:
            item["output"] = json.loads(item["output"])
    # A host that is not OpenAI's is sent the older name of this limit.
    return {"max_completion_tokens" if key == "max_tokens" else key: value for key, value in body.items()}


@STREAMED
@pytest.mark.parametrize(
    ("form", "answers", "client"),
    [("openai", chat_answers, chat_by_client), ("openai_responses", responses_answers, responses_by_client)],
)
def test_we_ask_what_the_client_asks(form, answers, client, streamed):
    asked, _ = ours(form, answers(streamed), path="/v1", streamed=streamed)

    expected, _ = client(streamed)

    assert [sent.path for sent in asked] == [sent.path for sent in expected]
    assert {sent.headers["authorization"] for sent in [*asked, *expected]} == {f"Bearer {KEY}"}
    assert [comparable(sent.body) for sent in asked] == [comparable(sent.body) for sent in expected]


@STREAMED
def test_we_read_of_a_completion_what_the_client_reads(streamed):
    _, run = ours("openai", chat_answers(streamed), path="/v1", streamed=streamed)

    _, ((called, first), (said, second)) = chat_by_client(streamed)

    assert [(call.id, call.name, call.arguments) for call in run.tool_calls] == [
        (call.id, call.function.name, json.loads(call.function.arguments)) for call in called.message.tool_calls
    ]
    assert (run.text, run.stop_reason) == (said.message.content, said.finish_reason)
    assert run.usage.input_tokens == first.prompt_tokens + second.prompt_tokens
    assert run.usage.output_tokens == first.completion_tokens + second.completion_tokens


@STREAMED
def test_we_read_of_a_response_what_the_client_reads(streamed):
    _, run = ours("openai_responses", responses_answers(streamed), path="/v1", streamed=streamed)

    _, (first, second) = responses_by_client(streamed)

    calls = [item for item in first.output if item.type == "function_call"]
    assert [(call.id, call.name, call.arguments) for call in run.tool_calls] == [
        (call.call_id, call.name, json.loads(call.arguments)) for call in calls
    ]
    assert (run.text, run.stop_reason) == (second.output_text, second.status)
    assert run.usage.input_tokens == first.usage.input_tokens + second.usage.input_tokens
    assert run.usage.output_tokens == first.usage.output_tokens + second.usage.output_tokens
