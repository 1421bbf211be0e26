"""The check of the event loop: an async tool does not block it."""

from __future__ import annotations

import asyncio
import inspect
import os
import queue
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import islice
from types import FrameType
from typing import Any

from msgspec.structs import replace

from ...oracles.module_places import module_places
from ...oracles.network_canary import Page, answer_requests
from ...oracles.own_code import OwnCode
from ...strategies.schemas.limits import bounds
from ...strategies.workspace_files import write_files
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.call_variants import shortened_waits, with_a_wait
from ..calls.copies import in_a_copy
from ..calls.lost_copies import lost_copy
from ..calls.missing_things import failing_calls
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.other_worlds import other_worlds
from ..calls.worlds.own_world import own_world, plant_world
from ..check import check
from .standing_servers import judge_standing_server

__all__ = ["event_loop_is_not_blocked"]

#: Seconds of sleep, and of computation, that count as blocking; the latter is the value of asyncio's debug mode.
_SLEPT_S, _COMPUTED_S = 0.01, 0.1
#: Longer than an import takes, so no second measurement is needed.
_MUCH_S = 0.5
_BEAT_S = 0.002
#: Seconds after which the work of a pool begins.
_LATE_S = 0.005
_MAX_CALLS, _MAX_SHOWN = 2, 80
#: Seconds of computation that count as blocking for a call with the largest numbers.
_LONG_S = 0.25
#: Larger maxima are not real bounds.
_MOST = 10_000_000


@check(
    family="robustness",
    level="MUST",
    source="Forge Tools: async tools run on one event loop",
    codes={
        "blocking_call": "A coroutine makes a call that blocks its thread.",
        "long_computation": "A coroutine computes for a long time without awaiting.",
    },
)
def event_loop_is_not_blocked(subject: Subject) -> None:
    """An async tool does not block the event loop.

    Async tools share an event loop. A time.sleep, a subprocess.run or a requests.get in one of them stops every other
    call on it, and every agent that waits for them. The check calls the tool on its own loop, finally with every number
    at its maximum in the schema, and fails on a call that blocks the thread or on long CPU time between two turns of
    the loop. Requests of a tool that asks a service are also answered with the statuses 429 and 503, and documents that
    it reads are given the other texts with which its code compares their values, such as the states of a job.

    The interpreter of a Python server tells of a time.sleep in a coroutine of the author's that a library awaits, such
    as an async tool of an SDK. While it sleeps, the server answers no other request.

    Not judged: functions that are not async; work in other threads; files; of servers, calls other than time.sleep, and
    programs that handle their requests one by one themselves.
    """
    if subject.is_served:
        judge_standing_server(subject)
        return
    if _is_sync(subject):
        raise NotApplicable("The tool is not async.")
    has_waited = False
    patience = subject.patience()
    ordinary = plausible_calls(subject, limit=_MAX_CALLS)
    # A tool may wait for what is not there.
    missing = (call for call in failing_calls(subject, ordinary) if call)
    for call in patience.each([*ordinary, *islice(missing, 1)]):
        arguments = with_a_wait(subject, shortened_waits(subject, call))
        answer = in_a_copy(partial(_watched, subject, arguments), limit_s=2.5 * subject.call_s)
        if answer is None:
            raise lost_copy(subject, [arguments], undone=1)
        if answer["is_async"] is False:
            raise NotApplicable("The tool is not async.")
        has_waited = has_waited or bool(answer["is_async"])
        if answer["what"]:
            raise _stands_still(answer, call)
    if not has_waited:
        raise NotApplicable("No plausible call reached the event loop.")
    subject.has_seen(1)
    for call, page in patience.each([(call, page) for call in ordinary[:1] for page in _asked_to_wait(subject)]):
        # The requests of a copy are answered here.
        answer_requests(page)
        answer = in_a_copy(partial(_watched, subject, call), limit_s=2.5 * subject.call_s)
        answer_requests(own_world(subject).page)
        if answer is None:
            subject.has_left(1)
        elif answer["what"]:
            raise _stands_still(answer, call, f"when its request is answered with status {page.status}, it ")
    others = [(call, files) for call in ordinary[:1] for files in other_worlds(subject, call)]
    for call, files in patience.each(others):
        # It may wait only while something is in one of several states.
        write_files(subject.sandbox.workspace, files)
        arguments = with_a_wait(subject, shortened_waits(subject, call))
        answer = in_a_copy(partial(_watched, subject, arguments), limit_s=2.5 * subject.call_s)
        plant_world(subject, ordinary)
        if answer is None:
            subject.has_left(1)
        elif answer["what"]:
            raise _stands_still(answer, call, f"with {_shown(files)}, it ")
    most = _with_most(subject)
    if most is not None and not patience.is_over:
        # Find computation that only large numbers cause; allow a little more time for it.
        answer = in_a_copy(partial(_watched, subject, most, noticed_s=_LONG_S), limit_s=3 * subject.call_s)
        if answer is None:
            subject.has_left(1)
        elif answer["what"]:
            raise _stands_still(answer, most)


