"""The scripted model: steps in order, errors for too many and too few, and copies of what it was asked."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge_harness import (
    Message,
    ProviderTimeoutError,
    Reply,
    ScriptedProvider,
    ScriptError,
    ToolCall,
    ToolDefinition,
    call_every_tool_once,
)
from forge_harness.providers.sample_arguments import sample_arguments

ASKED = [Message("user", "Go.")]


@pytest.mark.parametrize(
    ("step", "text", "names"),
    [
        ("Hi.", "Hi.", []),
        (ToolCall("c", "f", {}), "", ["f"]),
        (["Hi.", ToolCall("", "f", {}), ToolCall("", "g", {})], "Hi.", ["f", "g"]),
        (Message("assistant", "Hi."), "Hi.", []),
        (Reply(Message("assistant", "Hi.")), "Hi.", []),
        (lambda messages, tools: f"{len(messages)} and {len(tools)}", "1 and 0", []),
        (lambda messages, tools: [ToolCall("", "f", {})], "", ["f"]),
    ],
)
def test_a_step_is_what_the_model_says(step, text, names):
    message = ScriptedProvider([step]).complete(ASKED).message

    assert (message.role, message.text, [call.name for call in message.tool_calls]) == ("assistant", text, names)
    assert all(call.id for call in message.tool_calls)


@pytest.mark.parametrize("step", [ProviderTimeoutError("Late. Wait."), KeyError])
def test_an_error_is_raised(step):
    with pytest.raises((ProviderTimeoutError, KeyError)):
        ScriptedProvider([step]).complete(ASKED)


def test_a_step_that_is_none_is_refused():
    with pytest.raises(TypeError, match="5 is not a step"):
        ScriptedProvider([5]).complete(ASKED)


def test_one_question_too_many_is_an_error():
    model = ScriptedProvider(["Hi."])
    model.complete(ASKED)

    with pytest.raises(ScriptError, match="1 steps, and one more was requested"):
        model.complete(ASKED)


def test_steps_that_are_left_are_an_error():
    with pytest.raises(ScriptError, match="2 steps, and only 1"), ScriptedProvider(["a", "b"]) as model:
        model.complete(ASKED)


def test_a_failure_inside_is_not_hidden_by_the_steps_that_are_left():
    with pytest.raises(ZeroDivisionError), ScriptedProvider(["a"]):
        1 / 0  # noqa: B018


def test_calls_are_copies():
    model = ScriptedProvider(["a"])
    arguments = {"a": [1]}
    messages = [Message("assistant", "", (ToolCall("c", "f", arguments),))]
    model.complete(messages)

    arguments["a"].append(2)
    messages.clear()

    assert model.calls[0].messages[0].tool_calls[0].arguments == {"a": [1]}


def test_the_text_is_streamed_in_pieces():
    pieces = []

    ScriptedProvider(["a\nb"]).complete(ASKED, stream_to=pieces.append)

    assert pieces == ["a\n", "b"]


def test_every_tool_is_called_once_with_the_arguments_that_were_given():
    tools = [ToolDefinition(f"t{number}", "", {"type": "object"}) for number in range(10)]
    model = call_every_tool_once({"t3": {"a": 1}})

    first = model.complete(ASKED, tools).message
    second = model.complete([*ASKED, first], tools).message
    last = model.complete([*ASKED, first, second], tools).message

    assert [call.name for call in (*first.tool_calls, *second.tool_calls)] == [tool.name for tool in tools]
    assert first.tool_calls[3].arguments == {"a": 1}
    assert (last.text, last.tool_calls) == ("Called 10 tools.", ())


LEAVES = st.one_of(
    st.builds(lambda low: {"type": "integer", "minimum": low}, st.integers(-9, 9)),
    st.builds(lambda low: {"type": "integer", "exclusiveMinimum": low, "multipleOf": 3}, st.integers(-9, 9)),
    st.builds(lambda high: {"type": "number", "maximum": high}, st.integers(-9, 9)),
    st.builds(lambda high: {"type": "number", "exclusiveMaximum": high}, st.integers(-9, 9)),
    st.builds(lambda size: {"type": "string", "minLength": size, "maxLength": size + 1}, st.integers(0, 9)),
    st.sampled_from(
        [
            {"type": "boolean"},
            {"type": "null"},
            {"type": ["null", "string"]},
            {"enum": ["x", 1]},
            {"const": {"a": 1}},
            {"anyOf": [{"type": "null"}, {"type": "integer"}]},
            {"type": "string", "format": "date"},
            {"type": "integer", "default": 7},
            {"$ref": "#/$defs/Other"},
            {"allOf": [{"$ref": "#/$defs/Other"}], "description": "x"},
            {},
        ]
    ),
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(lambda item, size: {"type": "array", "items": item, "minItems": size}, inner, st.integers(0, 3)),
        st.builds(
            lambda properties: {"type": "object", "properties": properties, "required": sorted(properties)},
            st.dictionaries(st.sampled_from("abc"), inner),
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(properties=st.dictionaries(st.sampled_from("abcd"), SCHEMAS))
def test_sample_arguments_fit_their_schema(properties):
    schema = {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "$defs": {"Other": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
    }

    arguments = sample_arguments(schema)

    assert list(jsonschema.Draft202012Validator(schema).iter_errors(arguments)) == []
