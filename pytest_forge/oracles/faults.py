"""Fault campaign: makes a tool fail in every reachable way, and yields its answers.

    survey      plain calls, to find the author's lines that run, their handlers, and the acts on the outside world
    trials      the same calls, each with one failing line or act; if the tool handled it, a plain call follows, to see
                whether it kept the error for later

The faults are exceptions of the outside world (is_environmental), of builtins and the standard library
(is_raised_by_builtins), and a RuntimeError for handlers that catch everything. A handler for the author's own classes,
or for a class that the author's code raises, shows the author's text, and is not tested.
"""

from __future__ import annotations

import contextlib
import copy
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ..targets.outcome import Outcome
from ..targets.subject import Subject
from .fault_errors import PRIVATE_PLACES, is_environmental, is_raised_by_builtins, loaded_error
from .own_code import Guard, OwnCode
from .own_raises import OwnRaises
from .probe import ACTS, Probe, Raised, Target

__all__ = ["Fault", "FaultCampaign", "Trial"]

_MAX_TRIALS = 200
_MAX_LATE_CALLS = 3
_MAX_FOLLOWED = 20
#: Shares of the check's time for the plain calls and the failing ones.
_SURVEY, _TRIALS = 0.3, 0.45
_CALL_S = 1.0
_SHOWN_SOURCE = 60


class Fault(Struct, frozen=True):
    """One injected failure.

    Attributes:
        error_class: The exception class.
        target: The line or act that fails.
        place: The target in words: ``line 12 (rows = read(path))`` or ``opening a file``.
    """

    error_class: type[BaseException]
    target: Target
    place: str

    def __str__(self) -> str:
        module = self.error_class.__module__
        name = ("" if module == "builtins" else f"{module}.") + self.error_class.__name__
        article = "an" if name[0] in "AEIOaeio" else "a"
        return f"{article} {name} {'at' if isinstance(self.target, tuple) else 'while'} {self.place}"


class Trial(Struct, frozen=True):
    """One call of a campaign.

    Attributes:
        outcome: The outcome of the call.
        fault: The injected failure; None for a plain call.
        raised: Exceptions that passed through the author's code, oldest first.
        complaints: Standard error of commands that failed.
        earlier: The failure injected in the call before, for a plain call that follows it.
        acts: How often the call asked for each of the acts on the outside world.
        is_of_given_code: Whether the failure passed a ``try`` that runs a text as code, so that it cannot be told from
            one of that code.
    """

    outcome: Outcome
    fault: Fault | None = None
    raised: Sequence[Raised] = ()
    complaints: Sequence[str] = ()
    earlier: Fault | None = None
    acts: Mapping[str, int] = field(default_factory=dict)
    is_of_given_code: bool = False

    @property
    def errors(self) -> list[BaseException]:
        """The exceptions in `raised`."""
        return [raised.error for raised in self.raised]

    @property
    def is_plain(self) -> bool:
        """Whether neither this call nor the one before it had a fault."""
        return self.fault is None and self.earlier is None


class _Reached(Struct):
    """A line that runs, and the call that reaches it."""

    call: int
    guards: dict[Guard, list[tuple[type[BaseException], ...]]] = field(default_factory=dict)


