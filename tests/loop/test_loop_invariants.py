"""What holds of every run, whatever the model does; checked on conversations that no model would be proud of."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from forge_harness import (
    AgentRunStopped,
    ContextOverflowError,
    EventBus,
    Granted,
    Message,
    PendingApprovals,
    RejectAll,
    Rejected,
    ScriptedProvider,
    TierPolicy,
    ToolCall,
    ToolTier,
    count_message_tokens,
    forge_tool,
    run_agent_loop,
    token_budget,
)


class Args(BaseModel):
    fail: bool = False


TIERS = ("read", "write", "execute")
NAMES = [*TIERS, "unknown", "", "bad name", "x" * 100]
CALLS = st.builds(
    ToolCall,
    id=st.sampled_from(["", "", "a", "b", "forge0001"]),
    name=st.sampled_from(NAMES),
    arguments=st.sampled_from([{}, {"fail": True}, {"fail": "perhaps"}, {"other": 1}]),
    malformed_arguments=st.sampled_from([None, None, None, "{", "[]"]),
)


def tools(ran):
    lock = threading.Lock()

    def made(tier):
        @forge_tool(name=tier, args_schema=Args, tier=tier, register=False)
        def work(args):
            """Work."""
            with lock:
                ran.append(tier)
            if args.fail:
                raise RuntimeError("failed")
            return {"ok": True}

        return work

    return [made(tier) for tier in TIERS]


@pytest.mark.requirement("loop:well-formed-conversations")
@pytest.mark.requirement("loop:no-tool-above-what-was-granted")
@settings(max_examples=60, deadline=None)
@given(
    turns=st.lists(st.lists(CALLS, min_size=1, max_size=10), max_size=9),
    granted=st.sampled_from([ToolTier.READ, ToolTier.WRITE, ToolTier.EXECUTE]),
)
def test_every_conversation_is_well_formed_and_no_tool_runs_above_what_was_granted(turns, granted):
    ran = []
    policy = TierPolicy(
        review=lambda name, arguments, tier: Granted() if tier.rank <= granted.rank else Rejected("too much")
    )
    model = ScriptedProvider([*turns, "Done."])
    try:
        run = run_agent_loop(
            "The request.",
            provider=model,
            tools=tools(ran),
            system="The prompt.",
            approval=policy,
            bus=EventBus(),
            pending=PendingApprovals(),
        )
    except AgentRunStopped as stopped:
        run = stopped.run

    asked = [call.id for message in run.messages for call in message.tool_calls]
    answered = [message.tool_call_id for message in run.messages if message.role == "tool"]
    assert all(asked)
    assert len(set(asked)) == len(asked)
    assert answered == asked
    assert [call.id for call in run.tool_calls] == asked
    for position, message in enumerate(run.messages):
        following = run.messages[position + 1 : position + 1 + len(message.tool_calls)]
        assert [result.tool_call_id for result in following] == [call.id for call in message.tool_calls]
    for sent in model.calls:
        assert sent.messages[:2] == (Message("system", "The prompt."), Message("user", "The request."))
    assert all(ToolTier(tier).rank <= granted.rank for tier in ran)
    succeeded = Counter(record.tool_name for record in run.records if record.outcome == "success")
    assert all(Counter(ran)[name] >= count for name, count in succeeded.items())
    order = {call_id: position for position, call_id in enumerate(asked)}
    positions = [order[record.call_id] for record in run.records]
    assert positions == sorted(positions)


@settings(max_examples=25, deadline=None)
@given(turns=st.lists(st.lists(CALLS, min_size=1, max_size=4), max_size=4), room=st.integers(600, 5000))
def test_no_request_is_sent_that_is_over_the_budget(turns, room):
    matrix = {"context_window": room, "output_reservation": 100}
    model = ScriptedProvider([*turns, "Done."], model="gpt-4.1")

    with contextlib.suppress(ContextOverflowError, AgentRunStopped):
        run_agent_loop("Go.", provider=model, tools=tools([]), capability_matrix=matrix, approval=RejectAll())

    budget = token_budget("gpt-4.1", capability_matrix=matrix)
    assert all(count_message_tokens(sent.messages, sent.tools) <= budget for sent in model.calls)
