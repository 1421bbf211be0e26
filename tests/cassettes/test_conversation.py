"""Recorded calls find their results in every form in which clients send them back."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from forge_harness import Message, Reply, ToolCall
from pytest_forge.cassettes.sessions.conversation import pair_calls
from pytest_forge.cassettes.sessions.recorded_results import RecordedResult, read_results
from pytest_forge.cassettes.sessions.session import read_session
from pytest_forge.cassettes.sessions.turn import Turn

ARGUMENTS = {"city": "Rome"}


def called(*calls: ToolCall) -> Turn:
    return Turn("p", "chat", "m", 200, reply=Reply(Message("assistant", tool_calls=calls)))


def call(call_id: str = "c1", **arguments) -> ToolCall:
    return ToolCall(call_id, "weather", arguments or ARGUMENTS)


def paired(turns, *bodies) -> list:
    requests = [b"{}", *(json.dumps(body).encode() for body in bodies)]
    return [None if one.result is None else one.result.value for one in pair_calls(turns, requests)]


def answered(*results, calls=None) -> dict:
    """A request of OpenAI's chat with the given (id, arguments, result)."""
    messages = []
    for call_id, arguments, result in results:
        function = {"name": "weather", "arguments": json.dumps(arguments)}
        messages.append({"role": "assistant", "tool_calls": [{"id": call_id, "function": function}]})
        messages.append({"role": "tool", "tool_call_id": call_id, "content": result})
    return {"messages": messages}


FORMS = {
    "openai": {"messages": [{"role": "tool", "tool_call_id": "c1", "content": "warm"}]},
    "openai_parts": {
        "messages": [{"role": "tool", "tool_call_id": "c1", "content": [{"type": "text", "text": "warm"}]}]
    },
    "openai_responses": {"input": [{"type": "function_call_output", "call_id": "c1", "output": "warm"}]},
    "openai_responses_parts": {
        "input": [{"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "warm"}]}]
    },
    "assistants": {"tool_outputs": [{"tool_call_id": "c1", "output": "warm"}]},
    "anthropic": {
        "messages": [{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "warm"}]}]
    },
    "anthropic_blocks": {
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "here"},
                    {"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "warm"}]},
                ],
            }
        ]
    },
    "bedrock": {
        "messages": [{"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"text": "warm"}]}}]}]
    },
    "gemini_id": {"contents": [{"parts": [{"functionResponse": {"id": "c1", "name": "weather", "response": "warm"}}]}]},
    "cohere": {
        "messages": [
            {
                "role": "tool",
                "tool_call_id": "c1",
                "content": [{"type": "document", "document": {"data": "warm"}}],
            }
        ]
    },
}


@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS)
def test_a_result_is_found_by_its_id(body):
    assert paired([called(call())], body) == ["warm"]


NAMELESS = {
    "gemini": {
        "contents": [
            {"parts": [{"functionCall": {"name": "weather", "args": ARGUMENTS}}]},
            {"parts": [{"functionResponse": {"name": "weather", "response": {"t": 1}}}]},
        ]
    },
    "gemini_python": {
        "contents": [
            {"parts": [{"function_call": {"name": "weather", "args": ARGUMENTS}}]},
            {"parts": [{"function_response": {"name": "weather", "response": {"t": 1}}}]},
        ]
    },
    "gemini_alone": {"contents": {"parts": [{"functionResponse": {"name": "weather", "response": {"t": 1}}}]}},
    "ollama": {
        "messages": [
            {"role": "assistant", "tool_calls": [{"function": {"name": "weather", "arguments": ARGUMENTS}}]},
            {"role": "tool", "content": {"t": 1}},
        ]
    },
    "cohere_v1": {"tool_results": [{"call": {"name": "weather", "parameters": ARGUMENTS}, "outputs": [{"t": 1}]}]},
    "legacy": {
        "messages": [
            {"role": "assistant", "function_call": {"name": "weather", "arguments": json.dumps(ARGUMENTS)}},
            {"role": "function", "name": "weather", "content": {"t": 1}},
        ]
    },
    "own_id": answered(("chosen-by-the-client", ARGUMENTS, {"t": 1})),
}


@pytest.mark.parametrize("body", NAMELESS.values(), ids=NAMELESS)
def test_a_result_without_an_id_is_found_by_what_was_called(body):
    assert paired([called(call(""))], body) == [{"t": 1}]


def test_results_without_ids_answer_parallel_calls_in_their_order():
    body = {
        "messages": [
            {
                "role": "assistant",
                "tool_calls": [{"function": {"name": "weather", "arguments": {"n": n}}} for n in (1, 2)],
            },
            {"role": "tool", "tool_name": "weather", "content": "first"},
            {"role": "tool", "tool_name": "weather", "content": "second"},
        ]
    }

    assert paired([called(call("", n=1), call("", n=2))], body) == ["first", "second"]