class FaultCampaign:
    """Makes a tool fail in every reachable way.

    Args:
        subject: The tool; it is watched from now on.
        candidates: Calls that may succeed.
        prepare: Fills the workspace after it was emptied.

    Attributes:
        own: The author's code.
        canaries: The canaries in injected exceptions, by private place.
    """

    def __init__(
        self,
        subject: Subject,
        candidates: Sequence[Mapping[str, Any]],
        *,
        prepare: Callable[[Path], object] = lambda _: None,
    ) -> None:
        self.own = OwnCode(subject.tool)
        self.canaries = {place: f"canary{subject.random.getrandbits(80):020x}" for place in PRIVATE_PLACES}
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
        """Make every plain call once, and note the lines that run; an early end is reported to the engine."""
        trials = []
        for index, candidate in self._subject.patience(_SURVEY).each(enumerate(self._candidates)):
            self._current = index
            trials.append(self._plain(candidate))
            for act in self._probe.acts:
                self._acts.setdefault(act, index)
        return trials

    @property
    def handles_failures(self) -> bool:
        """Whether a line that ran is in a ``try`` with handlers, or in a ``with``; needs a `survey`."""
        return any(reached.guards or self.own.is_in_with(*line) for line, reached in self._lines.items())

    def trials(self, chosen: Callable[[Fault], bool] = lambda _: True) -> Iterator[Trial]:
        """Yield a call for each possible failure, the likeliest to be handled first; needs a `survey`.

        Args:
            chosen: Whether to try a failure.
        """
        followed = 0
        planned = [(fault, call) for fault, call in self._plan() if chosen(fault)][:_MAX_TRIALS]
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
        probe = self._probe
        return Trial(outcome, None, tuple(probe.raised), tuple(probe.complaints), acts=dict(probe.acts))

    def _failing(self, fault: Fault, candidate: Mapping[str, Any]) -> Trial | None:
        for again in (False, True):
            if again:
                # An earlier call may have consumed files that this one needs.
                _empty(self._subject.sandbox.workspace)
                self._prepare(self._subject.sandbox.workspace)
            self._probe.arm(fault.target, lambda: loaded_error(fault.error_class, self.canaries))
            outcome = self._subject.call(copy.deepcopy(dict(candidate)), call_s=min(_CALL_S, self._subject.call_s))
            fired, raised, acts = self._probe.fired, tuple(self._probe.raised), dict(self._probe.acts)
            self._probe.clear()
            self._late += outcome.timed_out
            _release_locks(raised)
            if fired:
                places = [(frame.f_code.co_filename, line) for one in raised for frame, line in one.frames]
                is_of_given_code = any(guard.runs_text for place in places for guard in self.own.guards(*place))
                return Trial(outcome, fault, raised, acts=acts, is_of_given_code=is_of_given_code)
            if outcome.timed_out:
                break
        return None

    # --- lines that run, and their failures -------------------------------------------------------

    def _note(self, frame: FrameType) -> None:
        key = (frame.f_code.co_filename, frame.f_lineno)
        if key in self._lines or not self.own.can_fail(*key):
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
            # A handler for a wider class catches RuntimeError too.
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
        # The remaining lines may have implicit handlers: context managers, gathered tasks, futures.
        rest = sorted(self._lines, key=lambda line: (not self.own.is_in_with(*line), self._lines[line].call, line))
        for error_class in (RuntimeError, OSError):
            for line in rest:
                plan(error_class, line)
        return list(planned.values())

    def _guarded(self) -> dict[Guard, list[tuple[str, int]]]:
        """Return the lines of each ``try`` body that run, without those of an inner ``try`` if others run."""
        nearest: dict[Guard, list[tuple[str, int]]] = {}
        within: dict[Guard, list[tuple[str, int]]] = {}
        for line, reached in sorted(self._lines.items(), key=lambda item: item[0]):
            for index, guard in enumerate(reached.guards):
                within.setdefault(guard, []).append(line)
                if index == 0:
                    nearest.setdefault(guard, []).append(line)
        return {guard: nearest.get(guard, lines) for guard, lines in within.items()}

    def _quotable(self, guard: Guard, handlers: list[tuple[type[BaseException], ...]]) -> set[type[BaseException]]:
        """Return the builtin classes that *guard* catches, except in handlers that may catch the author's raises."""
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


def _release_locks(raised: Sequence[Raised]) -> None:
    """Roll back the transactions of frames that a recorded exception keeps alive, and give up their cursors.

    Without the record they would be closed by now, and the next call would not wait for a lock. A cursor with rows to
    read keeps its database locked after the connection was closed.
    """
    for frame, _ in (place for one in raised for place in one.frames):
        held = list(frame.f_locals.values())
        for value in held:
            if isinstance(value, sqlite3.Connection):
                with contextlib.suppress(sqlite3.Error):
                    value.rollback()
        if any(isinstance(value, sqlite3.Cursor) for value in held):
            del held, value
            # It may still run, as a generator does.
            with contextlib.suppress(RuntimeError):
                frame.clear()
                # The dict of its names is only brought up to date when it is asked for.
                frame.f_locals  # noqa: B018


def _empty(folder: Path) -> None:
    """Remove the entries of *folder* as far as possible; the folder stays, since it is the working directory."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            with contextlib.suppress(OSError):
                Path(entry.path).unlink()
