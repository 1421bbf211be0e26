"""The time left: what a tool's code knows of the deadline of its own call."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    AgentRunStopped,
    Dispatcher,
    ForgeTool,
    ScriptedProvider,
    StepTimeouts,
    ToolCall,
    forge_tool,
    is_cancelled,
    run_agent_loop,
    seconds_left,
)
from forge_harness.deadline.deadline import run_with_deadline
from forge_harness.deadline.thread_pool import DeadlineError

pytestmark = pytest.mark.in_time
HOUR_S = 3600.0


class NoArguments(BaseModel):
    """Nothing."""


def told_by(tell: Callable[[], Any], *, timeout_s: float | None = None) -> ForgeTool:
    def ask(arguments: NoArguments) -> Any:
        """Tell something of this call."""
        return tell()

    return forge_tool(name="ask", args_schema=NoArguments, tier="read", register=False, timeout_s=timeout_s)(ask)


async def on_the_loop() -> float | None:
    await asyncio.sleep(0)
    return seconds_left()


async def on_a_thread_of_the_loop() -> float | None:
    return await asyncio.to_thread(seconds_left)


def test_without_a_limit_no_time_is_told() -> None:
    assert (seconds_left(), is_cancelled()) == (None, False)
    assert Dispatcher().dispatch(told_by(seconds_left), {}).value is None


@pytest.mark.parametrize("tell", [seconds_left, on_the_loop, on_a_thread_of_the_loop])
@pytest.mark.parametrize(("own", "shared"), [(HOUR_S, None), (HOUR_S, 2 * HOUR_S), (2 * HOUR_S, HOUR_S)])
def test_the_smaller_limit_of_tool_and_dispatcher_is_told(
    tell: Callable[[], Any], own: float, shared: float | None
) -> None:
    dispatcher = Dispatcher(timeouts=StepTimeouts(run_s=shared))

    left = dispatcher.dispatch(told_by(tell, timeout_s=own), {}).value

    assert HOUR_S / 2 < left <= HOUR_S


@pytest.mark.parametrize("inner", [None, 2 * HOUR_S])
def test_a_call_within_a_call_has_no_more_time_than_that(inner: float | None) -> None:
    within = told_by(seconds_left, timeout_s=inner)

    left = run_with_deadline(lambda: Dispatcher().dispatch(within, {}).value, HOUR_S)

    assert HOUR_S / 2 < left <= HOUR_S
    assert seconds_left() is None


def test_work_that_was_left_behind_knows_it() -> None:
    known: list[bool] = []
    release, ended = threading.Event(), threading.Event()

    def work() -> None:
        known.append(is_cancelled())
        release.wait()
        known.append(is_cancelled())
        ended.set()

    with pytest.raises(DeadlineError):
        run_with_deadline(lambda: run_with_deadline(work, HOUR_S), 0.05)
    release.set()

    assert ended.wait(HOUR_S)
    assert known == [False, True]


@pytest.mark.parametrize("run_s", [None, HOUR_S])
def test_a_tool_knows_that_its_run_was_cancelled(run_s: float | None) -> None:
    cancel, ended = threading.Event(), threading.Event()
    known: list[Any] = []

    def tell() -> None:
        known.extend([is_cancelled(), seconds_left()])
        cancel.set()
        known.append(is_cancelled())
        ended.set()

    with pytest.raises(AgentRunStopped):
        run_agent_loop(
            "Go.",
            provider=ScriptedProvider([[ToolCall("c1", "ask", {})], "never"]),
            tools=[told_by(tell)],
            cancel=cancel,
            timeouts=StepTimeouts(run_s=run_s),
        )

    assert ended.wait(HOUR_S)
    before, left, after = known
    assert (before, after) == (False, True)
    assert left is None if run_s is None else 0 < left <= HOUR_S
