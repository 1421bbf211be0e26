"""What a call leaves behind and how long it may take: records, limits of each step, many threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel, field_serializer

from forge_harness import (
    Dispatcher,
    Event,
    EventBus,
    FnToolExecutor,
    ForgeTool,
    Granted,
    RejectAll,
    StepTimeouts,
    TierPolicy,
    ToolInvocationRecord,
    ToolRegistry,
    ToolTier,
    forge_tool,
)

pytestmark = pytest.mark.in_time


class TextArgs(BaseModel):
    text: str = ""


def typed(function: Callable[..., Any], **options: Any) -> ForgeTool:
    return forge_tool(args_schema=TextArgs, register=False, **{"name": "probe", **options})(function)


class Journal:
    """A bus, and the records that came over it."""

    def __init__(self) -> None:
        self.records: list[ToolInvocationRecord] = []
        self.bus = EventBus()
        self.bus.subscribe(self.note)

    def note(self, event: Event) -> None:
        if event.event_type == "tool.invoked":
            self.records.append(event.payload["record"])


@pytest.fixture
def journal() -> Journal:
    return Journal()


@pytest.mark.requirement("record:every-call-leaves-one")
@pytest.mark.parametrize(
    ("function", "options", "arguments", "outcome", "error_type"),
    [
        (lambda args: 1, {}, {}, "success", ""),
        (lambda args: {"error": "not_found", "message": "No."}, {}, {}, "failed", "not_found"),
        (lambda args: {"error": "no\nsuch thing", "message": "No."}, {}, {}, "failed", "ToolError"),
        (lambda args: {"error": "", "rows": []}, {}, {}, "success", ""),
        (lambda args: {"error": "big", "message": "x" * 5000}, {"max_result_bytes": 99}, {}, "failed", "big"),
        (lambda args: 1 / 0, {}, {}, "failed", "ZeroDivisionError"),
        (lambda args: {1}, {}, {}, "failed", "ToolResultError"),
        (lambda args: 1, {}, {"text": 1}, "failed", "ToolValidationError"),
        (lambda args: 1, {"approval": RejectAll()}, {}, "rejected", "ApprovalRejectedError"),
        (lambda args: 1, {"scopes": ()}, {}, "rejected", "MissingScopeError"),
    ],
)
def test_every_call_leaves_one_record(
    journal: Journal, function: Any, options: dict[str, Any], arguments: dict[str, Any], outcome: str, error_type: str
) -> None:
    tool = typed(function, required_scopes=["db"], tier="write")

    Dispatcher(bus=journal.bus, **options).dispatch(tool, arguments, call_id="call_1")

    (record,) = journal.records
    assert (record.tool_name, record.outcome, record.error_type) == ("probe", outcome, error_type)
    assert (record.tier, record.call_id) == (ToolTier.WRITE, "call_1")
    assert record.duration_s >= 0


@pytest.mark.requirement("record:every-call-leaves-one")
def test_a_timeout_leaves_a_record_of_its_own_kind(journal: Journal) -> None:
    release = threading.Event()
    tool = typed(lambda args: release.wait(), timeout_s=0.01)

    result = Dispatcher(bus=journal.bus).dispatch(tool, {})
    release.set()

    assert result.error_type == "ToolTimeoutError"
    assert [record.outcome for record in journal.records] == ["timeout"]


def test_an_unknown_tool_leaves_a_record_without_a_tier(journal: Journal) -> None:
    Dispatcher(bus=journal.bus).dispatch("nobody", {})

    (record,) = journal.records
    assert (record.tool_name, record.outcome, record.tier) == ("nobody", "failed", None)


class ToolTimeoutError(Exception):
    """A tool's own error, named as one of ours."""


def test_an_outcome_is_not_read_from_the_name_of_the_tools_error(journal: Journal) -> None:
    def probe(args: TextArgs) -> None:
        raise ToolTimeoutError

    Dispatcher(bus=journal.bus).dispatch(typed(probe), {})

    assert [record.outcome for record in journal.records] == ["failed"]


def test_a_subscriber_that_fails_does_not_fail_the_call(journal: Journal) -> None:
    def fail(event: Event) -> None:
        raise ValueError("listener")

    journal.bus.subscribe(fail)

    assert Dispatcher(bus=journal.bus).dispatch(typed(lambda args: 1), {}).ok


@pytest.fixture
def block() -> Iterator[Callable[..., Any]]:
    """A function that returns only when the test is over."""
    release = threading.Event()
    yield lambda *args, **options: release.wait()
    release.set()