def _asked_to_wait(subject: Subject) -> list[Page]:
    """Return the answers with which a service asks to come back later, if the tool asks one."""
    page = own_world(subject).page
    return [] if page is None else [replace(page, status=status) for status in (429, 503)]


def _stands_still(answer: dict[str, Any], call: dict[str, Any], when: str = "it ") -> CheckFailure:
    return CheckFailure(
        "blocking_call" if answer["what"].startswith("called ") else "long_computation",
        f"The tool blocked the event loop: {when}{answer['what']}. Await it, or use asyncio.to_thread.",
        arguments=call,
    )


def _shown(files: Mapping[str, bytes]) -> str:
    """Return a file and its beginning as a noun phrase."""
    return " and ".join(f"{data[:_MAX_SHOWN].decode(errors='replace')} in {name!r}" for name, data in files.items())


def _with_most(subject: Subject) -> dict[str, Any] | None:
    """Return an ordinary call with every number at its maximum in the schema; None if there are no maxima."""
    call = dict(plausible_calls(subject, limit=1)[0])
    changed = False
    for name, node in (subject.schema.get("properties") or {}).items():
        if isinstance(node, dict) and node.get("type") in ("integer", "number") and "enum" not in node:
            _, high = bounds(node, whole=True)
            if high is not None and high <= _MOST and high != call.get(name):
                call[name], changed = int(high), True
    return call if changed else None


def _watched(subject: Subject, arguments: dict[str, Any], *, noticed_s: float = _COMPUTED_S) -> dict[str, Any]:
    """Run one call on an event loop in this thread, and report what blocked it."""
    tool, own = subject.tool, OwnCode(subject.tool)
    blocked: list[tuple[str, float, str]] = []
    computed = [0.0]

    def started() -> Any:
        return tool.run(tool.validate(arguments), workspace_root=subject.sandbox.workspace)

    try:
        awaitable = started()
    except BaseException:  # noqa: BLE001  # other checks judge its exceptions
        return {"is_async": None, "what": ""}
    if not hasattr(awaitable, "__await__"):
        return {"is_async": False, "what": ""}

    async def run(awaitable: Any) -> None:
        beating = asyncio.ensure_future(_beat(computed))
        with suppress(BaseException):
            await asyncio.wait_for(_awaited(awaitable), subject.call_s)
        # The beat after the call measures the last part of its work.
        await asyncio.sleep(2 * _BEAT_S)
        beating.cancel()

    with _noting(blocked, own):
        asyncio.run(run(awaitable))
        if noticed_s <= computed[0] < _MUCH_S:
            # The first call may have imported a module.
            computed[0] = 0.0
            with suppress(Exception):
                asyncio.run(run(started()))
    slept_s = sum(seconds for name, seconds, _ in blocked if name == "time.sleep")
    for name, _, where in blocked:
        if name != "time.sleep" or slept_s >= _SLEPT_S:
            return {"is_async": True, "what": f"called {name}{where and ' at '}{where}"}
    if computed[0] >= noticed_s:
        return {"is_async": True, "what": f"computed for {computed[0]:.2f} s without awaiting"}
    return {"is_async": True, "what": ""}


async def _awaited(awaitable: Any) -> Any:
    return await awaitable


async def _beat(computed: list[float]) -> None:
    """Record the largest CPU time between two turns of the loop."""
    before = time.thread_time()
    while True:
        await asyncio.sleep(_BEAT_S)
        now = time.thread_time()
        computed[0] = max(computed[0], now - before)
        before = now


def _is_sync(subject: Subject) -> bool:
    """Return whether the tool is a plain function that cannot be awaited."""
    function = getattr(subject.tool, "impl", None)
    function = inspect.unwrap(function) if inspect.isfunction(function) else None
    return function is not None and not inspect.iscoroutinefunction(function) and function.__name__ != "<lambda>"


