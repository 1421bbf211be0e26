"""A cassette in use tells what the model did so far: several agents, providers, streams, faults and today's results."""

from __future__ import annotations

import json

import httpx
import pytest

from pytest_forge import use_cassette
from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.redaction.redact import Redactor
from pytest_forge.cassettes.tape.tape_file import write_tape

OPENAI = "https://api.openai.com/v1/chat/completions"
ANTHROPIC = "https://api.anthropic.com/v1/messages"
GEMINI = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"


def exchange(url, asked, answered, kind="application/json"):
    pieces = answered if isinstance(answered, tuple) else (json.dumps(answered).encode(),)
    return Exchange(
        RecordedRequest("POST", url, (), json.dumps(asked).encode()),
        RecordedResponse(200, "OK", (("content-type", kind),), pieces),
    )


def call_message(call_id, name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": call_id, "type": "function", "function": function}],
    }


def result_message(call_id, result):
    return {"role": "tool", "tool_call_id": call_id, "content": result}


def reply(message, model="gpt-4o-mini"):
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "x", "object": "chat.completion", "model": model, "choices": [choice], "usage": usage}


def said(text):
    return {"role": "assistant", "content": text}


def asked(*messages):
    return {"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Go."}, *messages]}


@pytest.fixture
def used(tmp_path):
    """Records the given exchanges and uses them; asks for each of them but those that are left out."""

    def use(*exchanges, **options):
        path = tmp_path / "session.yaml"
        write_tape(path, exchanges, metadata={})
        return use_cassette(path, **options)

    return use


def ask(exchange, **changes):
    body = json.loads(exchange.request.body) | changes
    return httpx.post(exchange.request.url, json=body, verify=False)


def session(call_id="call_1"):
    first = call_message(call_id, "find", order="A-7")
    return (
        exchange(OPENAI, asked(), reply(first)),
        exchange(OPENAI, asked(first, result_message(call_id, "paid")), reply(said("It is paid."))),
    )


def test_the_model_is_judged_in_the_test_that_replays_it(used):
    turns = session()

    with used(*turns) as cassette:
        for turn in turns:
            ask(turn)

        cassette.trajectory.called("find", times=1, order="A-7").not_called("refund").within(
            turns=2, tokens=220, cost_usd=0.01
        ).no_errors().no_secrets()

        with pytest.raises(AssertionError):
            cassette.trajectory.called("refund")


def test_a_failure_shows_the_transcript_around_the_turn(used):
    turns = session()
    with used(*turns) as cassette:
        for turn in turns:
            ask(turn)

    with pytest.raises(AssertionError) as caught:
        cassette.trajectory.not_called("find")

    assert "> turn 1" in str(caught.value)
    assert "gets    paid" in str(caught.value)
    assert "says    It is paid." in str(caught.value)


def test_what_was_not_asked_yet_is_no_part_of_it(used):
    turns = session()

    with used(*turns) as cassette:
        assert cassette.trajectory.turns == 0
        ask(turns[0])
        assert cassette.trajectory.turns == 1
        assert cassette.trajectory.steps[0].calls[0].result is None


def test_todays_results_are_those_of_the_trajectory(used):
    turns = session()
    later = asked(call_message("call_1", "find", order="A-7"), result_message("call_1", "open"))

    with used(*turns, drift="report") as cassette:
        ask(turns[0])
        ask(turns[1], **later)

    assert cassette.trajectory.steps[0].calls[0].result.value == "open"


def test_a_failure_of_todays_tool_is_an_error(used):
    turns = session()
    later = asked(call_message("call_1", "find", order="A-7"), result_message("call_1", '{"error": "gone"}'))
    with used(*turns, drift="report") as cassette:
        ask(turns[0])
        ask(turns[1], **later)

    with pytest.raises(AssertionError, match="The call of 'find' in turn 1 failed"):
        cassette.trajectory.no_errors()


def test_a_fault_is_part_of_it(used):
    turns = session()

    with used(*turns, faults=["500"]) as cassette:
        ask(turns[0])

    with pytest.raises(AssertionError, match="Turn 1 has no complete reply"):
        cassette.trajectory.no_errors()


def test_a_connection_that_failed_is_an_error(used):
    failed = Exchange(RecordedRequest("POST", OPENAI, (), json.dumps(asked()).encode()), RecordedFailure("ReadTimeout"))
    with used(failed) as cassette, pytest.raises(httpx.ReadTimeout):
        ask(failed)

    with pytest.raises(AssertionError, match=r"Turn 1 has no complete reply.*ReadTimeout"):
        cassette.trajectory.no_errors()


