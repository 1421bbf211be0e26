"""Compaction keeps the head, the tail and every pair of call and result, shrinks the rest, and does it once."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import Compactor, Message, ToolCall, compact_messages, compaction_strategy, count_message_tokens
from forge_harness.budget.compactor import compact_after

STRATEGIES = ["truncate", "summarize", "hybrid"]


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLUID_COMPACTION_STRATEGY", raising=False)
    monkeypatch.delenv("FLUID_AGENT_COMPACT_AFTER", raising=False)


def exchange(number: int, *, calls: int = 1, size: int = 3000) -> list[Message]:
    """An assistant's turn with calls, and their results."""
    made = tuple(ToolCall(f"c{number}.{i}", "read_rows", {"query": "q" * size}) for i in range(calls))
    results = [Message("tool", json.dumps({"rows": "r" * size}), tool_call_id=call.id) for call in made]
    return [Message("assistant", "I look. " * (size // 8), tool_calls=made), *results]


def conversation(turns: int = 6, **options: int) -> list[Message]:
    messages = [Message("system", "You help. " * 200), Message("user", "Find the late orders. " * 100)]
    for number in range(turns):
        messages += exchange(number, **options)
    return messages


def told(text: str) -> str:
    return "The user wants late orders; rows were read."


words = st.text(st.sampled_from('ab "\\\n{}é漢😀'), max_size=900)
arguments = st.dictionaries(st.text("abc", min_size=1, max_size=3), words | st.integers() | st.lists(words, max_size=3))


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    messages = [Message("system", draw(words)) for _ in range(draw(st.integers(0, 2)))]
    for number in range(draw(st.integers(0, 9))):
        kind = draw(st.sampled_from(["user", "assistant", "system", "calls", "calls", "calls"]))
        if kind == "calls":
            calls = tuple(ToolCall(f"c{number}.{i}", "t", draw(arguments)) for i in range(draw(st.integers(1, 3))))
            messages.append(Message("assistant", draw(words), tool_calls=calls, opaque=({"s": number},)))
            messages += [Message("tool", draw(words), tool_call_id=call.id) for call in calls]
        else:
            messages.append(Message(kind, draw(words)))  # type: ignore[arg-type]  # one of the roles
    return messages


def size(messages: list[Message]) -> int:
    return sum(
        len(m.text) + sum(len(json.dumps(c.arguments, ensure_ascii=False)) for c in m.tool_calls) for m in messages
    )


def exchanges(messages: list[Message]) -> list[tuple[list[str], list[str]]]:
    """The ids of each assistant's calls, and of the results that directly follow them."""
    found: list[tuple[list[str], list[str]]] = []
    for message in messages:
        if message.role == "tool":
            found[-1][1].append(message.tool_call_id)
        else:
            found.append(([call.id for call in message.tool_calls], []))
    return found


summarizers = st.sampled_from([None, told, lambda text: "", lambda text: text * 2, lambda text: 1 / 0])


@pytest.mark.requirement("compaction:invariants")
@given(conversations(), st.sampled_from(STRATEGIES), summarizers, st.integers(0, 6))
def test_whatever_is_compacted_stays_a_conversation(
    messages: list[Message], strategy: str, summarizer: Callable[[str], str] | None, keep_tail: int
) -> None:
    before = list(messages)

    compacted = compact_messages(messages, strategy=strategy, summarizer=summarizer, keep_tail=keep_tail)

    assert messages == before
    for calls, results in exchanges(compacted):
        assert calls == results
    assert [m for m in compacted if m.role == "system"] == [m for m in before if m.role == "system"]
    assert next((m for m in compacted if m.role == "user"), None) is not None or all(m.role != "user" for m in before)
    assert keep_tail == 0 or compacted[-keep_tail:] == before[-keep_tail:]
    assert size(compacted) <= size(before) or count_message_tokens(compacted) < count_message_tokens(before)


@pytest.mark.requirement("compaction:idempotent")
@given(conversations(), st.sampled_from(STRATEGIES), summarizers)
def test_compacting_again_changes_nothing(
    messages: list[Message], strategy: str, summarizer: Callable[[str], str] | None
) -> None:
    once = compact_messages(messages, strategy=strategy, summarizer=summarizer)

    assert compact_messages(once, strategy=strategy, summarizer=summarizer) == once


@pytest.mark.requirement("compaction:head-and-tail")
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_head_and_tail_are_kept_and_the_middle_shrinks(strategy: str) -> None:
    messages = conversation(8)

    compacted = compact_messages(messages, strategy=strategy, summarizer=told)

    assert compacted[:2] == messages[:2]
    assert compacted[-4:] == messages[-4:]
    assert count_message_tokens(compacted[2:-4]) < count_message_tokens(messages[2:-4]) / 4


@pytest.mark.requirement("compaction:head-and-tail")
def test_the_tail_begins_where_its_exchange_began() -> None:
    messages = conversation(3, calls=6)

    compacted = compact_messages(messages, strategy="summarize", summarizer=told)

    assert compacted[-7:] == messages[-7:]
    assert len(compacted) == 2 + 1 + 7


@pytest.mark.requirement("compaction:markers")
def test_long_arguments_and_results_become_a_preview_and_names_stay() -> None:
    compacted = compact_messages(conversation(4), strategy="truncate")

    (call,) = compacted[2].tool_calls
    assert call.name == "read_rows"
    assert call.id == "c0.0"
    assert call.arguments["_truncated"] is True
    assert call.arguments["_preview"].startswith('{"query": "qqq')
    assert call.arguments["_total_chars"] == len(json.dumps({"query": "q" * 3000}))
    result = json.loads(compacted[3].text)
    assert set(result) == {"_truncated", "_preview", "_total_chars"}
    assert len(compacted[3].text) <= 500
    assert compacted[2].text.endswith("[truncated — 3000 chars total]")
    assert len(compacted[2].text) == 500


def test_short_messages_are_left_alone() -> None:
    messages = conversation(6, size=80)

    assert compact_messages(messages, strategy="truncate") == messages


@pytest.mark.requirement("compaction:summary")
def test_the_middle_becomes_one_summary() -> None:
    messages = conversation(6)

    compacted = compact_messages(messages, strategy="summarize", summarizer=told)

    assert compacted == [
        *messages[:2],
        Message("user", "[Summary of 8 earlier messages]\nThe user wants late orders; rows were read."),
        *messages[-4:],
    ]


def test_the_summarizer_reads_the_calls_and_the_results() -> None:
    read: list[str] = []

    compact_messages(conversation(6, size=300), strategy="summarize", summarizer=lambda text: read.append(text) or "x")

    (text,) = read
    assert "read_rows" in text
    assert "qqq" in text
    assert "rrr" in text
    assert "You help" not in text


@pytest.mark.requirement("compaction:fallback")
@pytest.mark.parametrize("answer", ["", "   ", None, 7, "x" * 100_000])
@pytest.mark.parametrize("strategy", ["summarize", "hybrid"])
def test_a_summarizer_that_answers_nothing_useful_loses_nothing(strategy: str, answer: Any) -> None:
    messages = conversation(3, size=700)

    compacted = compact_messages(messages, strategy=strategy, summarizer=lambda text: answer)

    if answer == "x" * 100_000:
        assert count_message_tokens(compacted) < count_message_tokens(messages)
    else:
        assert compacted == compact_messages(messages, strategy="truncate")


@pytest.mark.requirement("compaction:fallback")
def test_a_summarizer_that_fails_loses_nothing_and_its_text_stays_out(caplog: pytest.LogCaptureFixture) -> None:
    def failing(text: str) -> str:
        raise RuntimeError("canary-4711")

    compacted = compact_messages(conversation(6), strategy="summarize", summarizer=failing)

    assert compacted == compact_messages(conversation(6), strategy="truncate")
    assert "RuntimeError" in caplog.text
    assert "canary-4711" not in caplog.text + repr(compacted)


@pytest.mark.requirement("compaction:hybrid")
def test_hybrid_summarizes_what_was_cut_first() -> None:
    lengths: list[int] = []

    compact_messages(conversation(9), strategy="summarize", summarizer=lambda text: lengths.append(len(text)) or "x")
    compact_messages(conversation(9), strategy="hybrid", summarizer=lambda text: lengths.append(len(text)) or "x")

    assert lengths[1] < lengths[0] / 3


@pytest.mark.requirement("compaction:hybrid")
@pytest.mark.parametrize("strategy", ["summarize", "hybrid", "no such thing"])
def test_without_a_summarizer_every_strategy_cuts(strategy: str) -> None:
    assert compact_messages(conversation(), strategy=strategy) == compact_messages(conversation(), strategy="truncate")


@pytest.mark.requirement("compaction:strategy-is-read-when-called")
def test_the_strategy_is_read_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compaction_strategy() == "truncate"
    monkeypatch.setenv("FLUID_COMPACTION_STRATEGY", "Summarize")
    assert compaction_strategy() == "summarize"
    assert compaction_strategy({"compaction_strategy": "hybrid"}) == "hybrid"
    monkeypatch.setenv("FLUID_COMPACTION_STRATEGY", "shrink")
    assert compaction_strategy() == "truncate"


@pytest.mark.requirement("compaction:after-is-read-when-called")
@pytest.mark.parametrize(
    ("value", "turns"), [("4", 4), ("0", 0), (" 9 ", 9), ("", 6), ("six", 6), ("-1", 6), ("4.5", 6)]
)
def test_the_first_turn_is_read_when_it_is_needed(
    value: str, turns: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert compact_after() == 6
    monkeypatch.setenv("FLUID_AGENT_COMPACT_AFTER", value)

    assert compact_after() == turns
    assert ("FLUID_AGENT_COMPACT_AFTER" in caplog.text) == (not value.strip().isdecimal())


@pytest.mark.parametrize("options", [{"keep_tail": -1}, {"truncate_chars": 0}, {"tool_call_truncate_chars": 119}])
def test_a_limit_without_room_for_the_note_is_refused(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"are too small\. Keep"):
        compact_messages(conversation(), **options)  # type: ignore[arg-type]  # one keyword at a time


@pytest.mark.requirement("compaction:triggers")
def test_compaction_begins_with_the_seventh_turn() -> None:
    compactor = Compactor(budget_tokens=1_000_000)
    messages = conversation(8)

    assert compactor.compact(messages, iteration=5) == messages
    assert compactor.compact(messages, iteration=6) != messages


@pytest.mark.requirement("compaction:triggers")
def test_compaction_begins_early_when_the_budget_fills() -> None:
    messages = conversation(8)
    tokens = count_message_tokens(messages)

    assert Compactor(budget_tokens=tokens).compact(messages, iteration=0) != messages
    assert Compactor(budget_tokens=2 * tokens).compact(messages, iteration=0) == messages


@pytest.mark.requirement("compaction:bounded-summaries")
def test_one_summary_serves_until_the_budget_fills_again() -> None:
    compactor = Compactor(budget_tokens=1_000_000, strategy="summarize", summarizer=told)
    messages = conversation(6)

    for number in range(6, 30):
        messages = compactor.compact(messages + exchange(number), iteration=number)

    assert compactor.summaries == 1


@pytest.mark.requirement("compaction:bounded-summaries")
@pytest.mark.parametrize("summarizer", [told, lambda text: 1 / 0])
def test_the_summarizer_is_never_asked_more_often_than_allowed(summarizer: Callable[[str], str]) -> None:
    compactor = Compactor(budget_tokens=6_000, strategy="hybrid", summarizer=summarizer, max_summaries=2)
    messages = conversation(6)

    for number in range(6, 40):
        messages = compactor.compact(messages + exchange(number), iteration=number)

    assert compactor.summaries == 2


@pytest.mark.requirement("compaction:triggers")
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("budget_tokens", [6_000, 1_000_000])
def test_a_conversation_that_grows_is_compacted_as_it_would_be_at_once(strategy: str, budget_tokens: int) -> None:
    compactor = Compactor(budget_tokens=budget_tokens, strategy=strategy)
    whole = conversation(6)
    messages = list(whole)

    for number in range(6, 20):
        added = exchange(number, calls=1 + number % 3)
        whole += added
        messages = compactor.compact(messages + added, iteration=number)

        assert messages == compact_messages(whole, strategy="truncate")
        assert compactor.tokens == count_message_tokens(messages)


def test_a_conversation_that_was_replaced_is_looked_at_afresh() -> None:
    compactor = Compactor(budget_tokens=1_000_000)
    compactor.compact(conversation(9), iteration=9)
    other = [Message("user", "Something else."), *conversation(7)[2:]]

    assert compactor.compact(other, iteration=10) == compact_messages(other, strategy="truncate")
    assert compactor.compact(other[:3], iteration=11) == other[:3]
    assert compactor.tokens == count_message_tokens(other[:3])


def test_what_the_compactor_returned_is_the_callers_own() -> None:
    compactor = Compactor(budget_tokens=1_000_000)
    compactor.compact(conversation(8), iteration=8).clear()

    assert compactor.compact(conversation(8), iteration=9) == compact_messages(conversation(8), strategy="truncate")


def test_a_message_with_nothing_to_cut_is_the_same_object() -> None:
    messages = conversation(8, size=80)

    compacted = compact_messages(messages, strategy="truncate")

    assert all(one is other for one, other in zip(compacted, messages, strict=True))
