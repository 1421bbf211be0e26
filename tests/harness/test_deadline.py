"""Deadlines: sync and async work, within a limit and without, and what is left behind."""

from __future__ import annotations

import asyncio
import contextvars
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from forge_harness.deadline import event_loops
from forge_harness.deadline.deadline import run_with_deadline, settle
from forge_harness.deadline.thread_pool import CallCancelledError, DeadlineError, ThreadPool, Work

pytestmark = pytest.mark.in_time
LIMITS = pytest.mark.parametrize("limit", [None, 600.0])
tenant: contextvars.ContextVar[str] = contextvars.ContextVar("tenant", default="nobody")


async def answer(value: Any = 42) -> Any:
    await asyncio.sleep(0)
    return value


def on_a_thread(work: Callable[[], Any]) -> Work:
    task = Work(work)
    threading.Thread(target=task.do, daemon=True).start()
    return task


@LIMITS
@pytest.mark.parametrize("work", [lambda: 42, lambda: answer(), answer])
def test_work_in_time_returns_its_value(work: Any, limit: float | None) -> None:
    assert run_with_deadline(work, limit) == 42


@LIMITS
@pytest.mark.parametrize("error", [ValueError("x"), TimeoutError("mine"), KeyboardInterrupt(), SystemExit(3)])
def test_what_sync_work_raises_comes_back(error: BaseException, limit: float | None) -> None:
    def work() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        run_with_deadline(work, limit)

    assert caught.value is error


@LIMITS
def test_what_async_work_raises_comes_back(limit: float | None) -> None:
    async def work() -> None:
        raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        run_with_deadline(work, limit)


@pytest.mark.requirement("dispatch:system-exit-is-contained")
@LIMITS
def test_async_work_that_ends_the_process_comes_back_in_a_group_and_the_loop_lives(limit: float | None) -> None:
    async def work() -> None:
        raise SystemExit(3)

    with pytest.raises(BaseExceptionGroup) as caught:
        run_with_deadline(work, limit)

    assert isinstance(caught.value.exceptions[0], SystemExit)
    assert run_with_deadline(answer, limit) == 42


@pytest.mark.requirement("dispatch:hung-tool-does-not-hang-the-caller")
def test_sync_work_past_its_limit_is_left_behind() -> None:
    release = threading.Event()

    with pytest.raises(DeadlineError) as caught:
        run_with_deadline(release.wait, 0.01)
    release.set()

    assert caught.value.args == (0.01,)


@pytest.mark.requirement("dispatch:hung-tool-does-not-hang-the-caller")
def test_async_work_past_its_limit_is_cancelled() -> None:
    cancelled = threading.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    with pytest.raises(DeadlineError):
        run_with_deadline(work, 0.01)

    assert cancelled.wait(10)


@LIMITS
def test_sync_work_sees_the_callers_context(limit: float | None) -> None:
    tenant.set("alice")

    assert run_with_deadline(tenant.get, limit) == "alice"


@LIMITS
def test_async_work_sees_the_callers_context(limit: float | None) -> None:
    async def work() -> str:
        return tenant.get()

    tenant.set("alice")

    assert run_with_deadline(work, limit) == "alice"


@LIMITS
def test_async_work_may_wait_for_other_async_work(limit: float | None) -> None:
    async def outer() -> Any:
        return run_with_deadline(answer, limit)

    assert run_with_deadline(outer, 30.0) == 42


def test_async_work_runs_inside_a_running_loop_of_the_caller() -> None:
    async def caller() -> Any:
        return settle(answer(), None)

    assert asyncio.run(caller()) == 42


async def leave_by_a_task(leave: Callable[[], object]) -> None:
    async def task() -> None:
        leave()

    await asyncio.create_task(task())


