"""Google's own client judges what we send to Gemini, and what we read of its answers."""

from __future__ import annotations

import re
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
)

genai: Any
types: Any

pytestmark = pytest.mark.filterwarnings("ignore:::google")

CALLED = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [
                    {"text": "I look.", "thought": True},
                    {
                        "functionCall": {"id": CALLS[0][0], "name": "get_weather", "args": CALLS[0][1]},
                        "thoughtSignature": "c2ln",
                    },
                    {"functionCall": {"id": CALLS[1][0], "name": "get_weather", "args": CALLS[1][1]}},
                ],
            },
            "finishReason": "STOP",
        }
    ],
    "usageMetadata": {"promptTokenCount": 31, "candidatesTokenCount": 17, "thoughtsTokenCount": 3},
    "modelVersion": MODEL,
}
ANSWERED = {
    "candidates": [{"content": {"role": "model", "parts": [{"text": ANSWER}]}, "finishReason": "STOP"}],
    "usageMetadata": {"promptTokenCount": 60, "candidatesTokenCount": 9},
    "modelVersion": MODEL,
}


@pytest.fixture(scope="module", autouse=True)
def client_library() -> None:
    """Import the client with the first test: it takes a second, and every worker collects this module."""
    global genai, types
    genai = pytest.importorskip("google.genai")
    types = genai.types


def pieces(body):
    """Return *body* as the chunks of a stream, one part each."""
    candidate = body["candidates"][0]
    parts = candidate["content"]["parts"]
    chunks = [
        {"candidates": [{"content": {"role": "model", "parts": [part]}}], "modelVersion": MODEL} for part in parts
    ]
    chunks[-1]["candidates"][0]["finishReason"] = candidate["finishReason"]
    chunks[-1]["usageMetadata"] = body["usageMetadata"]
    return event_stream(*chunks)


def answers(streamed):
    return [pieces(body) if streamed else whole(body) for body in (CALLED, ANSWERED)]


def theirs(streamed):
    """Have the client hold the conversation; return what was sent, and each turn's parts, reason and usage."""
    config = types.GenerateContentConfig(
        system_instruction=SYSTEM,
        max_output_tokens=LIMITS["max_tokens"],
        temperature=LIMITS["temperature"],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        tools=[
            types.Tool(
                function_declarations=[
                    types.FunctionDeclaration(
                        name=DEFINITION.name,
                        description=DEFINITION.description,
                        parameters_json_schema=DEFINITION.input_schema,
                    )
                ]
            )
        ],
    )
    contents = [types.Content(role="user", parts=[types.Part(text=PROMPT)])]
    turns = []
    with Loopback(*answers(streamed)) as server:
        options = types.HttpOptions(base_url=server.url, api_version="v1beta")
        client = genai.Client(api_key=KEY, vertexai=False, http_options=options)
        for _ in range(2):
            ask = client.models.generate_content_stream if streamed else client.models.generate_content
            answer = ask(model=MODEL, contents=contents, config=config)
            chunks = list(answer) if streamed else [answer]
            parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts]
            turns.append((parts, chunks[-1].candidates[0].finish_reason.value, chunks[-1].usage_metadata))
            contents.append(types.Content(role="model", parts=parts))
            calls = [part.function_call for part in parts if part.function_call]
            results = [
                types.Part(
                    function_response=types.FunctionResponse(id=call.id, name=call.name, response={"result": result})
                )
                for call, result in zip(calls, RESULTS, strict=False)
            ]
            contents.append(types.Content(role="user", parts=results))
        client.close()
    return server.sent, turns


def plain(value):
    """Return *value* with the names of its fields in one style; JSON names may be written in either."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {re.sub(r"_(\w)", lambda found: found[1].upper(), key): plain(item) for key, item in value.items()}


def comparable(body):
    body = plain(body)
    # The instructions have no speaker; the client names one all the same.
    body["systemInstruction"].pop("role", None)
    return body


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_we_ask_what_the_client_asks(streamed):
    asked, _ = ours("gemini", answers(streamed), streamed=streamed)

    expected, _ = theirs(streamed)

    assert [(sent.path, sent.query) for sent in asked] == [(sent.path, sent.query) for sent in expected]
    assert {sent.headers["x-goog-api-key"] for sent in [*asked, *expected]} == {KEY}
    assert [comparable(sent.body) for sent in asked] == [comparable(sent.body) for sent in expected]


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_we_read_what_the_client_reads(streamed):
    _, run = ours("gemini", answers(streamed), streamed=streamed)

    _, ((parts, _, first), (last, reason, second)) = theirs(streamed)

    calls = [part.function_call for part in parts if part.function_call]
    assert [(call.id, call.name, call.arguments) for call in run.tool_calls] == [
        (call.id, call.name, call.args) for call in calls
    ]
    assert (run.text, run.stop_reason) == ("".join(part.text for part in last), reason)
    assert run.usage.input_tokens == first.prompt_token_count + second.prompt_token_count
    assert run.usage.output_tokens == first.candidates_token_count + second.candidates_token_count
    assert run.usage.reasoning_tokens == first.thoughts_token_count


@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
def test_the_clients_types_take_every_part_we_send(streamed):
    sent, _ = ours("gemini", answers(streamed), streamed=streamed)

    contents = [types.Content.model_validate(content) for content in sent[1].body["contents"]]

    assert [content.role for content in contents] == ["user", "model", "user"]
    assert contents[1].parts[1].thought_signature == b"sig"
    assert [part.function_response.id for part in contents[2].parts] == ["c1", "c2"]
    assert types.Tool.model_validate(sent[0].body["tools"][0]).function_declarations[0].name == "get_weather"
    assert types.GenerationConfig.model_validate(sent[0].body["generationConfig"]).max_output_tokens == 99
