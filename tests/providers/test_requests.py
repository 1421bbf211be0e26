from __future__ import annotations

import json

import pytest
from streams import DECODERS, STREAMS, TEXT

from forge_harness.messages import Message
from forge_harness.providers.wire import WIRE_FORMATS
from forge_harness.tool import ToolCall, ToolDefinition

WRITING = [name for name, wire in WIRE_FORMATS.items() if wire.build_request is not None]
TOOL = ToolDefinition("add", "Add.", {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]})
CALLS = (ToolCall("c1", "add", {"a": 1}), ToolCall("c2", "say", {"text": "ö"}))
CONVERSATION = [
    Message("system", "Be brief."),
    Message("user", "Add."),
    Message("assistant", "I do.", tool_calls=CALLS),
    Message("tool", '{"sum": 1}', tool_call_id="c1"),
    Message("tool", "said", tool_call_id="c2"),
    Message("user", "Thanks."),
]


def build(wire, messages=CONVERSATION, tools=(TOOL,), **options):
    return WIRE_FORMATS[wire].build_request(messages, tools, model="m", **options)


def test_openai_is_asked_as_it_documents():
    body = build("openai", stream=True, max_tokens=9, temperature=0.5)

    assert body["messages"][2] == {
        "role": "assistant",
        "content": "I do.",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}},
            {"id": "c2", "type": "function", "function": {"name": "say", "arguments": '{"text": "ö"}'}},
        ],
    }
    assert body["messages"][3] == {"role": "tool", "tool_call_id": "c1", "content": '{"sum": 1}'}
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "tool", "user"]
    assert (body["tools"][0]["type"], body["tools"][0]["function"]["name"]) == ("function", "add")
    assert body["stream_options"] == {"include_usage": True}
    assert (body["model"], body["max_completion_tokens"], body["temperature"]) == ("m", 9, 0.5)


def test_openai_responses_are_asked_as_it_documents():
    body = build("openai_responses", stream=True, max_tokens=9)

    assert body["input"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Add."},
        {"role": "assistant", "content": "I do."},
        {"type": "function_call", "call_id": "c1", "name": "add", "arguments": '{"a": 1}'},
        {"type": "function_call", "call_id": "c2", "name": "say", "arguments": '{"text": "ö"}'},
        {"type": "function_call_output", "call_id": "c1", "output": '{"sum": 1}'},
        {"type": "function_call_output", "call_id": "c2", "output": "said"},
        {"role": "user", "content": "Thanks."},
    ]
    assert (body["tools"][0]["type"], body["tools"][0]["name"]) == ("function", "add")
    assert (body["stream"], body["max_output_tokens"]) == (True, 9)


def test_anthropic_is_asked_as_it_documents():
    body = build("anthropic")

    assert body["system"] == [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]
    assert body["messages"] == [
        {"role": "user", "content": [{"type": "text", "text": "Add."}]},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "I do."},
                {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 1}},
                {"type": "tool_use", "id": "c2", "name": "say", "input": {"text": "ö"}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": '{"sum": 1}'},
                {"type": "tool_result", "tool_use_id": "c2", "content": "said"},
                {"type": "text", "text": "Thanks."},
            ],
        },
    ]
    assert body["max_tokens"] == 8192
    assert body["tools"][0]["name"] == "add"
    assert "stream" not in body


