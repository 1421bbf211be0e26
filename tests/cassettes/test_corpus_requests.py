"""What we would send back of a recorded reply is what the recorded client sent back of it."""

from __future__ import annotations

import json
from collections import Counter

from forge_harness.providers.wire import WIRE_FORMATS
from pytest_forge.cassettes.foreign.interaction import Interaction
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.recognise import recognise
from pytest_forge.cassettes.sessions.turn import read_turn


def calls_sent(wire, body):
    """The tool calls in a request, as (id, name, arguments); Gemini's have no id that every client keeps."""
    if wire == "openai":
        calls = [call for message in body.get("messages", ()) for call in message.get("tool_calls") or ()]
        return [(call["id"], call["function"]["name"], decoded(call["function"]["arguments"])) for call in calls]
    if wire == "openai_responses":
        items = body["input"] if isinstance(body.get("input"), list) else ()
        calls = [item for item in items if item.get("type") == "function_call"]
        return [(call["call_id"], call["name"], decoded(call["arguments"])) for call in calls]
    if wire == "anthropic":
        contents = [message["content"] for message in body["messages"] if isinstance(message["content"], list)]
        blocks = [block for content in contents for block in content if block["type"] == "tool_use"]
        return [(block["id"], block["name"], block["input"]) for block in blocks]
    parts = [part for content in body.get("contents", ()) for part in content.get("parts", ())]
    calls = [part.get("functionCall") or part.get("function_call") for part in parts]
    return [("", call["name"], call.get("args") or {}) for call in calls if call]


def decoded(text):
    return json.loads(text or "{}")


def sent_later(interactions, wire, ids):
    """The calls in the first later request that carries all of *ids*."""
    for later in interactions:
        if isinstance(later, Interaction) and recognise(later.method, later.url, None).wire_format == wire:
            try:
                calls = calls_sent(wire, json.loads(later.request_body or b"{}"))
            except (ValueError, KeyError):
                continue
            if calls and ids <= {call[0] for call in calls}:
                return calls
    return None


def test_recorded_calls_go_back_as_the_recorded_client_sent_them(corpus):
    compared = Counter()
    differences = []

    for file in find_cassettes(corpus / "cassettes"):
        interactions = read_cassette(file).interactions
        for number, interaction in enumerate(interactions):
            turn = read_turn(interaction)
            if turn.error is not None or not turn.reply.message.tool_calls:
                continue
            wire = recognise(interaction.method, interaction.url, None).wire_format
            build = WIRE_FORMATS[wire].build_request if wire else None
            if build is None or wire == "ollama":
                continue
            ours = calls_sent(wire, build([turn.reply.message], model="m"))
            theirs = sent_later(interactions[number + 1 :], wire, {call[0] for call in ours})
            if theirs is not None:
                compared[wire] += 1
                differences += [f"{file.name}: {call} is not among {theirs}" for call in ours if call not in theirs]

    assert differences == []
    assert {wire for wire, count in compared.items() if count >= 10} == {
        "openai",
        "openai_responses",
        "anthropic",
        "gemini",
    }
