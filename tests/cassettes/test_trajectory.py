"""Assertions on what a model did say what is wrong, and show the turns around it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from forge_harness import (
    AgentRunStopped,
    FnToolExecutor,
    Message,
    ScriptedProvider,
    ToolCall,
    run_agent_loop,
)
from pytest_forge import Trajectory

URL = "https://api.anthropic.com/v1/messages"


def entry(blocks, results=(), *, status=200):
    content = [{"type": "tool_result", "tool_use_id": call_id, **result} for call_id, result in results]
    sent = {"model": "claude-haiku-4-5", "messages": [{"role": "user", "content": content}]}
    answer = {
        "type": "message",
        "model": "claude-haiku-4-5",
        "stop_reason": "end_turn",
        "content": blocks,
        "usage": {"input_tokens": 100, "output_tokens": 10, "cache_read_input_tokens": 5},
    }
    refusal = {"type": "error", "error": {"message": "Overloaded"}}
    return {
        "request": {"method": "POST", "uri": URL, "body": json.dumps(sent)},
        "response": {"status": {"code": status}, "body": {"string": json.dumps(answer if status < 400 else refusal)}},
    }


def use(call_id, name, /, **arguments):
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


@pytest.fixture
def cassette(tmp_path):
    """Writes a cassette of the given interactions and returns its trajectory."""

    def write(*entries) -> Trajectory:
        file = tmp_path / "session.json"
        file.write_text(json.dumps({"interactions": entries}))
        return Trajectory.from_cassette(file)

    return write


@pytest.fixture
def refund(cassette) -> Trajectory:
    """Finds an order twice, refunds it, and says so."""
    return cassette(
        entry([use("a", "find", order="A-7", exact=True), use("b", "find", order="A-8", exact=False)]),
        entry([use("c", "refund", order="A-7", money={"amount": 3})], [("a", {"content": "3 EUR"}), ("b", {})]),
        entry([{"type": "text", "text": "Refunded."}], [("c", {"content": "ok"})]),
    )


def failure(assertion, *arguments, **keywords) -> str:
    with pytest.raises(AssertionError) as caught:
        assertion(*arguments, **keywords)
    text = str(caught.value)
    head, _, rest = text.partition("\n")
    assert re.fullmatch(r".+?\. [A-Z].*\.", head), head
    assert rest.startswith(("  turn ", "> turn ", "  … "))
    return text


def test_what_was_done_passes_in_one_chain(refund):
    calls = refund.called("find").called("find", times=2).called("refund", times=1, order="A-7").not_called("delete")
    whole = calls.in_order(["find", "refund"]).within(turns=3, tokens=345, cost_usd=1).no_errors()

    assert whole is refund


@pytest.mark.parametrize(
    "matchers",
    [
        {"order": "A-7"},
        {"order": re.compile("-7$")},
        {"order": lambda order: order.startswith("A")},
        {"order": str},
        {"money": {"amount": 3}},
        {"money": {"amount": int}},
        {"money": {"amount": 3.0}, "order": "A-7"},
    ],
)
def test_arguments_match_by_value_predicate_class_and_pattern(refund, matchers):
    assert refund.called("refund", **matchers) is refund
    assert failure(refund.not_called, "refund", **matchers)


@pytest.mark.parametrize(
    "matchers",
    [
        {"order": "A"},
        {"order": re.compile("-8")},
        {"order": lambda order: False},
        {"order": int},
        {"money": {"amount": True}},
        {"money": {"amount": 3, "currency": "EUR"}},
        {"money": [3]},
        {"reason": None},
    ],
)
def test_arguments_that_do_not_match_are_named_with_the_nearest_call(refund, matchers):
    text = failure(refund.called, "refund", **matchers)

    assert f"The nearest call, in turn 2, differs in {next(iter(matchers))!r}." in text
    assert "> turn 2" in text


def test_an_argument_whose_name_is_taken_is_given_in_a_mapping(cassette):
    trajectory = cassette(entry([use("a", "say", times=3, name="x")]))

    trajectory.called("say", arguments={"times": 3}, name="x").not_called("say", arguments={"times": 2})

    assert failure(trajectory.called, "say", arguments={"times": 2})


def test_true_is_no_number(cassette):
    trajectory = cassette(entry([use("a", "say", n=1, yes=True)]))

    trajectory.called("say", n=1, yes=True).called("say", n=1.0, yes=bool)
    trajectory.not_called("say", n=True).not_called("say", yes=1).not_called("say", yes=int)

    assert failure(trajectory.called, "say", n=True)


def test_a_tool_that_was_never_called_names_those_that_were(refund):
    assert failure(refund.called, "delete").startswith(
        "'delete' was not called. The tools called were 'find', 'refund'."
    )


def test_another_number_of_calls_says_where_they_are(refund):
    assert "Expected 1 call to 'find', but there were 2. See turn 1." in failure(refund.called, "find", times=1)
    assert "Expected 0 calls to 'find' with order='A-8', but there were 1" in failure(
        refund.called, "find", times=0, order="A-8"
    )
    refund.called("find", times=0, order="A-9")


def test_a_call_that_was_not_to_be_is_shown_in_its_turn(refund):
    text = failure(refund.not_called, "refund", order="A-7")

    assert "Expected no call to 'refund' with order='A-7', but it was called. See turn 2." in text
    assert "> turn 2\n    calls   refund(" in text
    assert "    gets    ok" in text
    refund.not_called("refund", order="A-8")


def test_another_order_says_what_was_called_before(refund):
    text = failure(refund.in_order, ["refund", "find"])

    assert "'find' was not called after 'refund' in turn 2. The calls, in order: 'find', 'find'" in text
    refund.in_order([("find", {"exact": True}), ("find", {"order": re.compile("8")}), "refund"])
    failure(refund.in_order, ["find", "find", "find"])


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"turns": 2}, "The model took 3 turns; the limit is 2."),
        ({"tokens": 344}, "345 tokens were used; the limit is 344."),
        ({"cost_usd": 0.0001}, "the limit is $0.000100."),
    ],
)
def test_more_than_the_budget_fails(refund, budget, words):
    assert words in failure(refund.within, **budget)


def test_a_cost_that_nobody_knows_is_too_much(cassette):
    unknown = entry([])
    unknown["response"]["body"]["string"] = unknown["response"]["body"]["string"].replace("claude-haiku-4-5", "mystery")
    trajectory = cassette(unknown)

    assert "The cost is unknown." in failure(trajectory.within, cost_usd=100)
    trajectory.within(turns=1)


def test_a_call_that_failed_is_an_error(cassette):
    trajectory = cassette(
        entry([use("a", "find")]), entry([], [("a", {"content": "no \x1b[31morder", "is_error": True})])
    )

    text = failure(trajectory.no_errors)

    assert "The call of 'find' in turn 1 failed." in text
    assert "    fails   no \\x1b[31morder" in text


def test_a_turn_without_a_whole_reply_is_an_error(cassette):
    trajectory = cassette(entry([]), entry([], status=529), entry([{"type": "text", "text": "Here."}]))

    with pytest.raises(AssertionError, match=r"^Turn 2 has no complete reply\. Overloaded\n"):
        trajectory.no_errors()
    trajectory.within(turns=2)


def test_the_transcript_shows_the_turns_around_only(cassette):
    trajectory = cassette(*(entry([use(f"c{number}", "step", n=number)]) for number in range(1, 11)))

    text = failure(trajectory.not_called, "step", n=5)

    assert [line.strip(" >") for line in text.splitlines() if "turn" in line][1:] == [
        "… 2 earlier turns",
        *(f"turn {number}" for number in range(3, 8)),
        "… 3 later turns",
    ]


KEY = "sk-ant-api03-" + "Zx9Qm4Lr7TbVk2WsJ8NdYp6HcFg3RuEa1Xo5" * 2 + "iBtMqAA"


@pytest.mark.parametrize(
    ("entries", "place"),
    [
        ([entry([{"type": "text", "text": f"Take {KEY}"}])], "the answer of turn 1"),
        ([entry([use("a", "login", key=KEY)])], "a call of turn 1"),
        ([entry([use("a", "read")]), entry([], [("a", {"content": f"the key is {KEY}"})])], "a result of turn 1"),
        ([entry([]), entry([], [("z", {"content": f"the key is {KEY}"})])], "the request of turn 2"),
    ],
)
def test_a_secret_is_found_wherever_it_is_and_not_shown(cassette, entries, place):
    text = failure(cassette(*entries).no_secrets)

    assert place in text
    assert KEY[20:40] not in text


def test_a_projects_own_secret_is_found(refund):
    refund.no_secrets()

    assert "A secret (" in failure(refund.no_secrets, rules=[lambda text: re.findall("A-7", text)])


def halve(arguments) -> dict:
    """Halve an even number."""
    if arguments["n"] % 2:
        raise ValueError("odd")
    return {"half": arguments["n"] // 2}


SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


def run(*steps, **options):
    tool = FnToolExecutor("halve", halve, input_schema=SCHEMA, tier="read")
    return run_agent_loop("Halve it.", provider=ScriptedProvider(steps), tools=[tool], **options)


def test_a_run_is_read_like_a_cassette():
    trajectory = Trajectory.from_run(
        run(ToolCall("c1", "halve", {"n": 8}), ToolCall("c2", "halve", {"n": 4}), "It is 2.")
    )

    trajectory.called("halve", times=2).in_order([("halve", {"n": 8}), ("halve", {"n": 4})]).within(
        turns=3, tokens=0, cost_usd=0.0
    ).no_errors().no_secrets()
    text = failure(trajectory.not_called, "halve", n=4)
    assert '> turn 2\n    calls   halve({"n": 4})\n    gets    {"half":2}' in text.replace(": 2}", ":2}")
    assert "    says    It is 2." in text


def test_a_failed_call_of_a_run_is_an_error():
    trajectory = Trajectory.from_run(run(ToolCall("c1", "halve", {"n": 3}), "I cannot."))

    assert "The call of 'halve' in turn 1 failed." in failure(trajectory.no_errors)


def test_earlier_turns_of_the_conversation_are_not_the_runs():
    before = run(ToolCall("c1", "halve", {"n": 3}), "I cannot.")
    provider = ScriptedProvider(["Then not."])
    after = run_agent_loop([*before.messages, Message("user", "Well?")], provider=provider, tools=[])

    trajectory = Trajectory.from_run(after)

    trajectory.not_called("halve").within(turns=1).no_errors()
    assert [step.text for step in trajectory.steps] == ["Then not."]


def test_calls_that_compaction_has_taken_out_are_known():
    whole = run(ToolCall("c1", "halve", {"n": 3}), ToolCall("c2", "halve", {"n": 4}), "It is 2.")
    compacted = replace(whole, messages=(whole.messages[0], *whole.messages[-3:]))

    trajectory = Trajectory.from_run(compacted)

    trajectory.called("halve", times=2).in_order([("halve", {"n": 3}), ("halve", {"n": 4})])
    assert "turn (compacted)" in failure(trajectory.called, "other")
    assert "> turn 2" in failure(trajectory.not_called, "halve", n=4)
    assert "The call of 'halve'" in failure(trajectory.no_errors)


def test_a_run_that_was_stopped_has_a_trajectory():
    with pytest.raises(AgentRunStopped) as stopped:
        run(ToolCall("c1", "halve", {"n": 8}), max_iterations=1)

    Trajectory.from_run(stopped.value.run).called("halve", n=8).within(turns=1)
