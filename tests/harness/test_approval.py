"""Approval: who decides, how a call waits for a person, and what a decision can and cannot do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    ApprovalDecision,
    ApprovalHandler,
    AutoApprove,
    DeferredToHuman,
    Dispatcher,
    Event,
    EventBus,
    ForgeTool,
    Granted,
    PendingApprovals,
    RejectAll,
    Rejected,
    StepTimeouts,
    TierPolicy,
    ToolDispatchResult,
    ToolTier,
    UnknownApprovalError,
    forge_tool,
    get_pending_approvals,
    submit_approval,
)

pytestmark = pytest.mark.in_time


class TextArgs(BaseModel):
    text: str = ""


def typed(function: Callable[..., Any], tier: Any = "write", **options: Any) -> ForgeTool:
    return forge_tool(args_schema=TextArgs, register=False, tier=tier, name="probe", **options)(function)


class Defer:
    """Defers every call under one id."""

    def __init__(self, request_id: str = "r1") -> None:
        self.request_id = request_id

    def approve(self, tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        return DeferredToHuman(self.request_id)


class Desk:
    """A dispatcher of its own whose deferred calls run on threads."""

    def __init__(self, handler: ApprovalHandler, **timeouts: Any) -> None:
        self.pending = PendingApprovals()
        self.bus = EventBus()
        self.requests: list[dict[str, Any]] = []
        self.asked = threading.Semaphore(0)
        self.records: list[Any] = []
        self.bus.subscribe(self.note)
        self.dispatcher = Dispatcher(
            approval=handler, bus=self.bus, pending=self.pending, timeouts=StepTimeouts(**timeouts)
        )
        self.threads: list[threading.Thread] = []

    def note(self, event: Event) -> None:
        if event.event_type == "approval.requested":
            self.requests.append(dict(event.payload))
            self.asked.release()
        else:
            self.records.append(event.payload["record"])

    def call(self, tool: ForgeTool, arguments: dict[str, Any] | None = None) -> list[ToolDispatchResult]:
        """Start a call, wait until it is parked, and return the list its result will stand in."""
        results: list[ToolDispatchResult] = []
        thread = threading.Thread(
            target=lambda: results.append(self.dispatcher.dispatch(tool, arguments or {})), daemon=True
        )
        self.threads.append(thread)
        thread.start()
        assert self.asked.acquire(timeout=30)
        return results

    def join(self) -> None:
        for thread in self.threads:
            thread.join(30)
            assert not thread.is_alive()


TABLE = [
    (AutoApprove(), "grant", "grant", "grant"),
    (RejectAll(), "reject", "reject", "reject"),
    (TierPolicy(), "grant", "review", "review"),
]
ANSWERS = {"grant": Granted, "reject": Rejected, "review": DeferredToHuman}


@pytest.mark.requirement("approval:auto-approve-grants")
@pytest.mark.requirement("approval:reject-all-rejects")
@pytest.mark.requirement("approval:tier-policy-reviews")
@pytest.mark.parametrize(
    ("handler", "tier", "answer"),
    [(row[0], tier, answer) for row in TABLE for tier, answer in zip(ToolTier, row[1:], strict=True)],
)
def test_each_handler_answers_each_tier_as_its_table_says(handler: Any, tier: ToolTier, answer: str) -> None:
    assert isinstance(handler.approve("probe", {}, tier), ANSWERS[answer])


@pytest.mark.requirement("approval:tier-policy-reviews")
def test_a_review_of_ones_own_decides_what_is_no_read() -> None:
    seen: list[Any] = []

    def review(tool_name: str, arguments: Mapping[str, Any], tier: ToolTier) -> ApprovalDecision:
        seen.append((tool_name, dict(arguments), tier))
        return Rejected("no")

    policy = TierPolicy(review)

    assert isinstance(policy.approve("probe", {}, ToolTier.READ), Granted)
    assert policy.approve("probe", {"a": 1}, ToolTier.WRITE) == Rejected("no")
    assert seen == [("probe", {"a": 1}, ToolTier.WRITE)]


def test_each_review_parks_under_an_id_of_its_own() -> None:
    policy = TierPolicy()

    ids = {policy.approve("probe", {}, ToolTier.WRITE).request_id for _ in range(100)}  # type: ignore[union-attr]  # deferred

    assert len(ids) == 100


@pytest.mark.requirement("approval:custom-handlers")
@pytest.mark.parametrize("is_async", [False, True])
def test_a_handler_sees_name_arguments_and_tier(is_async: bool) -> None:
    seen: list[Any] = []

    class Custom:
        def approve(self, *call: Any) -> Any:
            seen.append(call)
            return self.later() if is_async else Granted()

        async def later(self) -> ApprovalDecision:
            return Granted()

    result = Dispatcher(approval=Custom()).dispatch(typed(lambda args: args.text, "execute"), {"text": "a"})

    assert result.value == "a"
    assert seen == [("probe", {"text": "a"}, ToolTier.EXECUTE)]


@pytest.mark.requirement("approval:no-effect-before-a-grant")
@pytest.mark.parametrize(
    "answer", [Rejected("no"), None, True, "granted", Granted, Rejected, object(), {"granted": True}]
)
def test_only_a_grant_runs_the_tool(answer: Any) -> None:
    ran: list[int] = []

    class Custom:
        def approve(self, *call: Any) -> Any:
            return answer

    result = Dispatcher(approval=Custom()).dispatch(typed(lambda args: ran.append(1)), {})

    assert result.error_type == "ApprovalRejectedError"
    assert result.llm_payload()["message"] == "Tool 'probe' failed — see server logs"
    assert ran == []


@pytest.mark.requirement("approval:no-effect-before-a-grant")
def test_a_handler_that_breaks_denies() -> None:
    ran: list[int] = []

    class Broken:
        def approve(self, *call: Any) -> Any:
            raise ConnectionError("/home/alice/.slack")

    result = Dispatcher(approval=Broken()).dispatch(typed(lambda args: ran.append(1)), {})

    assert (result.ok, result.error_type, ran) == (False, "ConnectionError", [])


def test_the_reason_of_a_rejection_is_for_the_host() -> None:
    class No:
        def approve(self, *call: Any) -> Any:
            return Rejected("bob finds it too risky")

    result = Dispatcher(approval=No()).dispatch(typed(lambda args: 1), {})

    assert "bob finds it too risky" in result.error_message
    assert "bob" not in result.llm_json()


@pytest.mark.requirement("approval:deferral-parks-the-call")
@pytest.mark.requirement("approval:submit-approval-decides")
@pytest.mark.parametrize(
    ("decision", "ok", "error_type", "outcome"),
    [(Granted(), True, "", "success"), (Rejected("no"), False, "ApprovalRejectedError", "rejected")],
)
def test_a_deferred_call_waits_for_its_decision(
    decision: ApprovalDecision, ok: bool, error_type: str, outcome: str
) -> None:
    desk = Desk(Defer())
    ran: list[str] = []
    results = desk.call(typed(lambda args: ran.append(args.text)), {"text": "a"})
    before = (list(ran), list(results), len(desk.pending))

    desk.pending.submit("r1", decision)
    desk.join()

    assert before == ([], [], 1)
    assert desk.requests == [{"request_id": "r1", "tool_name": "probe", "tier": "write", "arguments": {"text": "a"}}]
    assert (results[0].ok, results[0].error_type, ran) == (ok, error_type, ["a"] if ok else [])
    assert [record.outcome for record in desk.records] == [outcome]
    assert len(desk.pending) == 0


@pytest.mark.requirement("approval:other-calls-go-on")
def test_other_calls_go_on_while_one_is_parked() -> None:
    desk = Desk(TierPolicy())
    parked = desk.call(typed(lambda args: "written"))

    reads = [desk.dispatcher.dispatch(typed(lambda args: args.text, "read"), {"text": str(n)}).value for n in range(3)]
    still_parked = list(parked)
    desk.pending.submit(desk.requests[0]["request_id"], Granted())
    desk.join()

    assert reads == ["0", "1", "2"]
    assert still_parked == []
    assert parked[0].value == "written"


@pytest.mark.requirement("approval:other-calls-go-on")
def test_calls_that_wait_are_decided_one_by_one_in_any_order() -> None:
    desk = Desk(TierPolicy())
    results = [desk.call(typed(lambda args: args.text), {"text": str(n)}) for n in range(4)]
    waiting = desk.pending.request_ids()

    for n in (2, 0, 3, 1):
        desk.pending.submit(desk.requests[n]["request_id"], Granted() if n % 2 else Rejected())
    desk.join()

    assert waiting == [request["request_id"] for request in desk.requests]
    assert [result[0].ok for result in results] == [False, True, False, True]


@pytest.mark.requirement("approval:deadline-denies")
def test_nobody_deciding_in_time_denies() -> None:
    desk = Desk(Defer(), decision_s=0.01)
    ran: list[int] = []

    result = desk.dispatcher.dispatch(typed(lambda args: ran.append(1)), {})

    assert result.error_type == "ApprovalRejectedError"
    assert "within 0.01 s" in result.error_message
    assert (ran, len(desk.pending)) == ([], 0)
    with pytest.raises(UnknownApprovalError):
        desk.pending.submit("r1", Granted())


def test_a_deferral_waits_ten_minutes_unless_told_otherwise() -> None:
    assert StepTimeouts().decision_s == 600


@pytest.mark.requirement("approval:early-decisions-count")
def test_a_decision_before_the_handler_returns_counts() -> None:
    desk = Desk(Defer())

    class Quick(Defer):
        def approve(self, *call: Any) -> ApprovalDecision:
            desk.pending.submit("r1", Granted())
            return super().approve(*call)

    dispatcher = Dispatcher(approval=Quick(), pending=desk.pending, bus=desk.bus)

    assert dispatcher.dispatch(typed(lambda args: "ran"), {}).value == "ran"


def test_an_early_decision_is_forgotten_when_no_handler_is_at_work() -> None:
    pending = PendingApprovals()
    with pending.deciding():
        pending.submit("r1", Granted())

    with pending.deciding():
        future = pending.park("r1")

    assert not future.done()


class Thinking(Defer):
    """Defers under one id, and takes its time."""

    def __init__(self, request_id: str = "slow") -> None:
        super().__init__(request_id)
        self.asked, self.answer = threading.Event(), threading.Event()

    def approve(self, *call: Any) -> ApprovalDecision:
        self.asked.set()
        self.answer.wait()
        return super().approve(*call)


@pytest.fixture
def thinking() -> Iterator[tuple[Desk, Thinking]]:
    """A desk where the handler of some call is still deciding."""
    handler = Thinking()
    desk = Desk(handler)
    thread = threading.Thread(target=lambda: desk.dispatcher.dispatch(typed(lambda args: "slow"), {}), daemon=True)
    thread.start()
    assert handler.asked.wait(30)
    yield desk, handler
    handler.answer.set()


def deferred(desk: Desk, request_id: str, ran: list[str]) -> ToolDispatchResult:
    """Dispatch one more call, for whose decision nobody has much time."""
    dispatcher = Dispatcher(
        approval=Defer(request_id), pending=desk.pending, bus=EventBus(), timeouts=StepTimeouts(decision_s=0.01)
    )
    return dispatcher.dispatch(typed(lambda args: ran.append(request_id)), {})


@pytest.mark.requirement("approval:unknown-ids-are-refused")
@pytest.mark.requirement("approval:no-effect-before-a-grant")
def test_a_stray_decision_grants_no_call_that_comes_later(thinking: tuple[Desk, Thinking]) -> None:
    desk, _ = thinking
    ran: list[str] = []
    desk.pending.submit("typo", Granted())

    result = deferred(desk, "typo", ran)

    assert (result.error_type, ran) == ("ApprovalRejectedError", [])


@pytest.mark.requirement("approval:unknown-ids-are-refused")
@pytest.mark.requirement("approval:no-effect-before-a-grant")
def test_a_second_decision_is_refused_while_any_handler_is_at_work(thinking: tuple[Desk, Thinking]) -> None:
    desk, handler = thinking
    handler.request_id = "r1"
    ran: list[str] = []
    late = deferred(desk, "r1", ran)

    with pytest.raises(UnknownApprovalError):
        desk.pending.submit("r1", Granted())
    handler.answer.set()
    assert desk.asked.acquire(timeout=30)

    assert (late.ok, ran) == (False, [])
    assert desk.pending.request_ids() == ["r1"]


def test_a_decision_that_no_handler_asked_for_is_logged(
    thinking: tuple[Desk, Thinking], caplog: pytest.LogCaptureFixture
) -> None:
    desk, handler = thinking
    desk.pending.submit("typo", Granted())
    handler.answer.set()
    assert desk.asked.acquire(timeout=30)

    assert "'typo'" in caplog.text


@pytest.mark.requirement("approval:unknown-ids-are-refused")
@pytest.mark.parametrize("decision", [Granted(), Rejected("no")])
def test_an_unknown_id_is_refused(decision: Any) -> None:
    with pytest.raises(UnknownApprovalError, match="'nobody'"):
        submit_approval("nobody", decision)


@pytest.mark.requirement("approval:unknown-ids-are-refused")
def test_a_second_decision_is_refused_and_changes_nothing() -> None:
    desk = Desk(Defer())
    results = desk.call(typed(lambda args: "ran"))
    desk.pending.submit("r1", Granted())

    with pytest.raises(UnknownApprovalError):
        desk.pending.submit("r1", Rejected("too late"))
    desk.join()

    assert results[0].value == "ran"


def test_two_calls_may_not_wait_under_one_id() -> None:
    desk = Desk(Defer())
    first = desk.call(typed(lambda args: "first"))

    second = desk.dispatcher.dispatch(typed(lambda args: "second"), {})
    desk.pending.submit("r1", Granted())
    desk.join()

    assert second.error_type == "UnknownApprovalError"
    assert first[0].value == "first"


@pytest.mark.parametrize("decision", [DeferredToHuman("r2"), None, True, Granted])
def test_what_is_no_decision_cannot_be_submitted(decision: Any) -> None:
    desk = Desk(Defer())
    results = desk.call(typed(lambda args: "ran"))

    with pytest.raises(TypeError, match="is not a decision"):
        desk.pending.submit("r1", decision)
    waiting = len(desk.pending)
    desk.pending.submit("r1", Granted())
    desk.join()

    assert waiting == 1
    assert results[0].ok


@pytest.mark.requirement("approval:executed-is-approved")
def test_listeners_of_a_deferral_cannot_change_what_runs() -> None:
    desk = Desk(Defer())
    desk.bus.subscribe(lambda event: event.payload.get("arguments", {}).update(text="evil"))

    results = desk.call(typed(lambda args: args.text), {"text": "good"})
    desk.pending.submit("r1", Granted())
    desk.join()

    assert results[0].value == "good"


@pytest.mark.requirement("approval:submit-approval-decides")
def test_submit_approval_decides_for_the_process() -> None:
    results: list[ToolDispatchResult] = []
    parked = threading.Event()
    bus = EventBus()
    bus.subscribe(lambda event: parked.set() if event.event_type == "approval.requested" else None)
    dispatcher = Dispatcher(approval=Defer("process-wide"), bus=bus)
    thread = threading.Thread(
        target=lambda: results.append(dispatcher.dispatch(typed(lambda args: "ran"), {})), daemon=True
    )
    thread.start()
    assert parked.wait(30)

    submit_approval("process-wide", Granted())
    thread.join(30)

    assert results[0].value == "ran"
    assert len(get_pending_approvals()) == 0