def test_equal_calls_of_two_turns_have_each_their_own_result():
    parts = [
        [{"parts": [{"functionCall": {"name": "weather", "args": ARGUMENTS}}]},
         {"parts": [{"functionResponse": {"name": "weather", "response": told}}]}]
        for told in ("old", "new")
    ]  # fmt: skip
    turns = [called(call("")), called(call(""))]

    assert paired(turns, {"contents": parts[0]}, {"contents": parts[0] + parts[1]}) == ["old", "new"]


def test_an_id_that_a_host_gives_twice_is_told_apart_by_the_arguments():
    turns = [called(call("0", n=1)), called(call("0", n=2))]
    first, second = ("0", {"n": 1}, "one"), ("0", {"n": 2}, "two")

    assert paired(turns, answered(first), answered(first, second)) == ["one", "two"]


def test_one_id_for_two_calls_of_a_turn_is_told_apart_by_the_arguments():
    turn = called(call("0", n=1), call("0", n=2))

    assert paired([turn], answered(("0", {"n": 2}, "two"), ("0", {"n": 1}, "one"))) == ["one", "two"]


def test_equal_calls_of_one_turn_have_their_results_in_order():
    parts = [{"functionCall": {"name": "weather", "args": ARGUMENTS}}] * 2
    told = [{"functionResponse": {"name": "weather", "response": {"n": n}}} for n in (1, 2)]
    turn = called(call(""), call(""))

    assert paired([turn], {"contents": [{"parts": parts}, {"parts": told}]}) == [{"n": 1}, {"n": 2}]


def test_the_result_of_another_recorded_call_is_not_taken():
    turns = [called(call("c1")), called(call("c2"))]

    assert paired(turns, {"messages": []}, answered(("c2", ARGUMENTS, "of c2"))) == [None, "of c2"]


def test_a_call_whose_result_nobody_sent_has_none():
    assert paired([called(call())], {"messages": [{"role": "user", "content": "Go on."}]}) == [None]
    assert paired([called(call())]) == [None]


@pytest.mark.parametrize(
    ("body", "is_error"),
    [
        ({"messages": [{"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": "c", "content": "no", "is_error": True}]}]}, True),
        ({"messages": [{"role": "user", "content": [
            {"toolResult": {"toolUseId": "c", "content": [{"text": "no"}], "status": "error"}}]}]}, True),
        ({"messages": [{"role": "tool", "tool_call_id": "c", "content": '{"error": "NotFound"}'}]}, True),
        ({"contents": [{"parts": [{"functionResponse": {"name": "f", "response": {"error": "no"}}}]}]}, True),
        ({"messages": [{"role": "tool", "tool_call_id": "c", "content": "no error"}]}, False),
    ],
)  # fmt: skip
def test_a_result_says_whether_the_call_failed(body, is_error):
    (sent,) = read_results(json.dumps(body).encode())

    assert sent.result.is_error is is_error


@pytest.mark.parametrize(
    "body",
    [None, b"", b"\xff", b"[1]", b'{"messages": 1}', b'{"messages": [null, {"content": [null, 1]}, {"tool_calls": 3}]}',
     b'{"contents": [{"parts": [{"functionResponse": 7}]}]}', b'{"input": "text", "tool_results": [{"call": 1}]}',
     b"[" * 100_000],
)  # fmt: skip
def test_a_request_that_holds_no_result_gives_none(body):
    assert read_results(body) == []


def test_what_is_no_json_number_stays_text():
    body = json.dumps({"messages": [{"role": "tool", "tool_call_id": "c", "content": "NaN"}]}).encode()

    assert read_results(body)[0].result == RecordedResult("NaN")


def test_recorded_calls_that_were_answered_have_their_results(corpus):
    counts: Counter[tuple[str, str]] = Counter()
    unpaired = []

    for line in (corpus / "index.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["category"] != "cassettes" or "tool_loop" not in entry["tags"]:
            continue
        session = read_session(corpus / entry["path"])
        last = max(number for number, turn in enumerate(session.turns, 1) if turn.is_conversation)
        for one in session.calls():
            kind = "last turn" if one.turn == last else "paired" if one.result is not None else "unpaired"
            counts[session.turns[one.turn - 1].wire_format, kind] += 1
            if kind == "unpaired":
                unpaired.append((entry["path"], one))

    forms = sorted({form for form, _ in counts})
    print(f"\n{'form':<18}{'calls answered later':>22}{'paired':>8}{'in the last turn':>18}")
    for form in forms:
        pairs, lost, last = (counts[form, kind] for kind in ("paired", "unpaired", "last turn"))
        print(f"{form:<18}{pairs + lost:>22}{pairs:>8}{last:>18}")
    assert unpaired == []
    assert {"openai", "openai_responses", "anthropic", "bedrock", "gemini"} <= set(forms)
