from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from streams import mutations

from forge_harness.errors import ProviderError
from forge_harness.providers.arguments import tool_call
from forge_harness.providers.error_body import error_text
from forge_harness.providers.fields import strict_json
from forge_harness.providers.wire import WIRE_FORMATS, find_wire_format, guess_wire_format


@pytest.mark.parametrize(
    ("arguments", "decoded", "malformed"),
    [
        ('{"a": 1}', {"a": 1}, None),
        ({"a": 1}, {"a": 1}, None),
        ("", {}, None),
        (None, {}, None),
        ("{}", {}, None),
        ('{"a": ', {}, '{"a": '),
        ("null", {}, "null"),
        ("[1]", {}, "[1]"),
        ('{"a": NaN}', {}, '{"a": NaN}'),
        ("[" * 100_000, {}, "[" * 100_000),
        ([1], {}, "[1]"),
    ],
)
def test_arguments_that_are_no_object_are_kept_and_never_empty(arguments, decoded, malformed):
    call = tool_call("c1", "add", arguments)

    assert (call.arguments, call.malformed_arguments) == (decoded, malformed)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": {"message": "no\n key", "type": "x"}}, "no key"),
        ([{"error": {"code": 429, "message": "slow"}}], "slow"),
        ({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, "Overloaded"),
        ({"error": "model 'x' not found"}, "model 'x' not found"),
        ({"message": "The security token is expired"}, "The security token is expired"),
        ({"Message": "denied"}, "denied"),
        ({"detail": [{"loc": ["body", "model"], "msg": "field required"}]}, "body.model: field required"),
        ({"detail": {"error": "bad"}}, "bad"),
        ({"error": {"code": "x", "message": None}}, "x"),
        (
            {"error": {"message": "Provider returned error", "metadata": {"raw": '{"error": {"message": "busy"}}'}}},
            "Provider returned error: busy",
        ),
        ({"error": {"message": '{"error": {"message": "inner"}}'}}, "inner"),
        ({"object": "error", "message": "bad model"}, "bad model"),
        ({}, ""),
        (None, ""),
        (5, ""),
    ],
)
def test_an_error_body_of_any_provider_says_what_is_wrong(body, said):
    assert error_text(body) == said


@pytest.mark.parametrize("wire", WIRE_FORMATS)
def test_a_body_that_is_no_reply_is_an_error_with_what_the_provider_said(wire):
    with pytest.raises(ProviderError, match="no such model"):
        WIRE_FORMATS[wire].parse_reply({"error": {"message": "no such model"}})
    with pytest.raises(ProviderError, match="so it is not a reply"):
        WIRE_FORMATS[wire].parse_reply({"id": "x"})


