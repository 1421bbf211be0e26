"""Event loops of tools: private to a call whose code keeps nothing, shared where it may share a client or a lock."""

from __future__ import annotations

import asyncio
import functools
import json
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, ClassVar

import httpx
import pytest
import yaml
from pydantic import BaseModel, ConfigDict

from forge_harness import (
    BuilderExecutor,
    FnToolExecutor,
    ForgeTool,
    LegacyTool,
    Tool,
    ToolDefinition,
    ToolError,
    dispatch_forge_tool,
)
from forge_harness.deadline import event_loops
from forge_harness.deadline.thread_pool import Work
from forge_harness.kinds.executor import ExecutorTool
from forge_harness.reach import Reach

pytestmark = pytest.mark.in_time


class Nothing(BaseModel):
    pass


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")
    text: str = ""

    def upper(self) -> str:
        return self.text.upper()


class Cache:
    entries: ClassVar[list[Any]] = []


PAUSE_S = 0.02
lock = asyncio.Lock()
client = None
loops: list[Any] = []
loader = yaml.SafeLoader("")


def made_client() -> Any:
    return client


@functools.cache
def cached_client() -> Any:
    return object()


def retried(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    async def again(*args: Any) -> Any:
        return await function(*args)

    return again


async def sleeps(_: Any) -> Any:
    await asyncio.sleep(PAUSE_S)
    return json.dumps({"slept": PAUSE_S})


async def blocks(_: Any) -> Any:
    time.sleep(PAUSE_S)


async def answers(_: Any) -> Any:
    if not PAUSE_S:
        raise ToolError("No pause.")
    return [Answer(text=part).upper() for part in "ab"]


async def starts_tasks(_: Any) -> Any:
    async def one() -> None:
        await asyncio.sleep(0)

    await asyncio.gather(one(), one())


async def calls_another(argument: Any) -> Any:
    return await sleeps(argument)


async def reads_yaml(_: Any) -> Any:
    return yaml.safe_load("a: 1"), loader.get_event()


async def locks(_: Any) -> Any:
    async with lock:
        loops.append(asyncio.get_running_loop())
        await asyncio.sleep(PAUSE_S)


async def asks_for_a_client(_: Any) -> Any:
    return made_client()


async def asks_for_a_cached_client(_: Any) -> Any:
    return cached_client()


async def sets_a_client(_: Any) -> Any:
    global client
    client = object()


async def collects(_: Any) -> Any:
    loops.append(1)


async def uses_async_http(_: Any) -> Any:
    return httpx.AsyncClient()


async def imports_async_http(_: Any) -> Any:
    from httpx import AsyncClient

    return AsyncClient()


async def keeps_on_a_class(_: Any) -> Any:
    return Cache.entries


async def keeps_on_itself(_: Any) -> Any:
    keeps_on_itself.client = object()  # type: ignore[attr-defined]  # tools do it


async def keeps_a_default(_: Any, kept: list[Any] = []) -> Any:  # noqa: B006  # that is what is tested
    return kept


async def hides(_: Any) -> Any:
    return globals()["client"]


@pytest.mark.parametrize(
    "function", [sleeps, blocks, answers, starts_tasks, calls_another, reads_yaml, retried(sleeps), retried(blocks)]
)
def test_code_that_reaches_nothing_lasting_keeps_no_state(function: Any) -> None:
    assert not Reach(function).keeps_state()


@pytest.mark.parametrize(
    "function",
    [
        *(locks, asks_for_a_client, asks_for_a_cached_client, sets_a_client, collects, uses_async_http),
        *(imports_async_http, keeps_on_a_class, keeps_on_itself, keeps_a_default, hides),
        *(retried(locks), functools.partial(sleeps), asyncio.Lock().acquire, print),
    ],
)
def test_code_that_may_share_what_is_bound_to_a_loop_keeps_state(function: Any) -> None:
    assert Reach(function).keeps_state()


def test_a_name_that_is_given_a_client_later_keeps_state(monkeypatch: pytest.MonkeyPatch) -> None:
    reach = Reach(sleeps)
    before = reach.keeps_state()
    monkeypatch.setitem(globals(), "PAUSE_S", asyncio.Lock())

    assert [before, reach.keeps_state()] == [False, True]


class Proxy:
    @property
    def __class__(self) -> Any:
        raise RuntimeError("outside of any request")


def test_what_cannot_be_looked_at_keeps_state() -> None:
    proxy = Proxy()

    async def asks(_: Any) -> Any:
        return proxy

    assert Reach(asks).keeps_state()


def test_a_copy_of_a_tool_does_not_copy_what_its_module_holds() -> None:
    reach = Reach(sleeps)
    reach.keeps_state()

    assert pickle.loads(pickle.dumps(reach)).function is sleeps  # our own bytes


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        (ForgeTool(sleeps, name="typed", description="A tool.", args_schema=Nothing), False),
        (LegacyTool(name="legacy", description="A tool.", input_schema={"type": "object"}, impl=sleeps), False),
        (ExecutorTool(FnToolExecutor("function", sleeps)), False),
        (ExecutorTool(BuilderExecutor(ToolDefinition("builder", "A tool.", {"type": "object"}), sleeps)), True),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_every_kind_of_tool_knows_whether_it_keeps_state(tool: Tool, expected: bool) -> None:
    assert tool.keeps_state() is expected


def typed(function: Callable[..., Any], **options: Any) -> ForgeTool:
    return ForgeTool(function, name="tool", description="A tool.", args_schema=Nothing, **options)


def called(function: Callable[..., Any], **options: Any) -> Work:
    work = Work(lambda: dispatch_forge_tool(typed(function, **options), {}))
    threading.Thread(target=work.do, daemon=True).start()
    return work


@pytest.fixture(autouse=True)
def fresh_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """No loop is still held up by the test before."""
    monkeypatch.setattr(event_loops, "_loops", event_loops._EventLoops())


def wait(release: threading.Event) -> None:
    release.wait(10)


def be_busy(release: threading.Event) -> None:
    ends = time.monotonic() + 10
    while not release.is_set() and time.monotonic() < ends:
        pass


@pytest.mark.in_time(20)
@pytest.mark.requirement("dispatch:hung-tool-does-not-hang-the-caller")
@pytest.mark.parametrize("limit", [None, 5.0])
@pytest.mark.parametrize("block", [wait, be_busy])
@pytest.mark.parametrize("beside", ["one that keeps nothing", "one that shares"])
def test_a_tool_that_blocks_does_not_hold_up_the_calls_in_flight(block: Any, limit: float | None, beside: str) -> None:
    begun, blocked, release = threading.Event(), threading.Event(), threading.Event()
    shared = [42] if beside == "one that shares" else (42,)

    async def healthy(_: Nothing) -> int:
        begun.set()
        while not blocked.is_set():
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        return shared[0]

    async def blocking(_: Nothing) -> bool:
        blocked.set()
        block(release)
        return release.is_set()

    in_flight = called(healthy, timeout_s=limit)
    begun.wait(10)
    hung = called(blocking)
    answer = in_flight.result(10)
    release.set()

    # Released by us, and not at the end of its patience.
    assert [answer.value, hung.result(10).value] == [42, True]


@pytest.mark.in_time(20)
@pytest.mark.parametrize("limits", [(None, None), (None, 10.0), (10.0, 10.0)])
def test_tools_that_share_a_lock_share_its_loop(limits: tuple[float | None, ...]) -> None:
    shared = asyncio.Lock()

    async def one(_: Nothing) -> Any:
        async with shared:
            await asyncio.sleep(PAUSE_S)
            return id(asyncio.get_running_loop())

    async def other(_: Nothing) -> Any:
        return await one(_)

    works = [called(function, timeout_s=limit) for limit in limits for function in (one, other)]
    results = [work.result(10) for work in works]

    assert [result.ok for result in results] == [True] * 4
    assert len({result.value for result in results}) == 1


def loop_threads() -> int:
    return sum(thread.name == "forge-async-tools" for thread in threading.enumerate())


def test_calls_in_turn_use_one_loop_again() -> None:
    before = loop_threads()
    for _ in range(20):
        dispatch_forge_tool(typed(sleeps), {})

    assert loop_threads() == before + 1


@pytest.mark.in_time(20)
def test_calls_above_the_most_private_loops_share_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loops, "_MOST_PRIVATE", 2)
    before, release = loop_threads(), threading.Event()

    async def waits(_: Nothing) -> str:
        while not release.is_set():
            await asyncio.sleep(0.001)
        return "done"

    works = [called(waits) for _ in range(5)]
    time.sleep(PAUSE_S)
    release.set()

    assert [work.result(10).value for work in works] == ["done"] * 5
    assert before < loop_threads() <= before + 3