def test_a_secret_that_is_sent_today_is_found_though_it_matches(used):
    key = "sk-proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8x" * 2
    turn = exchange(
        OPENAI, {"model": "m", "messages": [{"role": "user", "content": f"Use {key}."}]}, reply(said("Ok."))
    )

    with used(Redactor().exchange(turn)) as cassette:
        ask(turn)

    with pytest.raises(AssertionError, match="is in the request of turn 1") as caught:
        cassette.trajectory.no_secrets()
    assert key[8:] not in str(caught.value)


def agents(prompts, ids=("call_0", "call_0")):
    """Two agents that take turns: both ask, both are told their result, both answer."""
    openings = [{"role": "user", "content": prompt} for prompt in prompts]
    calls = [call_message(call_id, "find", order="A-7") for call_id in ids]
    results = [result_message(call_id, result) for call_id, result in zip(ids, ("first", "second"), strict=True)]
    begun = [
        exchange(OPENAI, {"model": "m", "messages": [opening]}, reply(call))
        for opening, call in zip(openings, calls, strict=True)
    ]
    ended = [
        exchange(OPENAI, {"model": "m", "messages": [opening, call, result]}, reply(said("Done.")))
        for opening, call, result in zip(openings, calls, results, strict=True)
    ]
    return begun, ended


def results_of(cassette):
    return [call.result and call.result.value for step in cassette.trajectory.steps for call in step.calls]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_agents_that_use_the_same_ids_have_each_their_own_results(used, order):
    begun, ended = agents(("You are one.", "You are two."))
    turns = [*begun, *(ended[place] for place in order)]

    with used(*turns) as cassette:
        for turn in turns:
            ask(turn)

    assert results_of(cassette) == ["first", "second"]


def test_an_id_that_is_used_twice_in_a_conversation_is_told_apart_by_its_turn(used):
    call, result = call_message("call_0", "find", order="A-7"), [result_message("call_0", n) for n in "ab"]
    turns = (
        exchange(OPENAI, asked(), reply(call)),
        exchange(OPENAI, asked(call, result[0]), reply(call)),
        exchange(OPENAI, asked(call, result[0], call, result[1]), reply(said("Done."))),
    )

    with used(*turns) as cassette:
        for turn in turns:
            ask(turn)

    assert results_of(cassette) == ["a", "b"]


def test_the_order_is_that_of_the_test_and_not_of_the_file(used):
    begun, ended = agents(("You are one.", "You are two."), ids=("call_1", "call_2"))

    with used(*begun, *ended) as cassette:
        for turn in (begun[1], ended[1], begun[0], ended[0]):
            ask(turn)

    assert results_of(cassette) == ["second", "first"]


def test_several_providers_and_a_stream_are_one_trajectory(used):
    block = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"at": "sky"}}
    anthropic = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-4-5",
        "content": [block],
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }
    part = {"functionCall": {"name": "paint", "args": {"colour": "blue"}}}
    gemini = {
        "candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5},
    }
    delta = {"index": 0, "id": "call_9", "function": {"name": "frame", "arguments": '{"in": "wood"}'}}
    chunks = [
        {"object": "chat.completion.chunk", "model": "m", "choices": [{"index": 0, "delta": {"tool_calls": [delta]}}]},
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
    ]
    events = (*(f"data: {json.dumps(chunk)}\n\n".encode() for chunk in chunks), b"data: [DONE]\n\n")
    turns = (
        exchange(ANTHROPIC, {"model": "claude-haiku-4-5", "messages": [said("a")]}, anthropic),
        exchange(GEMINI, {"contents": [{"parts": [{"text": "b"}]}]}, gemini),
        exchange(OPENAI, asked(said("c")) | {"stream": True}, events, "text/event-stream"),
    )

    with used(*turns, rechunk=7) as cassette:
        for turn in turns:
            ask(turn)

    cassette.trajectory.called("look", at="sky").called("frame", arguments={"in": "wood"}).in_order(
        ["look", "paint", "frame"]
    ).within(turns=3).no_errors()

    assert [step.calls[0].name for step in cassette.trajectory.steps] == ["look", "paint", "frame"]


def test_what_is_being_recorded_has_a_trajectory_too(server, tmp_path):
    with use_cassette(tmp_path / "new.yaml", mode="once") as cassette:
        httpx.post(f"{server.url}/chat/completions", json=asked(), verify=False)
        trajectory = cassette.trajectory

    assert [step.text for step in trajectory.steps] == ["Hello."]
    assert cassette.recorded == 1