GOOD = {
    "openai": {
        "model": "m",
        "choices": [
            {"finish_reason": "stop", "message": {"content": "Hi", "tool_calls": [{"function": {"name": "f"}}]}}
        ],
        "usage": {"prompt_tokens": 1},
    },
    "openai_responses": {
        "model": "m",
        "status": "completed",
        "output": [
            {"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
            {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        ],
        "usage": {"input_tokens": 1},
    },
    "anthropic": {
        "type": "message",
        "model": "m",
        "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "Hi"}, {"type": "tool_use", "id": "c", "name": "f", "input": {}}],
        "usage": {"input_tokens": 1},
    },
    "gemini": {
        "modelVersion": "m",
        "candidates": [
            {"finishReason": "STOP", "content": {"parts": [{"text": "Hi"}, {"functionCall": {"name": "f"}}]}}
        ],
        "usageMetadata": {"promptTokenCount": 1},
    },
    "ollama": {
        "model": "m",
        "message": {"content": "Hi", "tool_calls": [{"function": {"name": "f", "arguments": {}}}]},
        "done": True,
        "done_reason": "stop",
        "prompt_eval_count": 1,
    },
    "bedrock": {
        "output": {"message": {"content": [{"text": "Hi"}, {"toolUse": {"toolUseId": "c", "name": "f", "input": {}}}]}},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 1},
    },
    "cohere": {
        "message": {"content": [{"type": "text", "text": "Hi"}], "tool_calls": [{"function": {"name": "f"}}]},
        "finish_reason": "COMPLETE",
        "usage": {"tokens": {"input_tokens": 1}},
    },
}


@pytest.mark.parametrize("wire", WIRE_FORMATS)
def test_a_reply_is_read(wire):
    reply = WIRE_FORMATS[wire].parse_reply(GOOD[wire])

    assert reply.message.text == "Hi"
    assert [call.name for call in reply.message.tool_calls] == ["f"]
    assert reply.usage.input_tokens == 1
    assert reply.stop_reason


@pytest.mark.parametrize(
    ("wire", "key", "said"),
    [
        ("openai", "choices", lambda text: {"message": {"content": text}}),
        ("gemini", "candidates", lambda text: {"content": {"parts": [{"text": text}]}}),
    ],
)
def test_of_several_choices_the_first_by_number_is_read_wherever_it_stands(wire, key, said):
    body = {key: [{"index": 2, **said("third")}, {"index": 1, **said("second")}, {"index": 0, **said("first")}]}
    beyond = {key: body[key][:2]}

    assert WIRE_FORMATS[wire].parse_reply(body).message.text == "first"
    assert WIRE_FORMATS[wire].parse_reply(beyond).message.text == "second"


def test_choices_without_a_number_are_numbered_as_they_stand():
    choices = [{"message": {"content": "first"}}, {"index": None, "message": {"content": "second"}}]

    assert WIRE_FORMATS["openai"].parse_reply({"choices": choices}).message.text == "first"


@pytest.mark.parametrize("wire", WIRE_FORMATS)
def test_no_shape_of_a_body_raises_anything_but_a_provider_error(wire):
    tried = 0
    for body in mutations(GOOD[wire]):
        if isinstance(body, dict):
            tried += 1
            try:
                reply = WIRE_FORMATS[wire].parse_reply(body)
            except ProviderError:
                continue
            assert isinstance(reply.message.text, str)
            assert all(isinstance(call.arguments, dict) for call in reply.message.tool_calls)
    assert tried > 100


def test_a_refusal_is_kept_apart_from_the_text():
    chat = WIRE_FORMATS["openai"].parse_reply({"choices": [{"message": {"content": None, "refusal": "I cannot."}}]})
    parts = [{"type": "refusal", "refusal": "I cannot."}]
    response = WIRE_FORMATS["openai_responses"].parse_reply({"output": [{"type": "message", "content": parts}]})

    assert (chat.refusal, chat.message.text) == ("I cannot.", "")
    assert (response.refusal, response.message.text) == ("I cannot.", "")


def test_blocks_that_must_be_returned_are_kept_in_order():
    content = [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "redacted_thinking", "data": "x"},
        {"type": "tool_use", "id": "c", "name": "f", "input": {}},
    ]

    reply = WIRE_FORMATS["anthropic"].parse_reply({"content": content})

    assert [entry["block"] for entry in reply.message.opaque] == content
    assert {entry["format"] for entry in reply.message.opaque} == {"anthropic"}
    assert reply.reasoning == "hm"


def test_tools_that_the_provider_runs_itself_are_no_calls():
    content = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}},
        {"type": "text", "text": "Hi"},
    ]
    output = [{"type": "web_search_call", "id": "w", "status": "completed"}]

    assert WIRE_FORMATS["anthropic"].parse_reply({"content": content}).message.tool_calls == ()
    assert WIRE_FORMATS["openai_responses"].parse_reply({"output": output}).message.tool_calls == ()


def test_a_blocked_prompt_is_a_reply_without_text():
    reply = WIRE_FORMATS["gemini"].parse_reply({"promptFeedback": {"blockReason": "SAFETY"}})

    assert (reply.message.text, reply.stop_reason) == ("", "SAFETY")


@pytest.mark.parametrize(("number", "name"), [(1, "STOP"), (2, "MAX_TOKENS"), (9, "9"), (-1, "-1"), (True, "")])
def test_a_numbered_finish_reason_is_named(number, name):
    reply = WIRE_FORMATS["gemini"].parse_reply({"candidates": [{"finishReason": number}]})

    assert reply.stop_reason == name