@pytest.mark.requirement("dispatch:every-step-has-a-timeout")
@pytest.mark.parametrize(
    ("limit", "part", "error_type"),
    [
        ("look_up_s", "get", "ToolTimeoutError"),
        ("scopes_s", "required_scopes", "ToolTimeoutError"),
        ("approval_s", "approve", "ApprovalRejectedError"),
        ("validate_s", "validate", "ToolTimeoutError"),
        ("run_s", "run", "ToolTimeoutError"),
    ],
)
def test_every_step_ends_at_its_own_limit(
    limit: str, part: str, error_type: str, block: Callable[..., Any], journal: Journal
) -> None:
    class Slow(ForgeTool):
        required_scopes = property(block) if part == "required_scopes" else ()  # type: ignore[assignment]  # a double
        validate = block if part == "validate" else ForgeTool.validate
        run = block if part == "run" else ForgeTool.run

    class Handler:
        approve = block if part == "approve" else staticmethod(lambda *call: Granted())

    registry = ToolRegistry({"probe": Slow(lambda args: 1, name="probe", description="", args_schema=TextArgs)})
    if part == "get":
        registry.data = type("Slow", (dict,), {"get": block})()  # type: ignore[assignment]  # a double
    dispatcher = Dispatcher(
        registry, scopes=(), approval=Handler(), timeouts=StepTimeouts(**{limit: 0.01}), bus=journal.bus
    )

    result = dispatcher.dispatch("probe", {})

    assert result.error_type == error_type
    assert len(journal.records) == 1


@pytest.mark.requirement("dispatch:every-step-has-a-timeout")
def test_slow_subscribers_hold_a_call_up_no_longer_than_their_limit(
    block: Callable[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    bus = EventBus()
    bus.subscribe(block)

    result = Dispatcher(bus=bus, timeouts=StepTimeouts(record_s=0.01)).dispatch(typed(lambda args: 1), {})

    assert result.ok
    assert "subscribers" in caplog.text


class Slow(BaseModel):
    """A result whose serializer runs until the test is over."""

    model_config = {"arbitrary_types_allowed": True}
    text: str
    write: Any

    @field_serializer("write")
    def call(self, write: Any) -> str:
        write()
        return "written"


@pytest.mark.requirement("dispatch:every-step-has-a-timeout")
def test_writing_the_result_counts_towards_the_tools_time(block: Callable[..., Any], journal: Journal) -> None:
    tool = typed(lambda args: {"rows": [Slow(text="a", write=block)]}, timeout_s=0.01)

    result = Dispatcher(bus=journal.bus).dispatch(tool, {})

    assert result.error_type == "ToolTimeoutError"
    assert [record.outcome for record in journal.records] == ["timeout"]


@pytest.mark.parametrize("timeout_s", [None, 600.0])
@pytest.mark.parametrize("cap", [1000, 20])
@pytest.mark.parametrize("wrap", [lambda model: model, lambda model: {"error": "x", "rows": (model,)}])
def test_a_model_is_written_once(wrap: Callable[[Any], Any], cap: int, timeout_s: float | None) -> None:
    written: list[int] = []
    tool = typed(lambda args: wrap(Slow(text="a" * 50, write=lambda: written.append(1))), timeout_s=timeout_s)

    result = Dispatcher(max_result_bytes=cap).dispatch(tool, {})

    assert result.ok
    assert len(written) == 1


def test_a_result_that_cannot_be_written_within_a_limit_says_so() -> None:
    result = Dispatcher().dispatch(typed(lambda args: {1, 2}, timeout_s=600), {})

    assert result.error_type == "ToolResultError"


@pytest.mark.requirement("dispatch:every-step-has-a-timeout")
def test_a_person_who_does_not_decide_holds_a_call_up_no_longer_than_its_limit(journal: Journal) -> None:
    dispatcher = Dispatcher(approval=TierPolicy(), timeouts=StepTimeouts(decision_s=0.01), bus=journal.bus)

    result = dispatcher.dispatch(typed(lambda args: 1), {})

    assert result.error_type == "ApprovalRejectedError"
    assert [record.outcome for record in journal.records] == ["rejected"]


@pytest.mark.parametrize(("own", "shared"), [(0.01, None), (None, 0.01), (0.01, 600), (600, 0.01)])
def test_the_shorter_limit_of_tool_and_dispatcher_counts(
    own: float | None, shared: float | None, block: Callable[..., Any]
) -> None:
    dispatcher = Dispatcher(timeouts=StepTimeouts(run_s=shared))

    result = dispatcher.dispatch(typed(block, timeout_s=own), {})

    assert "within 0.01 s" in result.error_message


def test_eight_threads_share_one_dispatcher(journal: Journal) -> None:
    barrier = threading.Barrier(8)
    registry = ToolRegistry()
    registry.register(FnToolExecutor("double", lambda arguments: {"n": arguments["n"] * 2}))
    dispatcher = Dispatcher(registry, bus=journal.bus)
    results: list[tuple[int, Any]] = []

    def call_many(start: int) -> None:
        barrier.wait()
        for n in range(start, start + 50):
            results.append((n, dispatcher.dispatch("double", {"n": n}).llm_payload()))

    threads = [threading.Thread(target=call_many, args=(start,)) for start in range(0, 400, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(n for n, _ in results) == list(range(400))
    assert all(payload == {"n": 2 * n} for n, payload in results)
    assert len(journal.records) == 400