async def leave_by_a_group(leave: Callable[[], object]) -> None:
    async def task() -> None:
        leave()

    async with asyncio.TaskGroup() as group:
        group.create_task(task())


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.mark.in_time(10)
@pytest.mark.requirement("dispatch:system-exit-is-contained")
@LIMITS
@pytest.mark.parametrize("leave", [sys.exit, interrupt])
@pytest.mark.parametrize("how", [leave_by_a_task, leave_by_a_group])
def test_a_task_that_ends_the_process_ends_its_own_call_alone(how: Any, leave: Any, limit: float | None) -> None:
    before = threading.Event()

    async def other() -> str:
        before.set()
        await asyncio.sleep(0.05)
        return "unharmed"

    beside = on_a_thread(lambda: run_with_deadline(other, None))
    before.wait()
    with pytest.raises(BaseExceptionGroup) as caught:
        run_with_deadline(lambda: how(leave), limit)

    assert isinstance(caught.value.exceptions[0], SystemExit | KeyboardInterrupt)
    assert beside.result() == "unharmed"
    assert run_with_deadline(answer, limit) == 42


@pytest.mark.in_time(10)
@pytest.mark.requirement("dispatch:system-exit-is-contained")
@LIMITS
@pytest.mark.parametrize("end", [lambda loop: loop.stop(), lambda loop: loop.call_soon(sys.exit)])
def test_the_loop_goes_on_when_work_stops_it(end: Callable[[Any], object], limit: float | None) -> None:
    async def work() -> Any:
        end(asyncio.get_running_loop())
        await asyncio.sleep(0)
        return await answer()

    assert [run_with_deadline(work, limit), run_with_deadline(answer, limit)] == [42, 42]


@pytest.fixture
def fresh_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """No loop is still held up by the test before."""
    monkeypatch.setattr(event_loops, "_loops", event_loops._EventLoops())


@pytest.mark.in_time(10)
@pytest.mark.requirement("dispatch:hung-tool-does-not-hang-the-caller")
@pytest.mark.parametrize("limit", [None, 2.0])
def test_async_work_that_blocks_does_not_hold_up_what_comes_later(limit: float | None, fresh_loops: None) -> None:
    blocked, release = threading.Event(), threading.Event()

    async def loop() -> Any:
        return asyncio.get_running_loop()

    async def block() -> Any:
        blocked.set()
        release.wait()
        return await loop()

    blocking = on_a_thread(lambda: run_with_deadline(block, None))
    blocked.wait()
    others = [run_with_deadline(loop, limit), run_with_deadline(loop, limit)]
    release.set()
    shared = blocking.result()

    assert others[0] is others[1] is not shared
    # Clients and locks of tools are bound to the shared loop: it is used again when it answers.
    assert any(run_with_deadline(loop, limit) is shared for _ in range(1000))


@pytest.mark.in_time(10)
def test_a_loop_that_has_lost_its_descriptors_is_replaced() -> None:
    program = (
        "import asyncio, os\n"
        "from forge_harness.deadline.deadline import run_with_deadline\n"
        "async def close():\n"
        "    os.closerange(3, 1024)\n"
        "    await asyncio.sleep(60)\n"
        "async def answer():\n"
        "    return 42\n"
        "try:\n"
        "    run_with_deadline(close, None)\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
        "print(run_with_deadline(answer, None))\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)

    assert done.stdout == "The event loop was lost.\n42\n"


@pytest.mark.in_time(10)
def test_work_that_was_given_up_before_it_began_never_begins(fresh_loops: None) -> None:
    blocked, release, ran = threading.Event(), threading.Event(), threading.Event()

    async def block() -> None:
        blocked.set()
        release.wait()

    async def work() -> None:
        ran.set()

    blocking = on_a_thread(lambda: run_with_deadline(block, None))
    blocked.wait()
    with pytest.raises(DeadlineError):
        settle(work(), 0.01)
    release.set()
    blocking.result()
    run_with_deadline(answer, None)

    assert not ran.is_set()


def test_async_work_shares_one_loop() -> None:
    async def loop() -> Any:
        return asyncio.get_running_loop()

    assert run_with_deadline(loop, None) is run_with_deadline(loop, 600.0)


class Awaitable:
    def __await__(self) -> Any:
        return answer("from an object").__await__()


@LIMITS
def test_anything_awaitable_is_awaited(limit: float | None) -> None:
    assert run_with_deadline(Awaitable, limit) == "from an object"


def test_without_a_limit_sync_work_runs_on_the_callers_thread() -> None:
    assert run_with_deadline(threading.get_ident, None) == threading.get_ident()
    assert run_with_deadline(threading.get_ident, 600.0) != threading.get_ident()


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "forge-tool"]


