"""What goes over the wire is, byte for byte, what the form's builder would write anew, however a conversation goes."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge_harness.messages import Message
from forge_harness.providers.body import BodyWriter
from forge_harness.providers.conversation import WrittenConversation
from forge_harness.providers.wire import WIRE_FORMATS
from forge_harness.tool import ToolCall, ToolDefinition

WRITING = [name for name, wire in WIRE_FORMATS.items() if wire.build_request is not None]
TOOLS = (ToolDefinition("add", "Add.", {"type": "object", "properties": {"ä": {"type": "integer"}}}),)

texts = st.sampled_from(["", " ", "Hi", 'Say "ö" \\ \n', "half \ud83d a pair", "]}, {", '{"sum": 1}', "null", "日本"])
ids = st.sampled_from(["", "a", "b", "forge0001"])
names = st.sampled_from(["add", "say", "bad name", "", "x" * 70])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts, st.lists, max_leaves=3
)
calls = st.builds(
    ToolCall, ids, names, st.dictionaries(texts, values, max_size=2), malformed_arguments=st.sampled_from([None, "{"])
)
blocks = st.sampled_from(
    [
        {"format": "openai", "block": {"reasoning_content": "ö", "content": "other"}},
        {"format": "openai_responses", "block": {"type": "reasoning", "id": "r", "summary": []}},
        {"format": "anthropic", "block": {"type": "thinking", "thinking": "…", "signature": "c2ln"}},
        {"format": "anthropic", "block": {"type": "tool_use", "id": "a", "name": "add", "input": "{"}},
        {"format": "gemini", "block": {"functionCall": {"name": "add", "args": {}}, "thoughtSignature": "c2ln"}},
        {"format": "gemini", "block": {"functionCall": {"id": "b", "name": "say", "args": {}}}},
        {"format": "ollama", "block": {"thinking": "…"}},
    ]
)
messages = st.one_of(
    st.builds(Message, st.sampled_from(["system", "user"]), texts),
    st.builds(
        Message,
        st.just("assistant"),
        texts,
        st.lists(calls, max_size=3).map(tuple),
        opaque=st.lists(blocks, max_size=2).map(tuple),
    ),
    st.builds(Message, st.just("tool"), texts, tool_call_id=ids),
)
options = st.fixed_dictionaries({"max_tokens": st.sampled_from([None, 9]), "temperature": st.sampled_from([None, 0.5])})
changes = st.sampled_from([{}, {"model": None}, {"store": False, "temperature": 1}, {"messages": None}, {"input": "x"}])
renames = st.sampled_from([{}, {"max_completion_tokens": "max_tokens"}, {"messages": "turns", "contents": "turns"}])
tools = st.sampled_from([(), TOOLS, list(TOOLS)])


def expected(wire, conversation, tools, *, stream, options, changes, renames):
    """Return the body as it is without anything kept."""
    form = WIRE_FORMATS[wire]
    alone = WrittenConversation(form.conversation)
    alone.update(conversation)
    body = form.build_request(alone._spoken, tools, model="m", stream=stream, **options)
    for ours, theirs in renames.items():
        if ours in body:
            body[theirs] = body.pop(ours)
    body = {key: value for key, value in (body | changes).items() if value is not None}
    return json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")


@st.composite
def histories(draw):
    """Draw what is sent one after the other: conversations that grow, are cut, changed in the middle, and alternate."""
    shared = draw(st.lists(messages, max_size=2))
    growing = [list(shared), list(shared), []]
    sent = []
    for _ in range(draw(st.integers(1, 8))):
        one = growing[draw(st.integers(0, 2))]
        step = draw(st.sampled_from(["grow", "grow", "grow", "replace", "cut", "equal", "again"]))
        place = draw(st.integers(0, len(one)))
        if step == "grow":
            one += draw(st.lists(messages, max_size=4))
        elif step == "replace":
            one[place : place + 2] = draw(st.lists(messages, max_size=2))
        elif step == "cut":
            del one[place:]
        elif step == "equal" and place < len(one):
            one[place] = replace(one[place])
        sent.append(list(one))
    return sent


@pytest.mark.in_turns("forge_harness/providers")
@pytest.mark.parametrize("wire", WRITING)
@settings(max_examples=120, deadline=None)
@given(histories(), options, changes, renames, st.lists(st.tuples(tools, st.booleans()), min_size=8, max_size=8))
def test_every_body_is_what_the_builder_writes(wire, sent, options, changes, renames, asked):
    writer = BodyWriter(WIRE_FORMATS[wire], model="m", changes=changes, renames=renames, **options)

    for conversation, (offered, stream) in zip(sent, asked, strict=False):
        body = writer.write(conversation, offered, stream=stream)

        assert body == expected(
            wire, conversation, offered, stream=stream, options=options, changes=changes, renames=renames
        )


def writer(wire="openai"):
    return BodyWriter(WIRE_FORMATS[wire], model="m", max_tokens=None, temperature=None, changes={}, renames={})


def conversation(length, text="Hi"):
    return [Message("assistant" if number % 2 else "user", f"{text} {number}") for number in range(length)]


def counting(monkeypatch):
    """Return the list of messages that are written from now on."""
    written = []
    append = WrittenConversation._append
    monkeypatch.setattr(WrittenConversation, "_append", lambda self, one: (written.append(one), append(self, one))[1])
    return written


@pytest.mark.parametrize("wire", WRITING)
def test_what_was_sent_is_not_written_again(wire, monkeypatch):
    written, asked, told = counting(monkeypatch), writer(wire), conversation(6)

    for length in (2, 4, 4, 6):
        asked.write(told[:length], (), stream=False)

    assert written == told


def test_conversations_that_alternate_are_not_written_again(monkeypatch):
    written, asked = counting(monkeypatch), writer()
    one, other = conversation(4), conversation(4, "Other")

    for length in (2, 4):
        asked.write(one[:length], (), stream=False)
        asked.write(other[:length], (), stream=False)

    assert len(written) == 8


def test_bytes_of_old_conversations_are_let_go():
    asked = writer()

    for number in range(50):
        asked.write(conversation(2, str(number)), (), stream=False)

    assert len(asked._conversations) < 10


def test_a_list_of_tools_may_be_changed_between_two_requests():
    asked, offered = writer(), list(TOOLS)
    asked.write(conversation(1), offered, stream=False)

    offered.append(replace(TOOLS[0], name="subtract"))

    assert b'"subtract"' in asked.write(conversation(1), offered, stream=False)


def test_a_message_that_is_no_json_is_refused_and_the_next_one_is_not():
    asked, told = writer("ollama"), conversation(2)
    bad = Message("assistant", tool_calls=(ToolCall("a", "add", {"value": object()}),))
    asked.write(told, (), stream=False)

    with pytest.raises(TypeError, match="not JSON serializable"):
        asked.write([*told, bad], (), stream=False)

    assert asked.write(told, (), stream=False) == writer("ollama").write(told, (), stream=False)


def test_threads_may_share_a_writer():
    asked, wrong = writer("anthropic"), []
    shared = conversation(2)

    def ask(number):
        told = [*shared, *conversation(60, str(number))]
        for length in range(len(told)):
            if asked.write(told[:length], (), stream=False) != writer("anthropic").write(
                told[:length], (), stream=False
            ):
                wrong.append((number, length))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []
