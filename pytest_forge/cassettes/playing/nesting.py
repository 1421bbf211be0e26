"""Nesting: which of several cassettes in use a request is for.

The innermost answers and records; those around it see nothing of what it takes. Inner is what was entered later, but
for what somebody else has entered at the same time: a thread with a cassette of its own asks none of another thread,
and a task none that was entered in a task beside it. Threads and tasks without one ask what all others ask.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Protocol

__all__ = ["entered", "inner_ones"]


class Session(Protocol):
    """One session with a cassette."""

    is_recording: bool

    def is_allowed(self, host: str) -> bool:
        """Whether *host* is none of the cassette's business."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A session, and where it was entered."""

    session: Any
    thread: int = field(default_factory=threading.get_ident)
    task: asyncio.Task[Any] | None = field(default_factory=lambda: _current_task())


#: In the order of entering; replaced as a whole, so that whoever reads needs no lock.
_open: tuple[_Place, ...] = ()
_lock = threading.Lock()
#: Those that this task, or one that has started it, has entered.
_entered_here: ContextVar[frozenset[_Place]] = ContextVar("_entered_here", default=frozenset())


@contextmanager
def entered(session: Session, *, is_outermost: bool = False) -> Iterator[None]:
    """Have *session* be the innermost one, or the outermost, which is asked where there is no other."""
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
    """Return the sessions inside of *session*, for a request made here; None if it is none of those for that."""
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