def test_an_incomplete_response_says_why():
    body = {"output": [], "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}

    assert WIRE_FORMATS["openai_responses"].parse_reply(body).stop_reason == "max_output_tokens"


@pytest.mark.parametrize("wire", [wire for wire in WIRE_FORMATS if wire != "cohere"])
def test_a_form_is_told_by_a_body_alone(wire):
    body = {**GOOD[wire], "object": "response"} if wire == "openai_responses" else GOOD[wire]

    assert guess_wire_format(body) == wire
    assert guess_wire_format({"some": "thing"}) is None


def test_an_unknown_form_is_told_with_the_known_ones():
    with pytest.raises(ValueError, match=r"'nonsense' is unknown\. Choose one of openai, "):
        find_wire_format("nonsense")


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text()
        | st.just("half \ud83d a pair"),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=5,
    ).map(json.dumps)
)
@example("1e400")
@example('{"a": 1, "a": 2}')
@example("[" * 500 + "]" * 500)
@example("9" * 4000)
def test_json_is_read_as_the_standard_library_reads_it(text):
    value = json.loads(text)

    assert repr(strict_json(text)) == repr(strict_json(text.encode("utf-16"))) == repr(value)


def test_json_that_the_standard_does_not_know_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        strict_json('{"a": NaN}')


OBJECTS = {
    "openai": lambda content: {"choices": [{"message": {"content": content}}]},
    "openai_responses": lambda content: {"output": [{"type": "message", "content": content}]},
    "anthropic": lambda content: {"content": content},
    "gemini": lambda content: {"candidates": [{"content": content}]},
    "ollama": lambda content: {"message": {"content": content}},
}


@pytest.mark.parametrize("wire", OBJECTS)
@pytest.mark.parametrize(
    ("content", "text"),
    [({"answer": 42}, '{"answer": 42}'), ({"text": "Hi"}, "Hi"), ({"parts": [{"text": "H"}, {"text": "i"}]}, "Hi")],
)
def test_a_content_that_is_an_object_is_told(wire, content, text):
    assert WIRE_FORMATS[wire].parse_reply(OBJECTS[wire](content)).message.text == text


USED = {"name": "f", "arguments": "{}"}
FREE = {"name": "f", "input": "x"}


@pytest.mark.parametrize(
    ("call", "malformed"),
    [
        ({"type": "function", "function": USED, "custom": {"name": "", "input": ""}}, None),
        ({"type": "function", "function": USED, "custom": {"input": "unused"}}, None),
        ({"type": "function", "function": USED, "custom": FREE}, None),
        ({"function": USED, "custom": None}, None),
        ({"type": "custom", "custom": FREE, "function": None}, "x"),
        ({"type": "custom", "custom": FREE, "function": {"name": "", "arguments": ""}}, "x"),
        ({"type": "custom", "custom": FREE, "function": USED}, "x"),
        ({"custom": FREE, "function": {"name": None, "arguments": None}}, "x"),
    ],
)
def test_unused_members_beside_the_used_one_of_a_call_do_not_count(call, malformed):
    wire = WIRE_FORMATS["openai"]
    message = {"tool_calls": [{"id": "c", "index": 0, **call}], "function_call": {"name": "", "arguments": ""}}
    stream = wire.new_stream()
    stream.take({"choices": [{"delta": message, "finish_reason": "tool_calls"}]}, "")

    for reply in (wire.parse_reply({"choices": [{"message": message}]}), stream.reply()):
        (told,) = reply.message.tool_calls
        assert (told.id, told.name, told.arguments, told.malformed_arguments) == ("c", "f", {}, malformed)


def test_unused_members_of_a_part_are_no_calls():
    unused = {"functionCall": None, "executableCode": None, "inlineData": None, "toolCall": None}
    used = {"functionCall": {"name": "f"}, "text": None}

    reply = WIRE_FORMATS["gemini"].parse_reply(
        {"candidates": [{"content": {"parts": [{"text": "Hi", **unused}, used]}}]}
    )

    assert reply.message.text == "Hi"
    assert [call.name for call in reply.message.tool_calls] == ["f"]


def test_the_words_and_the_media_of_an_answer_are_told():
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}
    message = {"content": None, "audio": {"transcript": "Hi", "data": "aGk="}, "images": [picture]}
    parts = [{"text": "Hi"}, {"inlineData": {"mimeType": "image/jpeg", "data": "aGk="}}]

    spoken = WIRE_FORMATS["openai"].parse_reply({"choices": [{"message": message}]})
    drawn = WIRE_FORMATS["gemini"].parse_reply({"candidates": [{"content": {"parts": parts}}]})

    assert (spoken.message.text, spoken.media) == ("Hi", ("image/png", "audio"))
    assert (drawn.message.text, drawn.media) == ("Hi", ("image/jpeg",))
