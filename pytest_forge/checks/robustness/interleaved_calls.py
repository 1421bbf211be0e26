"""Interleaved calls: a second call between the read and the write of the first, and what is left in the files.

    in turn        call, call                         {"votes": 2}
    interleaved    call reads, call, call writes      {"votes": 1}: the second one is lost

The first call waits at its first change of a file, so the interleaving does not depend on chance. A second one that
waits for a lock goes on when the first has ended.
"""

from __future__ import annotations

import inspect
import json
import threading
from collections.abc import Mapping
from typing import Any

from ...oracles.audit import AuditEvent, AuditLog
from ...oracles.file_tree import contents_below
from ...profile.side_files import is_written_aside
from ...strategies.workspace_files import make_fresh_workspace
from ...targets.subject import Subject
from ..calls.copies import in_a_copy
from ..calls.own_world import plant_world
from .counted_values import counted

__all__ = ["loses_an_update"]

_CHANGES = frozenset(("write", "create", "move"))
#: Seconds for the second call, which may wait for a lock, and for both to end.
_TURN_S, _END_S = 0.3, 2.0
_CALLS, _MAX_BYTES, _MAX_FILES = 8, 100_000, 60

_Place = tuple[str, str]


def loses_an_update(subject: Subject, call: Mapping[str, Any]) -> bool:
    """Tell whether a call loses what an equal one has written meanwhile; False if its files do not count calls.

    Args:
        subject: A function that is not async.
        call: A call of it that works.
    """
    return bool(in_a_copy(lambda: _loses(subject, call), limit_s=_CALLS * subject.call_s))


def _loses(subject: Subject, call: Mapping[str, Any]) -> bool:
    once, twice = _after(subject, call, 1), _after(subject, call, 2)
    if once is None or twice is None:
        return False
    steps = {place for place, number in twice.items() if once.get(place, 0) < number}
    if not steps or _after(subject, call, 2) != twice or _after(subject, call, 1) != once:
        # Numbers that differ from run to run do not count the calls.
        return False
    _start_afresh(subject, call)
    waiting = _Waiting(subject, call)
    if not waiting.both_succeed():
        return False
    left = _counts(subject)
    return all(left.get(place, 0) == once.get(place, 0) for place in steps)


class _Waiting:
    """Two equal calls, of which the first waits at its first change of a file until the second has had its turn."""

    def __init__(self, subject: Subject, call: Mapping[str, Any]) -> None:
        self._subject = subject
        self._call = call
        self._is_waiting, self._may_go = threading.Event(), threading.Event()
        self._done: list[bool] = []

    def both_succeed(self) -> bool:
        """Make the calls, and tell whether the first one waited and both succeeded."""
        first = threading.Thread(target=self._make, daemon=True)
        second = threading.Thread(target=self._make, daemon=True)
        with _Door(first, self._is_waiting, self._may_go):
            first.start()
            has_waited = self._is_waiting.wait(_END_S)
            if has_waited:
                second.start()
                second.join(_TURN_S)
            self._may_go.set()
            first.join(_END_S)
            if has_waited:
                second.join(_END_S)
        return has_waited and self._done == [True, True]

    def _make(self) -> None:
        self._done.append(_succeeds(self._subject, self._call))


class _Door(AuditLog):
    """Makes one thread wait at its first change of a file."""

    def __init__(self, thread: threading.Thread, is_waiting: threading.Event, may_go: threading.Event) -> None:
        super().__init__()
        self._thread = thread
        self._is_waiting = is_waiting
        self._may_go = may_go

    def hear(self, event: AuditEvent) -> None:
        """Wait before the change."""
        if event.action in _CHANGES and threading.current_thread() is self._thread and not self._is_waiting.is_set():
            self._is_waiting.set()
            self._may_go.wait(_END_S)


def _after(subject: Subject, call: Mapping[str, Any], times: int) -> dict[_Place, float] | None:
    """Return what the files count after some calls in turn; None if one failed."""
    _start_afresh(subject, call)
    return _counts(subject) if all(_succeeds(subject, call) for _ in range(times)) else None


def _start_afresh(subject: Subject, call: Mapping[str, Any]) -> None:
    make_fresh_workspace(subject.sandbox)
    plant_world(subject, [call])


def _succeeds(subject: Subject, call: Mapping[str, Any]) -> bool:
    try:
        validated = subject.tool.validate(dict(call))
        value = subject.tool.run(validated, workspace_root=subject.sandbox.workspace)
    except (Exception, SystemExit):  # noqa: BLE001  # a failure of the tool
        return False
    return not inspect.isawaitable(value) and not (isinstance(value, Mapping) and value.get("error"))


def _counts(subject: Subject) -> dict[_Place, float]:
    """Return the numbers and lengths in the files of the workspace and the home directory, by file and place."""
    found: dict[_Place, float] = {}
    for folder in (subject.sandbox.workspace, subject.sandbox.home):
        for path, content in contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES).items():
            if not is_written_aside(path):
                found.update({(str(path), place): number for place, number in counted(_read(content))})
    return found


def _read(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")
