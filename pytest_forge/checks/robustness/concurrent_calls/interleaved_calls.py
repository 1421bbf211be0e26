"""Interleaved calls: a second call between the read and the write of the first, and what is left in the files.

    in turn        call, call                         {"votes": 2}
    interleaved    call reads, call, call writes      {"votes": 1}: the second one is lost

The first call waits at its first change of a file after it has read the one that counts, for example before it takes
a lock file, so the interleaving does not depend on chance. A second one that waits for a lock goes on when the first
has ended. If no such read is seen, the first call waits at its first change of any file. Of a database, it waits before
the first statement that changes rows, once it has asked for some.
"""

from __future__ import annotations

import inspect
import json
import os
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ....oracles.audit import AuditEvent, AuditLog
from ....oracles.file_tree import contents_below
from ....oracles.statement_log import Statement, StatementLog
from ....profile.side_files import is_written_aside
from ....strategies.workspace_files import make_fresh_workspace
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.databases import rows_of
from ...calls.worlds.own_world import plant_world
from .counted_values import counted

__all__ = ["loses_an_update"]

_CHANGES = frozenset(("write", "create", "move"))
#: Statements that ask for rows, and those that change some.
_ASKING, _CHANGING = frozenset(("SELECT", "WITH")), frozenset(("INSERT", "UPDATE", "DELETE", "REPLACE"))
_DATABASE = b"SQLite format 3\0"
#: Seconds for the second call, which may wait for a lock, and for both to end.
_TURN_S, _END_S = 0.3, 2.0
#: Seconds between two looks at whether the first call waits.
_LOOK_S = 0.01
_CALLS, _MAX_BYTES, _MAX_FILES = 24, 100_000, 60

#: Calls that are made in turn: all, and all but one, to compare with; and some again, since equal ones must agree.
_ORDERS = ((0, 1, 2), (0, 1, 2), (0, 1), (0, 2), (0, 1))

_Place = tuple[str, str]


