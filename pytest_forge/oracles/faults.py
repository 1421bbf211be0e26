"""Fault campaign: makes a tool fail in every way that can be reached, and yields what it answered.

    survey      plain calls: which of the author's lines run, what they catch, which acts reach the outside world
    trials      the same calls, each with one line or one act failing; and, where the tool handled that, a plain one
                after it, for what it kept for later

Made up are exceptions of the outside world (whatever class a handler names that is_environmental), those that builtins
and the standard library raise (is_raised_by_builtins), and a RuntimeError for handlers that catch everything. A handler
for a class of the author's own, or for one that the author's code raises itself, quotes the author, and is left alone.
"""

from __future__ import annotations

import contextlib
import copy
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import Any

from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .fault_errors import SLOTS, is_environmental, is_raised_by_builtins, loaded_error
from .own_code import Guard, OwnCode
from .own_raises import OwnRaises
from .probe import ACTS, Probe, Target

__all__ = ["Fault", "FaultCampaign", "Trial"]

_MAX_TRIALS = 200
_MAX_LATE_CALLS = 3
_MAX_FOLLOWED = 20
#: Of the seconds of a check, what the plain calls and what the failing ones may take.
_SURVEY, _TRIALS = 0.3, 0.45
_CALL_S = 1.0
_SHOWN_SOURCE = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure that is made to happen.

    Attributes:
        error_class: What is raised.
        target: Where.
        place: Where, for a reader: ``line 12 (rows = read(path))`` or ``opening a file``.
    """

    error_class: type[BaseException]
    target: Target
    place: str

    def __str__(self) -> str:
        module = self.error_class.__module__
        name = ("" if module == "builtins" else f"{module}.") + self.error_class.__name__
        article = "an" if name[0] in "AEIOaeio" else "a"
        return f"{article} {name} {'at' if isinstance(self.target, tuple) else 'while'} {self.place}"


@dataclass(frozen=True, slots=True)
class Trial:
    """One call of a campaign.

    Attributes:
        outcome: What came of it.
        fault: What was made to fail; None if nothing was.
        errors: Exceptions that passed through the author's code, oldest first.
        complaints: What commands that failed wrote to standard error.
        earlier: What was made to fail in the call before this one, if that is what this one is about.
    """

    outcome: Outcome
    fault: Fault | None = None
    errors: Sequence[BaseException] = ()
    complaints: Sequence[str] = ()
    earlier: Fault | None = None


@dataclass(slots=True)
class _Reached:
    """A line that runs, and which call reaches it."""

    call: int
    guards: dict[Guard, list[tuple[type[BaseException], ...]]] = field(default_factory=dict)


class FaultCampaign:
    """Makes a tool fail in every way that can be reached.

    Args:
        subject: The tool; from now on it is watched.
        candidates: Calls that may work.
        prepare: Fills the workspace again after it was emptied.

    Attributes:
        own: What the author wrote.
        canaries: What every made-up exception holds, by the private place it is held in.
    """

    def __init__(
        self,
        subject: Subject,
        candidates: Sequence[Mapping[str, Any]],
        *,
        prepare: Callable[[Path], object] = lambda _: None,
    ) -> None:
        self.own = OwnCode(subject.tool)
        self.canaries = {slot: f"canary{subject.random.getrandbits(80):020x}" for slot in SLOTS}
        self._subject = subject
        self._candidates = [dict(candidate) for candidate in candidates]
        self._prepare = prepare
        self._lines: dict[tuple[str, int], _Reached] = {}
        self._acts: dict[str, int] = {}
        self._raises = OwnRaises(self.own)
        self._current = 0
        self._late = 0
        self._probe = Probe(self.own, on_line=self._note)
        subject.tool = self._probe.wrap(subject.tool)

    def survey(self) -> list[Trial]:
        """Make every plain call once, and learn what runs; calls that hang or take long end it early, which is told."""
        trials = []
        for index, candidate in self._subject.patience(_SURVEY).each(enumerate(self._candidates)):
            self._current = index
            trials.append(self._plain(candidate))
            for act in self._probe.acts:
                self._acts.setdefault(act, index)
        return trials

    def trials(self) -> Iterator[Trial]:
        """Yield a call for each failure that can be made, the likeliest to be handled first; needs a `survey`."""
        followed = 0
        planned = self._plan()[:_MAX_TRIALS]
        for number, (fault, call) in enumerate(self._subject.patience(_TRIALS).each(planned)):
            if self._late > _MAX_LATE_CALLS:
                self._subject.has_left(len(planned) - number)
                return
            trial = self._failing(fault, self._candidates[call])
            if trial is not None:
                yield trial
                if trial.outcome.raised is None and trial.outcome.result is not None and followed < _MAX_FOLLOWED:
                    followed += 1
                    yield replace(self._plain(self._candidates[call]), earlier=fault)

    def _plain(self, candidate: Mapping[str, Any]) -> Trial:
        self._probe.clear()
        outcome = self._subject.call(copy.deepcopy(dict(candidate)))
        return Trial(outcome, None, tuple(self._probe.errors), tuple(self._probe.complaints))

    def _failing(self, fault: Fault, candidate: Mapping[str, Any]) -> Trial | None:
        for again in (False, True):
            if again:
                # An earlier call may have used up what this one needs.
                _empty(self._subject.sandbox.workspace)
                self._prepare(self._subject.sandbox.workspace)
            self._probe.arm(fault.target, lambda: loaded_error(fault.error_class, self.canaries))
            outcome = self._subject.call(copy.deepcopy(dict(candidate)), call_s=min(_CALL_S, self._subject.call_s))
            fired, errors = self._probe.fired, tuple(self._probe.errors)
            self._probe.clear()
            self._late += outcome.timed_out
            if fired:
                return Trial(outcome, fault, errors)
            if outcome.timed_out:
                break
        return None

    # --- what runs, and how it can fail -----------------------------------------------------------

    def _note(self, frame: FrameType) -> None:
        key = (frame.f_code.co_filename, frame.f_lineno)
        if key in self._lines:
            return
        reached = self._lines[key] = _Reached(self._current)
        for guard in self.own.guards(*key):
            reached.guards[guard] = guard.classes({**frame.f_builtins, **frame.f_globals, **frame.f_locals})

    def _plan(self) -> list[tuple[Fault, int]]:
        planned: dict[tuple[Target, type[BaseException]], tuple[Fault, int]] = {}

        def plan(error_class: type[BaseException], target: Target) -> None:
            if isinstance(target, tuple):
                call, place = self._lines[target].call, self._place(*target)
            else:
                call, place = self._acts[target], ACTS[target]
            # Everything that catches more than RuntimeError catches it as well.
            key = RuntimeError if error_class in {BaseException, Exception} else error_class
            planned.setdefault((target, key), (Fault(key, target, place), call))

        for guard, lines in self._guarded().items():
            handlers = dict.fromkeys(handler for line in lines for handler in self._lines[line].guards[guard])
            classes = [found for handler in handlers for found in handler]
            quotable = self._quotable(guard, list(handlers))
            for line in dict.fromkeys((lines[0], lines[-1])):
                for error_class in dict.fromkeys(classes):
                    if error_class in {BaseException, Exception, RuntimeError}:
                        plan(RuntimeError, line)
                        plan(OSError, line)
                    elif error_class in quotable or (
                        is_environmental(error_class) and not self._is_own_class(error_class)
                    ):
                        plan(error_class, line)
        for act in sorted(self._acts):
            plan(sqlite3.OperationalError if act == "sqlite3.connect" else OSError, act)
        # The rest is for handlers that are not written as one: context managers, gathered tasks, futures.
        rest = sorted(self._lines, key=lambda line: (not self.own.is_in_with(*line), self._lines[line].call, line))
        for error_class in (RuntimeError, OSError):
            for line in rest:
                plan(error_class, line)
        return list(planned.values())

    def _guarded(self) -> dict[Guard, list[tuple[str, int]]]:
        """Return, for each ``try``, the lines of its body that run, those of no inner ``try`` if there are any."""
        nearest: dict[Guard, list[tuple[str, int]]] = {}
        within: dict[Guard, list[tuple[str, int]]] = {}
        for line, reached in sorted(self._lines.items(), key=lambda item: item[0]):
            for index, guard in enumerate(reached.guards):
                within.setdefault(guard, []).append(line)
                if index == 0:
                    nearest.setdefault(guard, []).append(line)
        return {guard: nearest.get(guard, lines) for guard, lines in within.items()}

    def _quotable(self, guard: Guard, handlers: list[tuple[type[BaseException], ...]]) -> set[type[BaseException]]:
        """Return the classes of builtins that *guard* catches, but for handlers that may catch the author's raises."""
        found: set[type[BaseException]] = set()
        for handler in handlers:
            named = {error_class for error_class in handler if is_raised_by_builtins(error_class)}
            if named and not self._raises.may_raise(guard, handler):
                found |= named
        return found

    def _is_own_class(self, error_class: type[BaseException]) -> bool:
        return error_class.__module__.startswith("forge_harness.") or self.own.is_module(error_class.__module__)

    def _place(self, file: str, line: int) -> str:
        source = self.own.source_line(file, line)
        shown = source if len(source) <= _SHOWN_SOURCE else f"{source[: _SHOWN_SOURCE - 3]}..."
        elsewhere = "" if file in self.own.files else f" of {Path(file).name}"
        return f"line {line}{elsewhere}" + (f" ({shown})" if shown else "")


def _empty(folder: Path) -> None:
    """Remove what is in *folder*, as far as it can be; the folder itself stays, since it is the current one."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                Path(entry.path).unlink()
