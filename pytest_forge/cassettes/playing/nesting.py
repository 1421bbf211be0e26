"""Nesting: which of several cassettes in use handles a request.

The innermost one answers and records; the outer ones do not see its requests. The innermost is the one entered last,
without those of concurrent code: a thread that has entered a cassette ignores those of other threads, and a task
ignores those of sibling tasks. Threads and tasks without a cassette use those of all others.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from msgspec import Struct, field

__all__ = ["entered", "inner_ones"]


class Session(Protocol):
    """One session with a cassette."""

    is_recording: bool

    def is_allowed(self, host: str) -> bool:
        """Whether *host* may be reached without the cassette."""


class _Place(Struct, frozen=True, eq=False):
    """A session with the thread and task that entered it."""

    session: Any
    thread: int = field(default_factory=threading.get_ident)
    task: asyncio.Task[Any] | None = field(default_factory=lambda: _current_task())


#: In the order of entering; replaced as a whole, so that readers need no lock.
_open: tuple[_Place, ...] = ()
_lock = threading.Lock()
#: The sessions that this task, or a task that started it, has entered.
_entered_here: ContextVar[frozenset[_Place]] = ContextVar("_entered_here", default=frozenset())


@contextmanager
def entered(session: Session, *, is_outermost: bool = False) -> Iterator[None]:
    """Make *session* the innermost one, or the outermost, which handles a request if no other does."""
    global _open
    place = _Place(session)
    with _lock:
        _open = (place, *_open) if is_outermost else (*_open, place)
    _entered_here.set(_entered_here.get() | {place})
    try:
        yield
    finally:
        with _lock:
            _open = tuple(one for one in _open if one is not place)
        _entered_here.set(_entered_here.get() - {place})


def inner_ones(session: Session) -> list[Session] | None:
    """Return the sessions inside of *session* for a request of this thread; None if *session* does not handle it."""
    places = _open
    if len(places) <= 1:
        return []
    here = threading.get_ident()
    has_own = any(place.thread == here for place in places)
    task = _current_task() if any(place.task is not None for place in places) else None
    known = _entered_here.get()
    asked: list[Session] = [
        place.session
        for place in places
        if (place.thread == here or not has_own)
        and (place.task is None or place.task is task or place.task.done() or place in known)
    ]
    if session not in asked:
        return None if asked else []
    return asked[asked.index(session) + 1 :]


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
