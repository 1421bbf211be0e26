"""The agent loop over a scripted model: what the model is sent back, and how a run ends."""

from __future__ import annotations

import json
import threading

import pytest
from pydantic import BaseModel

from forge_harness import (
    TOOL_REGISTRY,
    AgentRunStopped,
    AutoApprove,
    ContextOverflowError,
    CostLimitExceeded,
    DeferredToHuman,
    EventBus,
    Granted,
    Message,
    PendingApprovals,
    ProviderAuthError,
    ProviderServerError,
    RateLimitError,
    RejectAll,
    Reply,
    RunCostTracker,
    ScriptedProvider,
    ScriptError,
    StepTimeouts,
    TierPolicy,
    ToolCall,
    ToolRegistry,
    Usage,
    call_every_tool_once,
    forge_tool,
    run_agent_loop,
)


class Number(BaseModel):
    value: int = 0


def tool(name="add_one", work=lambda args: args.value + 1, *, tier="read", **options):
    return forge_tool(name=name, description="Work.", args_schema=Number, tier=tier, register=False, **options)(
        lambda args: work(args)
    )


def call(name="add_one", call_id="", /, **arguments):
    return ToolCall(call_id, name, arguments)


def results(run):
    return [json.loads(message.text) for message in run.messages if message.role == "tool"]


def guidance(run):
    return [message.text for message in run.messages[1:] if message.role == "user"]


