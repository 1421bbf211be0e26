"""Silent services: a service that takes a request and says nothing, for which a call waits without a limit."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from typing import Any

from ...oracles.network_canary import Page, answer_requests, answers_late
from ...oracles.socket_waits import SocketWaits
from ...strategies.mined_constants import author_functions
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.fake_sleep import fake_sleep
from ..calls.worlds.own_world import own_world, plant_world

__all__ = ["judge_silent_services"]

_MAX_CALLS = 2
_PAGE = Page(b"{}")


def judge_silent_services(subject: Subject, calls: Sequence[dict[str, Any]]) -> None:
    """Judge that a function does not wait for the answer of a service without a limit.

    Args:
        subject: The function; no tool of a server.
        calls: Calls of it that connect.

    Raises:
        CheckFailure: If its socket has no timeout while it waits, and the call waits as long as it is looked at.
    """
    if subject.is_served:
        return
    codes = frozenset(function.__code__ for function in islice(author_functions(subject.tool), 1))
    for call in calls[:_MAX_CALLS]:
        waits, is_over = SocketWaits(codes), threading.Event()
        _returns(subject, call, waits.watching)
        silence = partial(answers_late, partial(_keep_silent, is_over, 2 * subject.call_s))
        if waits.endless and not _returns(subject, call, silence):
            # The call that is left over gets its answer.
            is_over.set()
            raise CheckFailure(
                "endless_wait",
                "A call waits for the answer of a service without a limit, and does not return from one that keeps "
                "silent. Give every request a timeout.",
                arguments=call,
            )


def _keep_silent(is_over: threading.Event, seconds: float, _: socket.socket) -> None:
    is_over.wait(seconds)


def _returns(subject: Subject, call: dict[str, Any], during: Callable[[], AbstractContextManager[None]]) -> bool:
    """Make a call while the network answers, and tell whether it has returned."""
    plant_world(subject, [call])
    usual = own_world(subject).page
    answer_requests(usual or _PAGE)
    try:
        with fake_sleep(), during():
            return not subject.call(dict(call)).timed_out
    finally:
        answer_requests(usual)