def loses_an_update(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a call loses what another has written meanwhile; False if the tool's files do not count the calls.

    Args:
        subject: A function that is not async.
        calls: Three calls of it that work, one after another; they may be equal.
    """
    return bool(in_a_copy(lambda: _loses(subject, calls), limit_s=_CALLS * subject.call_s, tell=subject.has_left))


def _loses(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> bool:
    once, twice = _after(subject, calls[:1]), _after(subject, calls[:2])
    if once is None or twice is None:
        return False
    steps = {place for place, number in twice.items() if once.get(place, 0) < number}
    if not steps:
        return _loses_contents(subject, calls)
    if _after(subject, calls[:2]) != twice or _after(subject, calls[:1]) != once:
        # Numbers that differ from run to run do not count the calls.
        return False
    thrice = _after(subject, calls) or {}
    later = {place for place, number in thrice.items() if twice.get(place, 0) < number}
    if later:
        # A file that the first call has made is read by the next ones.
        waiting = _Waiting(subject, calls[1:], read_first={Path(file).name for file, _ in later})
        _after(subject, calls[:1])
        both_succeed = waiting.both_succeed()
        if waiting.has_waited:
            left = _counts(subject)
            return both_succeed and _lacks_one(left, thrice, (twice, _after(subject, [calls[0], calls[2]])))
    # Before it, a call may make the folder.
    for changed in (frozenset[str](), frozenset(Path(file).name for file, _ in once)):
        _start_afresh(subject, calls[0])
        if _Waiting(subject, calls[:2], changed=changed).both_succeed():
            left = _counts(subject)
            if _lacks_one(left, twice, (once, _after(subject, calls[1:2]))):
                return True
    return False


def _loses_contents(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether files hold less after two calls at once than after both in turn, where no number counts them.

    Each call fills in a row that is there, for example, as one that claims the next job of a list does. The last call
    in turn must not write over what the one before it wrote, and equal runs must leave equal contents.
    """
    in_turn = [_contents_after(subject, [calls[at] for at in places]) for places in _ORDERS]
    every, again, *parts = in_turn
    if every is None or None in parts or again != every or parts[0] != parts[-1] or every in parts:
        return False
    first = _contents_after(subject, calls[:1]) or {}
    by_last, by_others = (
        {Path(file).name for file, value in every.items() if before.get(file) != value}
        for before in (parts[0] or {}, first)
    )
    # A look at whether a file exists is no read of it.
    for waiting in (
        _Waiting(subject, calls[1:], read_first=by_last),
        _Waiting(subject, calls[1:], changed=by_others),
    ):
        _after(subject, calls[:1])
        if waiting.both_succeed() and _contents(subject) in parts:
            return True
    return False


def _lacks_one(
    left: Mapping[_Place, float], whole: Mapping[_Place, float], parts: Sequence[Mapping[_Place, float] | None]
) -> bool:
    """Tell whether files are left as after fewer calls, wherever these make a difference."""
    for part in parts:
        places = {place for place, number in whole.items() if part is not None and part.get(place, 0) < number}
        if part is not None and places and all(left.get(place, 0) == part.get(place, 0) for place in places):
            return True
    return False


class _Waiting:
    """Two calls, of which the first waits at its first change of a file until the second has had its turn.

    Args:
        subject: The function.
        calls: The two calls.
        read_first: Names of files of which the first call has to read one before; none if it need not.
        changed: Names of files of which the change has to be one; none if any will do.

    Attributes:
        has_waited: Whether the first call came to such a change.
    """

    def __init__(
        self,
        subject: Subject,
        calls: Sequence[Mapping[str, Any]],
        *,
        read_first: Collection[str] = (),
        changed: Collection[str] = (),
    ) -> None:
        self.has_waited = False
        self._subject = subject
        self._calls = calls
        self._read_first = frozenset(read_first)
        self._changed = frozenset(changed)
        self._is_waiting, self._may_go = threading.Event(), threading.Event()
        self._done: list[bool] = []

    def both_succeed(self) -> bool:
        """Make the calls, and tell whether the first one waited and both succeeded."""
        first, second = (threading.Thread(target=self._make, args=[call], daemon=True) for call in self._calls)
        door = _Door(first, self._is_waiting, self._may_go, self._read_first, self._changed)
        with door, _StatementDoor(first, self._is_waiting, self._may_go):
            first.start()
            self._wait_for(first)
            if self.has_waited:
                second.start()
                second.join(_TURN_S)
            self._may_go.set()
            first.join(_END_S)
            if self.has_waited:
                second.join(_END_S)
        return self.has_waited and self._done == [True, True]

    def _wait_for(self, first: threading.Thread) -> None:
        """Wait until the first call waits, or has ended without."""
        until = time.monotonic() + _END_S
        while first.is_alive() and not self._is_waiting.is_set() and time.monotonic() < until:
            self._is_waiting.wait(_LOOK_S)
        self.has_waited = self._is_waiting.is_set()

    def _make(self, call: Mapping[str, Any]) -> None:
        self._done.append(_succeeds(self._subject, call))


class _Door(AuditLog):
    """Makes one thread wait at its first change of a file, or at its first one after the read of a certain file."""

    def __init__(
        self,
        thread: threading.Thread,
        is_waiting: threading.Event,
        may_go: threading.Event,
        read_first: frozenset[str],
        changed: frozenset[str],
    ) -> None:
        super().__init__()
        self._read_first = read_first
        self._changed = changed
        self._is_closed = bool(read_first)
        self._thread = thread
        self._is_waiting = is_waiting
        self._may_go = may_go

    def hear(self, event: AuditEvent) -> None:
        """Wait before the change."""
        if threading.current_thread() is not self._thread or self._is_waiting.is_set():
            return
        names = {os.path.basename(name) for name in event.paths}  # noqa: PTH119  # may be no path
        if event.action == "read" and names & self._read_first:
            self._is_closed = False
        elif event.action in _CHANGES and not self._is_closed and (not self._changed or names & self._changed):
            self._is_waiting.set()
            self._may_go.wait(_END_S)


class _StatementDoor(StatementLog):
    """Makes one thread wait before its first statement that changes rows, once it has asked for some."""

    def __init__(self, thread: threading.Thread, is_waiting: threading.Event, may_go: threading.Event) -> None:
        super().__init__()
        self._has_asked = False
        self._thread = thread
        self._is_waiting = is_waiting
        self._may_go = may_go

    def take(self, statement: Statement) -> None:
        """Wait before the change."""
        if threading.current_thread() is not self._thread or self._is_waiting.is_set():
            return
        verb = statement.text.split(maxsplit=1)[0].upper() if statement.text.strip() else ""
        if verb in _ASKING:
            self._has_asked = True
        elif verb in _CHANGING and self._has_asked:
            self._is_waiting.set()
            self._may_go.wait(_END_S)


def _after(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> dict[_Place, float] | None:
    """Return what the files count after some calls in turn; None if one failed."""
    _start_afresh(subject, calls[0])
    return _counts(subject) if all(_succeeds(subject, call) for call in calls) else None


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
    return {(file, place): number for file, value in _values(subject) for place, number in counted(value)}


def _contents_after(subject: Subject, calls: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return what the files hold after some calls in turn; None if one failed, or there is no file."""
    _start_afresh(subject, calls[0])
    return (_contents(subject) or None) if all(_succeeds(subject, call) for call in calls) else None


def _contents(subject: Subject) -> dict[str, Any]:
    """Return the values in the files of the workspace and the home directory, by file."""
    return dict(_values(subject))


def _values(subject: Subject) -> Iterator[tuple[str, Any]]:
    for folder in (subject.sandbox.workspace, subject.sandbox.home):
        for path, content in contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES).items():
            if not is_written_aside(path):
                yield str(path), rows_of(path) if content.startswith(_DATABASE) else _read(content)


def _read(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return content.decode("utf-8", "replace")