def test_a_run_ends_with_the_models_answer():
    with ScriptedProvider([["Let me see.", call(value=1)], "It is 2."]) as model:
        run = run_agent_loop("What is 1 + 1?", provider=model, tools=[tool()], system="Be brief.")

    assert run.text == "It is 2."
    assert [message.role for message in run.messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert results(run) == [2]
    assert (run.iterations, [done.name for done in run.tool_calls]) == (2, ["add_one"])
    assert [(record.outcome, record.call_id) for record in run.records] == [("success", run.tool_calls[0].id)]
    assert [definition.name for definition in model.calls[0].tools] == ["add_one"]


@pytest.mark.requirement("loop:appends-the-result")
def test_the_next_request_ends_with_the_results_of_the_turn():
    model = ScriptedProvider([[call("add_one", "a", value=1), call("add_one", "b", value=5)], "Done."])

    run_agent_loop("Go.", provider=model, tools=[tool()])

    *_, turn, first, second = model.calls[1].messages
    assert [made.id for made in turn.tool_calls] == ["a", "b"]
    assert (first, second) == (Message("tool", "2", tool_call_id="a"), Message("tool", "6", tool_call_id="b"))


@pytest.mark.requirement("definition:passed-to-the-agent")
def test_the_model_is_offered_the_definitions_of_a_registry():
    registry = ToolRegistry()
    both = [registry.register(tool("look")), registry.register(tool("alter", tier="write", required_scopes=("files",)))]
    model = ScriptedProvider([[call("alter"), call("look", value=1)], "Done."])

    run = run_agent_loop("Go.", provider=model, tools=registry, scopes=["files"], approval=AutoApprove())

    assert model.calls[0].tools == tuple(offered.definition() for offered in both)
    assert results(run) == [1, 2]


@pytest.mark.requirement("loop:corrective-feedback")
@pytest.mark.requirement("loop:guidance-follows-a-failed-call")
def test_a_failed_call_is_followed_by_guidance_of_its_class_alone():
    def fail(args):
        raise RuntimeError("secret-detail")

    run = run_agent_loop("Go.", provider=ScriptedProvider([call("boom"), "Sorry."]), tools=[tool("boom", fail)])

    assert results(run) == [{"error": "RuntimeError", "message": "Tool 'boom' failed — see server logs"}]
    assert guidance(run)[0].startswith("Tool ``boom`` failed with error class ``RuntimeError``.")
    assert "secret-detail" not in repr(run)


@pytest.mark.requirement("loop:corrective-feedback")
def test_an_error_that_a_tool_returns_is_guided_too():
    refusing = tool("read", lambda args: {"error": "FileNotFoundError", "message": "Nothing there."})

    run = run_agent_loop("Go.", provider=ScriptedProvider([call("read"), "Sorry."]), tools=[refusing])

    assert "``FileNotFoundError``" in guidance(run)[0]
    assert (run.records[0].outcome, run.records[0].error_type) == ("failed", "FileNotFoundError")


def test_success_is_not_guided():
    harmless = tool("read", lambda args: {"error": "", "message": None})

    run = run_agent_loop("Go.", provider=ScriptedProvider([call("read"), "Done."]), tools=[harmless])

    assert guidance(run) == []


def test_arguments_that_are_no_json_fail_their_own_call_without_running_it_or_asking_anybody():
    ran, asked = [], []
    policy = TierPolicy(review=lambda name, arguments, tier: asked.append(arguments) or Granted())
    writer = tool("write", lambda args: ran.append(args.value), tier="write")
    calls = [ToolCall("a", "write", {}, '{"value": 1'), call("write", "b", value=2)]

    run = run_agent_loop("Go.", provider=ScriptedProvider([calls, "Done."]), tools=[writer], approval=policy)

    assert (ran, asked) == ([2], [{"value": 2}])
    assert results(run)[0]["error"] == "ToolValidationError"
    assert [record.outcome for record in run.records] == ["failed", "success"]
    assert "one valid JSON object" in guidance(run)[0]


def test_an_unknown_tool_is_told_and_the_run_goes_on():
    run = run_agent_loop("Go.", provider=ScriptedProvider([call("nope"), "Sorry."]), tools=[tool()])

    assert results(run)[0]["error"] == "UnknownTool"
    assert "``UnknownTool``" in guidance(run)[0]
    assert run.text == "Sorry."


def test_a_registered_tool_that_was_not_offered_is_unknown(forge_registry):
    ran = []
    forge_registry.register(tool("hidden", lambda args: ran.append(1)))

    run = run_agent_loop("Go.", provider=ScriptedProvider([call("hidden"), "Sorry."]), tools=[tool()])

    assert results(run)[0]["error"] == "UnknownTool"
    assert ran == []


@pytest.mark.parametrize("chosen", [[], ["no_such_tool"], ToolRegistry()])
def test_an_allow_list_that_matches_nothing_offers_nothing(chosen, forge_registry):
    forge_registry.register(tool("present"))

    model = ScriptedProvider([call("present"), "Sorry."])
    run = run_agent_loop("Go.", provider=model, tools=chosen)

    assert model.calls[0].tools == ()
    assert results(run)[0]["error"] == "UnknownTool"


def test_without_a_choice_every_tool_of_the_process_is_offered(forge_registry):
    forge_registry.clear()
    TOOL_REGISTRY.clear()
    forge_registry.register(tool("present"))
    model = call_every_tool_once()

    run = run_agent_loop("Go.", provider=model)

    assert [done.name for done in run.tool_calls] == ["present"]


def test_one_name_instead_of_a_list_is_refused():
    with pytest.raises(TypeError, match="Put it into a list"):
        run_agent_loop("Go.", provider=ScriptedProvider(), tools="add_one")


@pytest.mark.requirement("record:every-call-leaves-one")
def test_calls_beyond_the_eighth_are_answered_and_recorded_but_not_run():
    ran, bus, told = [], EventBus(), []
    bus.subscribe(lambda event: told.append(event.payload["record"]) if event.event_type == "tool.invoked" else None)
    counting = tool("count", lambda args: ran.append(args.value))
    calls = [call("count", f"c{number}", value=number) for number in range(10)]

    run = run_agent_loop("Go.", provider=ScriptedProvider([calls, "Done."]), tools=[counting], bus=bus)

    assert sorted(ran) == list(range(8))
    assert [result and result["error"] for result in results(run)] == [None] * 8 + ["TooManyCalls"] * 2
    assert [record.call_id for record in run.records] == [f"c{number}" for number in range(10)]
    assert [(record.outcome, record.error_type) for record in run.records[8:]] == [("rejected", "TooManyCalls")] * 2
    assert len(told) == 10


@pytest.mark.requirement("loop:corrective-feedback")
def test_calls_beyond_the_eighth_are_asked_for_again_and_are_no_failures():
    batch = [call("count", value=number) for number in range(10)]
    model = ScriptedProvider([*[batch] * 6, "Done."])

    run = run_agent_loop("Go.", provider=model, tools=[tool("count")])

    assert run.text == "Done."
    assert all("Send it again in your next turn" in text for text in guidance(run))
    assert "Send it again in your next turn" in results(run)[9]["message"]


@pytest.mark.requirement("loop:parallel-reads-only")
def test_reads_run_at_the_same_time_and_their_results_keep_the_order():
    both = threading.Barrier(2, timeout=10)

    def meet(args):
        both.wait()
        return args.value

    calls = [call("meet", value=1), call("meet", value=2)]
    run = run_agent_loop("Go.", provider=ScriptedProvider([calls, "Done."]), tools=[tool("meet", meet)])

    assert results(run) == [1, 2]


@pytest.mark.requirement("loop:parallel-reads-only")
def test_calls_that_are_not_all_reads_run_one_by_one():
    met = []
    both = threading.Barrier(2)

    def work(args):
        try:
            both.wait(0.1)
        except threading.BrokenBarrierError:
            both.reset()
        else:
            met.append(args.value)

    calls = [call("write", value=1), call("read", value=2), call("write", value=3)]
    tools = [tool("write", work, tier="write"), tool("read", work)]

    run = run_agent_loop("Go.", provider=ScriptedProvider([calls, "Done."]), tools=tools, approval=AutoApprove())

    assert met == []
    assert [record.outcome for record in run.records] == ["success"] * 3


@pytest.mark.requirement("loop:deferral-lets-others-go-on")
def test_a_deferred_call_waits_while_the_others_go_on():
    order, pending, bus = [], PendingApprovals(), EventBus()

    class Defer:
        def approve(self, name, arguments, tier):
            return DeferredToHuman("r1") if arguments["value"] == 1 else Granted()

    def write(args):
        order.append(args.value)
        if args.value == 3:
            pending.submit("r1", Granted())
        return args.value

    calls = [call("write", value=number) for number in (1, 2, 3)]
    run = run_agent_loop(
        "Go.",
        provider=ScriptedProvider([calls, "Done."]),
        tools=[tool("write", write, tier="write")],
        approval=Defer(),
        pending=pending,
        bus=bus,
    )

    assert order == [2, 3, 1]
    assert results(run) == [1, 2, 3]


@pytest.mark.requirement("loop:pauses-on-a-parked-call")
def test_the_loop_waits_for_the_parked_call_of_its_turn():
    pending, bus, seen = PendingApprovals(), EventBus(), []
    model = ScriptedProvider([[call("write", value=1), call("write", value=2)], "Done."])

    class Defer:
        def approve(self, name, arguments, tier):
            return DeferredToHuman("r1") if arguments["value"] == 1 else Granted()

    def decide():
        # By now a loop that does not wait would have asked again.
        seen.append((len(model.calls), len(pending)))
        pending.submit("r1", Granted())

    bus.subscribe(
        lambda event: threading.Timer(0.1, decide).start() if event.event_type == "approval.requested" else None
    )

    run = run_agent_loop(
        "Go.",
        provider=model,
        tools=[tool("write", lambda args: args.value, tier="write")],
        approval=Defer(),
        pending=pending,
        bus=bus,
    )

    assert seen == [(1, 1)]
    assert results(run) == [1, 2]
    assert len(model.calls) == 2


@pytest.mark.parametrize("policy", [RejectAll(), TierPolicy()])
def test_a_call_that_is_not_approved_does_not_run(policy):
    ran = []

    run = run_agent_loop(
        "Go.",
        provider=ScriptedProvider([call("write"), "Sorry."]),
        tools=[tool("write", lambda args: ran.append(1), tier="write")],
        approval=policy,
        timeouts=StepTimeouts(decision_s=0.05),
    )

    assert (ran, results(run)[0]["error"]) == ([], "ApprovalRejectedError")
    assert run.records[0].outcome == "rejected"


def test_a_tool_whose_scope_is_not_held_does_not_run():
    scoped = tool(required_scopes=("numbers",))

    without = run_agent_loop("Go.", provider=ScriptedProvider([call(), "Sorry."]), tools=[scoped])
    held = run_agent_loop("Go.", provider=ScriptedProvider([call(), "Done."]), tools=[scoped], scopes=["numbers"])

    assert results(without)[0]["error"] == "MissingScopeError"
    assert results(held) == [1]


def test_a_tool_that_takes_too_long_is_left_behind():
    release = threading.Event()
    slow = tool("slow", lambda args: release.wait(30))

    run = run_agent_loop(
        "Go.",
        provider=ScriptedProvider([call("slow"), "Sorry."]),
        tools=[slow],
        timeouts=StepTimeouts(run_s=0.01),
    )
    release.set()

    assert results(run)[0]["error"] == "ToolTimeoutError"
    assert run.records[0].outcome == "timeout"


def test_a_long_result_is_cut():
    run = run_agent_loop(
        "Go.",
        provider=ScriptedProvider([call("long"), "Done."]),
        tools=[tool("long", lambda args: "x" * 10_000)],
        max_result_bytes=500,
    )

    assert len(run.messages[2].text.encode()) <= 500 + 2


def test_the_last_turn_ends_a_run_that_goes_on_for_ever():
    model = ScriptedProvider([call(value=number) for number in range(3)])

    with pytest.raises(AgentRunStopped, match="after 3 turns") as caught:
        run_agent_loop("Go.", provider=model, tools=[tool()], max_iterations=3)

    assert caught.value.reason == "max_iterations"
    assert caught.value.run.iterations == 3
    assert results(caught.value.run) == [1, 2, 3]


def test_the_same_failing_call_is_told_more_strongly_and_then_given_up():
    model = ScriptedProvider([call("nope", value=1)] * 12)

    with pytest.raises(AgentRunStopped) as caught:
        run_agent_loop("Go.", provider=model, tools=[tool()])

    assert caught.value.reason == "repeated_failure"
    assert model.remaining > 0
    told = guidance(caught.value.run)
    assert "has now failed" not in told[0]
    assert any("has now failed 2 times" in text for text in told)


def test_a_call_that_succeeds_again_and_again_is_no_failure():
    run = run_agent_loop("Go.", provider=ScriptedProvider([call()] * 8 + ["Done."]), tools=[tool()])

    assert guidance(run) == []


def test_a_cancelled_run_asks_nothing_more():
    cancel = threading.Event()
    model = ScriptedProvider([[call("stop", "a"), call("stop", "b")], "never"])
    stopping = tool("stop", lambda args: cancel.set(), tier="write")

    with pytest.raises(AgentRunStopped) as caught:
        run_agent_loop("Go.", provider=model, tools=[stopping], approval=AutoApprove(), cancel=cancel)

    assert caught.value.reason == "cancelled"
    assert [result and result["error"] for result in results(caught.value.run)] == [None, "Cancelled"]
    assert [record.outcome for record in caught.value.run.records] == ["success", "rejected"]
    assert len(model.calls) == 1


@pytest.mark.parametrize("timeouts", [StepTimeouts(run_s=600.0), StepTimeouts()])
@pytest.mark.parametrize(
    ("tier", "names"), [("read", ["hang"]), ("read", ["hang", "hang"]), ("write", ["hang", "hang"])]
)
def test_cancelling_ends_the_wait_for_a_running_tool(tier, names, timeouts):
    cancel, release = threading.Event(), threading.Event()
    model = ScriptedProvider([[call(name, str(number)) for number, name in enumerate(names)], "never"])

    def hang(args):
        cancel.set()
        release.wait()

    with pytest.raises(AgentRunStopped) as caught:
        run_agent_loop(
            "Go.",
            provider=model,
            tools=[tool("hang", hang, tier=tier)],
            approval=AutoApprove(),
            cancel=cancel,
            timeouts=timeouts,
            max_iterations=1,
        )
    release.set()

    assert caught.value.reason == "cancelled"
    assert [result["error"] for result in results(caught.value.run)] == ["Cancelled"] * len(names)
    assert len(caught.value.run.tool_calls) == len(names)
    assert len(model.calls) == 1


def test_cancelling_ends_the_wait_for_a_person():
    cancel, pending, bus = threading.Event(), PendingApprovals(), EventBus()
    bus.subscribe(lambda event: cancel.set() if event.event_type == "approval.requested" else None)
    writer = tool("write", lambda args: None, tier="write")

    with pytest.raises(AgentRunStopped):
        run_agent_loop(
            "Go.",
            provider=ScriptedProvider([call("write"), "x"]),
            tools=[writer],
            cancel=cancel,
            pending=pending,
            bus=bus,
        )

    assert len(pending) == 0


@pytest.mark.requirement("loop:every-request-is-retried")
@pytest.mark.requirement("retry:in-the-loop")
def test_a_rate_limit_is_waited_for_exactly_and_at_most_three_requests_are_made():
    waits = []
    limited = RateLimitError("Slow down. Wait.", retry_after=11.5)

    with pytest.raises(RateLimitError), ScriptedProvider([limited] * 3) as model:
        run_agent_loop("Go.", provider=model, tools=[], sleep=waits.append)

    assert (waits, len(model.calls)) == ([11.5, 11.5], 3)


def test_cancelling_ends_the_wait_before_the_next_request():
    cancel = threading.Event()

    class Limited:
        name = model = ""
        requests = 0

        def complete(self, messages, tools=(), *, stream_to=None):
            self.requests += 1
            threading.Timer(0.05, cancel.set).start()
            raise RateLimitError("Slow down. Wait.", retry_after=4.0)

    provider = Limited()

    with pytest.raises(AgentRunStopped) as caught:
        run_agent_loop("Go.", provider=provider, tools=[], cancel=cancel)

    assert (caught.value.reason, provider.requests) == ("cancelled", 1)


def test_a_wait_of_the_callers_own_is_followed_by_a_look_at_cancel():
    cancel = threading.Event()
    model = ScriptedProvider([RateLimitError("Slow down. Wait."), "never"])

    with pytest.raises(AgentRunStopped):
        run_agent_loop("Go.", provider=model, tools=[], cancel=cancel, sleep=lambda delay: cancel.set())

    assert len(model.calls) == 1


def test_a_refused_key_is_not_sent_again():
    model = ScriptedProvider([ProviderAuthError("No. Check the key."), "never"])

    with pytest.raises(ProviderAuthError):
        run_agent_loop("Go.", provider=model, tools=[], sleep=pytest.fail)

    assert len(model.calls) == 1


@pytest.mark.requirement("loop:never-again-after-the-first-piece")
def test_a_failure_after_the_first_piece_is_not_sent_again():
    class Breaking:
        name = model = ""
        requests = 0

        def complete(self, messages, tools=(), *, stream_to=None):
            self.requests += 1
            if stream_to:
                stream_to("Once ")
            raise ProviderServerError("It broke. Try again.", context={"answer_began": stream_to is None})

    for stream_to in (lambda piece: None, None):
        provider = Breaking()
        with pytest.raises(ProviderServerError):
            run_agent_loop("Go.", provider=provider, tools=[], sleep=pytest.fail, stream_to=stream_to)
        assert provider.requests == 1


def test_the_answer_is_streamed():
    pieces = []

    run_agent_loop("Go.", provider=ScriptedProvider(["One\ntwo"]), tools=[], stream_to=pieces.append)

    assert pieces == ["One\n", "two"]


@pytest.mark.requirement("tokens:in-the-loop")
def test_a_prompt_that_cannot_fit_is_not_sent():
    model = ScriptedProvider(["never"], model="gpt-4.1")

    with pytest.raises(ContextOverflowError):
        run_agent_loop("word " * 2000, provider=model, tools=[], capability_matrix={"context_window": 100})

    assert model.calls == []


@pytest.mark.requirement("cost:in-the-loop")
def test_usage_and_cost_are_those_of_all_turns():
    def reply(*calls):
        usage = Usage(input_tokens=1_000_000, output_tokens=1_000_000)
        return Reply(Message("assistant", "" if calls else "Done.", calls), usage=usage)

    tracker = RunCostTracker()
    tracker.record_call(provider="openai", model="gpt-4.1", input_tokens=10, output_tokens=10)
    model = ScriptedProvider([reply(call(value=1)), reply()], name="openai", model="gpt-4.1")

    run = run_agent_loop(
        "Go.", provider=model, tools=[tool()], cost=tracker, capability_matrix={"context_window": 10_000}
    )

    assert run.usage == Usage(input_tokens=2_000_000, output_tokens=2_000_000)
    assert tracker.breakdown().total_calls == 3
    assert run.cost_usd == pytest.approx(2 * (2.0 + 8.0), rel=0.5)


@pytest.mark.requirement("cost:in-the-loop")
def test_a_run_that_has_cost_too_much_is_ended():
    expensive = Reply(Message("assistant", "", (call(),)), usage=Usage(input_tokens=10_000_000))
    model = ScriptedProvider([expensive, "never"], name="openai", model="gpt-4.1")

    with pytest.raises(CostLimitExceeded):
        run_agent_loop("Go.", provider=model, tools=[tool()], cost=RunCostTracker(limit_usd=0.01))

    assert len(model.calls) == 1


@pytest.mark.requirement("compaction:in-the-loop")
def test_a_long_conversation_is_compacted_without_losing_its_beginning(monkeypatch):
    monkeypatch.delenv("FLUID_AGENT_COMPACT_AFTER", raising=False)
    monkeypatch.delenv("FLUID_COMPACTION_STRATEGY", raising=False)
    long = tool("long", lambda args: "word " * 2000)
    model = ScriptedProvider([call("long", value=number) for number in range(8)] + ["Done."])

    run_agent_loop("The request.", provider=model, tools=[long], system="The prompt.")

    sent = [sum(len(message.text) for message in made.messages) for made in model.calls]
    assert sent[6] < sent[5]
    assert [message.text for message in model.calls[-1].messages[:2]] == ["The prompt.", "The request."]


def test_a_workspace_root_reaches_the_tool(tmp_path):
    seen = []

    @forge_tool(name="where", args_schema=Number, tier="read", register=False, workspace_root_aware=True)
    def where(args, *, workspace_root):
        """Tell."""
        seen.append(workspace_root)

    run_agent_loop("Go.", provider=ScriptedProvider([call("where"), "Done."]), tools=[where], workspace_root=tmp_path)

    assert seen == [tmp_path.resolve()]


def test_a_conversation_can_be_gone_on_with():
    first = run_agent_loop("Go.", provider=ScriptedProvider([call(value=1), "Two."]), tools=[tool()])

    again = run_agent_loop(
        [*first.messages, Message("user", "And again?")],
        provider=ScriptedProvider([call(value=2), "Three."]),
        tools=[tool()],
    )

    assert results(again) == [2, 3]
    assert len({done.tool_call_id for done in again.messages if done.role == "tool"}) == 2


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([], "empty"),
        ([Message("system", "x")], "empty"),
        ([Message("user", "x"), Message("assistant", "", (call("add_one", "c1"),))], "call 'c1' is missing"),
        ([Message("user", "x"), Message("tool", "1", tool_call_id="c9")], "'c9' answers an unknown call"),
    ],
)
def test_a_conversation_with_half_an_exchange_is_refused(messages, said):
    with pytest.raises(ValueError, match=said):
        run_agent_loop(messages, provider=ScriptedProvider(["x"]), tools=[])


def test_no_turn_is_refused():
    with pytest.raises(ValueError, match="max_iterations=0"):
        run_agent_loop("Go.", provider=ScriptedProvider(), max_iterations=0)


def test_a_paused_turn_is_gone_on_with():
    paused = Reply(Message("assistant", "Searching."), stop_reason="pause_turn")

    run = run_agent_loop("Go.", provider=ScriptedProvider([paused, "Found."]), tools=[])

    assert (run.text, run.iterations) == ("Found.", 2)


def test_a_script_that_is_too_short_or_too_long_is_an_error():
    with pytest.raises(ScriptError, match="one more was requested"):
        run_agent_loop("Go.", provider=ScriptedProvider([call()]), tools=[tool()])
    with pytest.raises(ScriptError, match="only 1 were used"), ScriptedProvider(["a", "b"]) as model:
        run_agent_loop("Go.", provider=model, tools=[])