@contextmanager
def _noting(blocked: list[tuple[str, float, str]], own: OwnCode) -> Iterator[None]:
    """Record blocking calls in the thread of the running loop while entered; sleeps in it are skipped."""
    here = threading.get_ident()

    def note(name: str, seconds: float = 0.0) -> bool:
        if threading.get_ident() != here or asyncio._get_running_loop() is None:  # noqa: SLF001  # documented to exist
            return False
        blocked.append((name, seconds, _own_line(own)))
        return True

    sleep = time.sleep

    def skip(seconds: float) -> None:
        if not note("time.sleep", seconds):
            sleep(min(seconds, 0.01))

    def noted(
        name: str, function: Callable[..., Any], waits: Callable[..., bool], *, directly: bool
    ) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            # threading itself waits briefly for a new thread to start.
            if waits(*args, **kwargs) and (not directly or _is_asked_by_author(own, name)):
                note(name)
            return function(*args, **kwargs)

        return call

    with ExitStack() as stack:
        for module, name in module_places(sleep, leave_out=__name__):
            _replace(stack, module, name, skip)
        # A quick worker would be done before its result is asked for.
        _replace(stack, ThreadPoolExecutor, "submit", _late(ThreadPoolExecutor.submit, sleep))
        for owner, name, shown, waits in _WAITING:
            _replace(stack, owner, name, noted(shown, getattr(owner, name), waits, directly=owner in _DIRECTLY))
        yield


def _late(submit: Callable[..., Any], sleep: Callable[[float], None]) -> Callable[..., Any]:
    """Return a ``submit`` whose work begins a little later."""

    def submit_late(pool: Any, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        def begin() -> Any:
            sleep(_LATE_S)
            return work(*args, **kwargs)

        return submit(pool, begin)

    return submit_late


def _always(*_: Any, **__: Any) -> bool:
    return True


def _is_running(process: Any, *_: Any, **__: Any) -> bool:
    return getattr(process, "returncode", None) is None


def _blocks(connection: Any, *_: Any, **__: Any) -> bool:
    return bool(connection.gettimeout() != 0)


def _is_empty(waiting: Any, *args: Any, **kwargs: Any) -> bool:
    block = kwargs.get("block", args[0] if args else True)
    return bool(block) and bool(waiting.empty())


def _is_unset(event: Any, *_: Any, **__: Any) -> bool:
    return not event.is_set()


def _is_undone(future: Any, *_: Any, **__: Any) -> bool:
    return not future.done()


def _is_alive(thread: Any, *_: Any, **__: Any) -> bool:
    return bool(thread.is_alive())


_RESULT = "concurrent.futures.Future.result"
#: Blocking calls: owner, name, name in the report, and whether a call has to wait.
_WAITING: tuple[tuple[Any, str, str, Callable[..., bool]], ...] = (
    (subprocess.Popen, "communicate", "subprocess", _is_running),
    (subprocess.Popen, "wait", "subprocess", _is_running),
    (os, "system", "os.system", _always),
    (socket, "getaddrinfo", "the network", _always),
    (socket.socket, "connect", "the network", _blocks),
    (queue.Queue, "get", "queue.Queue.get", _is_empty),
    (threading.Event, "wait", "threading.Event.wait", _is_unset),
    (threading.Thread, "join", "threading.Thread.join", _is_alive),
    (Future, "result", _RESULT, _is_undone),
)

#: Modules of pools, which wait for their workers.
_POOLS = ("concurrent.futures",)
#: Also used by the standard library itself, so only direct calls count.
_DIRECTLY = (queue.Queue, threading.Event, threading.Thread, Future)


def _replace(stack: ExitStack, owner: Any, name: str, value: Any) -> None:
    before = getattr(owner, name)
    setattr(owner, name, value)
    stack.callback(setattr, owner, name, before)


def _is_asked_by_author(own: OwnCode, name: str) -> bool:
    """Return whether the author's code waits, itself or for a result that a pool passes on."""
    frame: FrameType | None = sys._getframe(2)  # noqa: SLF001  # where a frame is had
    passes_on = name == _RESULT
    while passes_on and frame is not None and frame.f_globals.get("__name__", "").startswith(_POOLS):
        frame = frame.f_back
    return frame is not None and own.owns(frame.f_code.co_filename)


def _own_line(own: OwnCode) -> str:
    frame = sys._getframe(1)  # noqa: SLF001  # where a frame is had
    while frame is not None:
        if own.owns(frame.f_code.co_filename):
            text = own.source_line(frame.f_code.co_filename, frame.f_lineno)
            return f"line {frame.f_lineno}{f' ({text[:80]})' if text else ''}"
        if frame.f_back is None:
            break
        frame = frame.f_back
    return ""
