"""WorldTrials: calls of one tool, each in a world of its own, and how far they get; for a copy of the process."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import unquote

from msgspec import Struct, field
from msgspec.structs import replace

from ....oracles.audit import AuditLog
from ....oracles.line_coverage import STUMBLES, LineCoverage
from ....oracles.look_ups import LookUps
from ....oracles.network_canary import Page, answer_requests
from ....oracles.own_code import OwnCode
from ....oracles.own_raises import is_own_raise
from ....oracles.pattern_log import PatternLog
from ....oracles.program_state import ProgramState
from ....oracles.text_leaves import leaves_of
from ....profile.emptiness import finds_nothing, has_data
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.patterns import text_matching
from ....strategies.workspace_files import make_fresh_workspace, plant_files, write_files
from ....targets.outcome import Outcome
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ..answer_values import offered_values
from ..fake_sleep import fake_sleep
from ..large_calls import is_large

__all__ = ["Files", "Trial", "WorldTrials"]

_MAX_TRIALS = 160
_MAX_SIZE = 100_000
_MAX_PATTERNS, _MAX_ANSWER = 3, 2_000
#: Texts of an answer that are noted, and the key on the path to one.
_LONGEST_SHOWN, _MAX_SHOWN, _MAX_LEAVES = 60, 12, 500
_KEY = regex(r"\['(\w+)'\]")
#: The shortest argument of which a text is seen to be made.
_FEWEST_LETTERS = 3
#: Share of a call's time for one trial.
_CALL = 0.3
_CHANGES = frozenset(("write", "create", "delete", "move", "link", "change", "execute"))

Files = Mapping[str, bytes | None]
"""Files by their path from the workspace, which may lead to the home directory; None for a folder."""


class Trial(Struct, frozen=True):
    """One call in one world.

    Attributes:
        call: Its arguments.
        files: The files of the world.
        reach: Whether it succeeded, whether an answer to its requests led it to new lines, and the steps between lines
            that it took.
        asked: Names in the workspace and the home directory that it looked up or opened.
        opened: Those that it opened.
        listed: Folders that it listed.
        has_stumbled: Whether it ended with an exception that no author raises on purpose.
        has_hung: Whether it did not return.
        found_nothing: Whether it succeeded, and its result holds no data but its arguments.
        answer: Its result as Python writes it, cut after `_MAX_ANSWER` characters, and its call if it changed files;
            empty if it failed.
        met: Texts that match the expressions which its code made of an argument, and texts that its variables held.
        searched: Those that match such expressions, and others that contain an argument and are none.
        offered: What its refusal offers instead.
        page: The answer to its requests; None where the network was closed.
        variables: Environment variables that were set for it.
    """

    call: dict[str, Any]
    files: Files
    reach: tuple[bool, bool, int]
    asked: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    has_stumbled: bool = False
    has_hung: bool = False
    found_nothing: bool = False
    answer: str = ""
    met: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    page: Page | None = None
    variables: Mapping[str, str] = field(default_factory=dict)

    def asks_for_more_than(self, best: Trial) -> bool:
        """Tell whether this call asks for names or lists folders that *best* did not, and gets at least as far."""
        more = {*self.asked} - {*best.asked} or {*self.listed} - {*best.listed}
        return self.reach[0] >= best.reach[0] and bool(more)

    def further_than(self, best: Trial) -> Trial:
        """Return this trial with a reach beyond that of *best*."""
        return replace(self, reach=max(self.reach, (*best.reach[:2], best.reach[2] + 1)))


class WorldTrials:
    """Makes calls of one tool in worlds of files.

    Args:
        subject: The tool.
        own: Its author's code.
        limit_s: Seconds for all trials.

    Attributes:
        reached: The lines that they have reached, each with its code.
        shown: Texts in the answers of calls, by the key of each.
        written: Names in the workspace and the home directory that a tool has written, made or moved itself.
        page: The answer to the requests of the next calls; None for a closed network.
        variables: Environment variables that are set for the next calls.
        is_asking: Whether a call has tried to connect.
    """

    def __init__(self, subject: Subject, own: OwnCode, *, limit_s: float) -> None:
        self.reached: set[tuple[CodeType, int]] = set()
        self.shown: dict[str, dict[str, None]] = {}
        self.written: set[str] = set()
        self.page: Page | None = None
        self.variables: Mapping[str, str] = {}
        self.is_asking = False
        self._subject = subject
        self._workspace = subject.sandbox.workspace
        self._own = own
        self._ordinary = next(iter(candidate_arguments(subject.schema, limit=1)), None)
        self._until = own_time() + limit_s
        self._left = _MAX_TRIALS
        self._present: Files | None = None
        self._memory = ProgramState.take(subject.tool)
        # Other tools, once they are called, may put something there for this one.
        self._keeps_memory = False

    def made(self, call: dict[str, Any], files: Files) -> Trial | None:
        """Make a call in a fresh world; None if there is no time left, or the call is large."""
        if self._left <= 0 or own_time() > self._until or is_large(call, self._ordinary):
            return None
        self._left -= 1
        subject, untouched = self._subject, self._subject.tool
        self.set_up(files)
        if not self._keeps_memory:
            # The tool may keep what it read in an earlier world.
            self._memory.restore()
        answer_requests(self.page)
        os.environ.update(self.variables)
        coverage, log, looked, patterns = LineCoverage(self._own), AuditLog(), LookUps(), PatternLog()
        subject.tool = coverage.wrap(untouched)
        try:
            with fake_sleep(), log, looked, patterns:
                outcome = subject.call(call, call_s=_CALL * subject.call_s)
        finally:
            subject.tool = untouched
            for name in self.variables:
                os.environ.pop(name, None)
        # A call that swallows the closed network may take more steps than one that does its work.
        is_led = self.page is not None and not coverage.lines <= self.reached
        self.reached |= coverage.lines
        has_changed = any(event.action in _CHANGES for event in log.events)
        if outcome.timed_out or has_changed:
            self._present = None
        self.is_asking = self.is_asking or any(event.action == "connect" for event in log.events)
        opened = [name for event in log.events if event.action in ("read", "write") for name in event.paths]
        # A connection is opened for writing, whatever it does.
        written = [
            name
            for event in log.events
            if event.action in ("write", "move", "create") and event.event != "sqlite3.connect"
            for name in event.paths
        ]
        self.written |= set(self._inside(written))
        listed = [name for event in log.events if event.action == "list" for name in event.paths]
        searched = _texts_searched(patterns, call)
        seen = [*searched, *coverage.met]
        if outcome.succeeded:
            self._note(outcome.value)
        met = [text for text in seen if isinstance(text, str) and text.strip() and text not in call.values()]
        return Trial(
            call,
            files,
            (outcome.succeeded, is_led, coverage.progress),
            asked=self._inside([*looked.names, *opened, *listed]),
            opened=self._inside(opened),
            listed=self._inside(listed),
            has_stumbled=self._has_stumbled(outcome, call),
            has_hung=outcome.timed_out,
            found_nothing=outcome.succeeded and (finds_nothing(outcome.value, call) or not has_data(outcome.value)),
            answer=f"{repr(outcome.value)[:_MAX_ANSWER]}{call if has_changed else ''}" if outcome.succeeded else "",
            met=tuple(dict.fromkeys(met)),
            searched=tuple(dict.fromkeys(text for text in met if text in searched or _is_made_of(text, call))),
            offered=tuple(offered_values(_refusal(outcome), call)),
            page=self.page,
            variables=self.variables,
        )

    def made_if_left(self, call: dict[str, Any], files: Files) -> Iterator[Trial]:
        """Yield the trial of a call, or nothing if none is left."""
        trial = self.made(call, files)
        if trial is not None:
            yield trial

    def _note(self, value: Any) -> None:
        for path, text in islice(leaves_of(value), _MAX_LEAVES):
            keys = [] if path.endswith(".keys()") else _KEY.findall(path)
            values = self.shown.setdefault(keys[-1] if keys else "", {})
            if 0 < len(text) <= _LONGEST_SHOWN and len(values) < _MAX_SHOWN:
                values[text] = None

    def allow(self, trials: int) -> None:
        """Allow at least so many more trials, if there is time for them."""
        self._left = max(self._left, trials)

    def _has_stumbled(self, outcome: Outcome, call: dict[str, Any]) -> bool:
        raised = outcome.raised
        if not isinstance(raised, STUMBLES) or _names_choice(raised, call):
            return False
        return not is_own_raise(self._own, raised)

    def of_another(self, other: Subject, call: dict[str, Any]) -> Any:
        """Call another tool in the world of the last trial, and return its outcome."""
        self._present, self._keeps_memory = None, True
        os.environ.update(self.variables)
        try:
            with fake_sleep():
                return other.call(call, call_s=_CALL * self._subject.call_s)
        finally:
            for name in self.variables:
                os.environ.pop(name, None)

    def forget_others(self) -> None:
        """Go on without what other tools have left in memory."""
        self._keeps_memory = False

    def set_up(self, files: Files) -> None:
        """Empty the workspace, and plant the ordinary files and *files*."""
        before = self._present
        if before is None or any(
            name not in files or (files[name] is None) != (before[name] is None) for name in before
        ):
            make_fresh_workspace(self._subject.sandbox)
            plant_files(self._workspace)
        write_files(self._workspace, files)
        self._present = files

    def files_now(self) -> dict[str, bytes]:
        """Return the files in the workspace, without large ones."""
        found = {}
        for path in self._workspace.rglob("*"):
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= _MAX_SIZE:
                found[path.relative_to(self._workspace).as_posix()] = path.read_bytes()
        return found

    def _inside(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names that are in the workspace or the home directory, relative to the workspace."""
        paths = (Path(os.path.normpath(self._workspace / _path_of(name))) for name in names if "\0" not in name)
        places = (self._workspace, self._subject.sandbox.home)
        inside = (path for path in paths if any(path.is_relative_to(place) for place in places))
        return tuple(dict.fromkeys(os.path.relpath(path, self._workspace) for path in inside))