def test_a_pool_uses_its_thread_again() -> None:
    with ThreadPool():
        used = {run_with_deadline(threading.get_ident, 600.0) for _ in range(5)}

    assert len(used) == 1
    assert threading.get_ident() not in used


def test_no_thread_outlives_its_pool() -> None:
    before = workers()

    with ThreadPool() as pool:
        assert [work.result() for work in [pool.start(lambda: 1), pool.start(lambda: 2)]] == [1, 2]
        run_with_deadline(answer, 600.0)

    assert [thread for thread in workers() if thread not in before] == []


def test_work_is_done_where_a_tool_has_closed_every_descriptor() -> None:
    program = (
        "import os\n"
        "from forge_harness.deadline.thread_pool import ThreadPool\n"
        "from forge_harness.deadline.deadline import run_with_deadline\n"
        "with ThreadPool():\n"
        "    run_with_deadline(lambda: 1, 600.0)\n"
        "    os.closerange(3, 1024)\n"
        "    print(run_with_deadline(lambda: 42, 600.0))\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)

    assert (done.stdout, done.stderr) == ("42\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # that is what is tested
def test_a_forked_process_that_leaves_the_pool_does_not_end_its_threads() -> None:
    with ThreadPool() as pool:
        used = run_with_deadline(threading.get_ident, 600.0)
        child = os.fork()
        if not child:
            try:
                pool.__exit__(None, None, None)
            finally:
                os._exit(0)
        os.waitpid(child, 0)

        assert run_with_deadline(threading.get_ident, 10.0) == used


def test_a_hung_thread_is_replaced_and_ends_with_its_work() -> None:
    release = threading.Event()
    hung: list[threading.Thread] = []

    def hang() -> None:
        hung.append(threading.current_thread())
        release.wait()

    with ThreadPool():
        with pytest.raises(DeadlineError):
            run_with_deadline(hang, 0.01)
        assert run_with_deadline(threading.get_ident, 600.0) != hung[0].ident
    release.set()
    hung[0].join(60)

    assert not hung[0].is_alive()


def test_what_a_run_left_behind_may_still_use_deadlines() -> None:
    release = threading.Event()
    answers: list[Any] = []
    hung: list[threading.Thread] = []

    def hang() -> None:
        hung.append(threading.current_thread())
        release.wait()
        answers.append(run_with_deadline(answer, 600.0))

    with ThreadPool(), pytest.raises(DeadlineError):
        run_with_deadline(hang, 0.01)
    release.set()
    hung[0].join(60)

    assert answers == [42]


def test_each_work_of_a_pool_has_a_context_of_its_own() -> None:
    tenant.set("alice")
    with ThreadPool():
        run_with_deadline(lambda: tenant.set("mallory"), 600.0)

        assert run_with_deadline(tenant.get, 600.0) == "alice"


def test_a_tracer_hears_the_work_of_a_pool() -> None:
    heard: list[str] = []

    def traced() -> None:
        """Be heard."""

    with ThreadPool():
        run_with_deadline(traced, 600.0)
        threading.settrace(lambda frame, event, arg: heard.append(frame.f_code.co_name))
        try:
            run_with_deadline(traced, 600.0)
        finally:
            threading.settrace(None)

    assert heard.count("traced") == 1


@LIMITS
def test_cancelling_ends_the_wait_for_async_work_and_the_work(limit: float | None) -> None:
    cancel, cancelled = threading.Event(), threading.Event()

    async def work() -> None:
        cancel.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    with ThreadPool(cancel.is_set), pytest.raises(CallCancelledError):
        run_with_deadline(work, limit)

    assert cancelled.wait(60)