def test_gemini_is_asked_as_it_documents():
    body = build("gemini", max_tokens=9, temperature=0)

    assert body["systemInstruction"] == {"parts": [{"text": "Be brief."}]}
    assert body["contents"] == [
        {"role": "user", "parts": [{"text": "Add."}]},
        {
            "role": "model",
            "parts": [
                {"text": "I do."},
                {"functionCall": {"id": "c1", "name": "add", "args": {"a": 1}}},
                {"functionCall": {"id": "c2", "name": "say", "args": {"text": "ö"}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"functionResponse": {"id": "c1", "name": "add", "response": {"result": {"sum": 1}}}},
                {"functionResponse": {"id": "c2", "name": "say", "response": {"result": "said"}}},
                {"text": "Thanks."},
            ],
        },
    ]
    assert body["generationConfig"] == {"maxOutputTokens": 9, "temperature": 0}
    assert body["tools"][0]["functionDeclarations"][0]["name"] == "add"
    assert "model" not in body


def test_ollama_is_asked_as_it_documents():
    body = build("ollama", max_tokens=9)

    assert body["messages"][2]["tool_calls"] == [
        {"function": {"name": "add", "arguments": {"a": 1}}},
        {"function": {"name": "say", "arguments": {"text": "ö"}}},
    ]
    assert body["messages"][3] == {"role": "tool", "content": '{"sum": 1}', "tool_name": "add"}
    assert (body["stream"], body["options"], body["model"]) == (False, {"num_predict": 9}, "m")


@pytest.mark.parametrize("wire", WRITING)
def test_nothing_is_sent_that_was_not_asked_for(wire):
    body = build(wire, [Message("user", "Hi")], ())

    assert not {"tools", "temperature", "generationConfig", "options", "system", "systemInstruction"} & set(body)


@pytest.mark.parametrize("wire", WRITING)
def test_malformed_arguments_go_back_visibly(wire):
    call = ToolCall("c1", "add", {}, malformed_arguments='{"a": ')

    body = build(wire, [Message("user", "Add."), Message("assistant", tool_calls=(call,))])

    assert json.dumps('{"a": ')[1:-1] in json.dumps(body)


@pytest.mark.parametrize("wire", WRITING)
def test_a_request_is_json_and_leaves_the_conversation_alone(wire):
    before = repr(CONVERSATION)

    body = build(wire)
    body.clear()

    assert repr(CONVERSATION) == before
    assert json.loads(json.dumps(build(wire))) == build(wire)


@pytest.mark.parametrize("name", STREAMS)
def test_what_a_provider_wants_back_goes_back_to_it_and_to_no_other(name):
    wire, decoder, data = STREAMS[name]
    reply = WIRE_FORMATS[wire].new_stream()
    for event in DECODERS[decoder]().feed(data):
        reply.feed(event)
    message = reply.partial().message

    for target in WRITING:
        sent = json.dumps(build(target, [Message("user", "Hi"), message]))
        signed = '"c2ln"' in sent or "reasoning_content" in sent or '"type": "reasoning"' in sent
        assert signed == (target == wire and wire != "ollama")
        assert all(call.name in sent for call in message.tool_calls)


@pytest.mark.parametrize("name", STREAMS)
def test_the_text_arrives_in_pieces_that_make_the_whole(name):
    wire, decoder, data = STREAMS[name]
    stream = WIRE_FORMATS[wire].new_stream()
    pieces = []
    for event in DECODERS[decoder]().feed(data):
        stream.feed(event)
        pieces.append(stream.new_text())

    assert "".join(pieces) == TEXT
    assert stream.new_text() == ""


def test_a_text_of_nothing_but_space_is_not_sent_to_anthropic():
    body = build("anthropic", [Message("user", "Hi"), Message("assistant", " \n"), Message("user", "There?")])

    assert [message["role"] for message in body["messages"]] == ["user"]
    assert [block["text"] for block in body["messages"][0]["content"]] == ["Hi", "There?"]


def test_an_id_that_gemini_did_not_give_does_not_go_back():
    part = {"functionCall": {"name": "add", "args": {}}, "thoughtSignature": "c2ln"}
    called = Message(
        "assistant",
        tool_calls=(ToolCall("made-here", "add", {}),),
        opaque=({"format": "gemini", "block": part},),
    )

    body = build("gemini", [called, Message("tool", "1", tool_call_id="made-here")])

    assert body["contents"][0]["parts"] == [part]
    assert body["contents"][1]["parts"] == [{"functionResponse": {"name": "add", "response": {"result": 1}}}]