def _texts_searched(patterns: PatternLog, call: Mapping[str, Any]) -> list[str]:
    """Return texts that match the expressions made of an argument: what another one may have to contain."""
    given = [re.escape(value) for value in call.values() if isinstance(value, str) and value.strip()]
    made = [text for text, _ in patterns.patterns if any(one in text and one != text for one in given)]
    found = (text_matching(text, seed=0) for text in list(dict.fromkeys(made))[:_MAX_PATTERNS])
    return [text for text in found if text]


def _is_made_of(text: str, call: Mapping[str, Any]) -> bool:
    given = [value for value in call.values() if isinstance(value, str) and len(value) >= _FEWEST_LETTERS]
    return any(value in text for value in given) and not any(text in value for value in given)


def _names_choice(raised: BaseException, call: Mapping[str, Any]) -> bool:
    """Tell whether a table lacks a value of the call, which says nothing of the files."""
    return isinstance(raised, KeyError) and bool(raised.args) and raised.args[0] in call.values()


def _path_of(name: str) -> str:
    """Return the path of a name, which SQLite may take as a URI."""
    return unquote(name.removeprefix("file:").partition("?")[0]) if name.startswith("file:") else name


def _refusal(outcome: Outcome) -> str:
    """Return what a failed call says; empty for one that succeeded."""
    if outcome.succeeded:
        return ""
    return str(outcome.returned.get("message", "")) if outcome.is_error_dict else str(outcome.raised or "")
