"""Obstructed writes: calls that cannot finish what they write, and the drafts that they leave behind.

leek-pie.json                                    after a call that worked
leek-pie.json  .leek-pie-k3_x8.draft             after one that found the disk full
leek-pie.json/ .leek-pie-q0fwzd.draft            after one that found a folder in the place of its file
"""

from __future__ import annotations

import contextlib
import resource
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

from ...observe.observation import Observation
from ...regex import regex
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.observing import observe
from ..calls.worlds.fresh_world import make_fresh_for

__all__ = ["draft_left"]

_MAX_TARGETS = 2
#: Time limit of what is tried, in calls.
_CALLS = 4
#: What differs between the names of two files of the same kind.
_PART = regex(r"[\w-]+")

During = Callable[[], AbstractContextManager[Any]]


def draft_left(subject: Subject, call: dict[str, Any]) -> tuple[str, str] | None:
    """Return an obstacle and the name of a file that a call leaves because of it, another one each time; None if none.

    Files named like those that the call makes when it works are no drafts.

    Args:
        subject: The function.
        call: A call that works.
    """
    found = in_a_copy(partial(_found_here, subject, call), limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return (found[0], found[1]) if found else None


def _found_here(subject: Subject, call: dict[str, Any]) -> list[str]:
    make_fresh_for(subject, [call])
    seen = observe(subject, call)
    targets = [path for path in _written(subject, seen, "created", "changed") if path.is_file()]
    if not seen.answer.succeeded or not targets:
        return []
    # A call that refuses to do its work twice has made all its records the first time.
    again = observe(subject, call)
    records = {_form(path) for path in _written(subject, again if again.answer.succeeded else seen, "created")}
    own = {*_written(subject, seen, "created"), *_written(subject, again, "created")}
    for path in own:
        path.unlink(missing_ok=True)
    for what, during in _obstacles(targets):
        left = [_left(subject, call, during, records) for _ in range(2)]
        # A tool that fills its own folder makes one file after another of those that it needs.
        others = left[1] - left[0] - own
        if others and left[0]:
            return [what, min(others).name]
    return []


def _obstacles(targets: list[Path]) -> Iterator[tuple[str, During]]:
    """Yield what may be in the way of a call that writes some files, each with the context in which it is."""
    yield "no room on the disk", _no_room
    for path in targets[:_MAX_TARGETS]:
        yield f"a folder in the place of {path.name!r}", partial(_folder_at, path)


def _left(subject: Subject, call: dict[str, Any], during: During, records: set[tuple[Path, str]]) -> set[Path]:
    """Return the files that a failing call leaves, but for those it names and those named like *records*."""
    seen = observe(subject, call, during=during)
    if seen.answer.succeeded or seen.answer.timed_out:
        return set()
    shown = f"{seen.answer.payload_text} {seen.answer.raised!r}"
    created = _written(subject, seen, "created")
    return {path for path in created if _form(path) not in records and path.name not in shown}


def _written(subject: Subject, seen: Observation[Outcome], *actions: str) -> list[Path]:
    places = (subject.sandbox.workspace, subject.sandbox.home, subject.sandbox.temp)
    changes = [change for change in seen.changes.value if change.kind == "file" and change.action in actions]
    paths = [change.path for change in changes if "__pycache__" not in change.path.parts]
    return [path for path in paths if any(path.is_relative_to(place) for place in places)]


def _form(path: Path) -> tuple[Path, str]:
    return path.parent, _PART.sub("x", path.name)


@contextlib.contextmanager
def _no_room() -> Iterator[None]:
    """Let every write to a file fail, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with fake_sleep():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextlib.contextmanager
def _folder_at(path: Path) -> Iterator[None]:
    """Put a folder in the place of a file."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
        path.mkdir()
    try:
        with fake_sleep():
            yield
    finally:
        shutil.rmtree(path, ignore_errors=True)
