"""Walk: the record of a fuzz run, whose calls are made once for all checks, with the candidates of each check.

    sequences, calls in volume ──each──> monitors, one for each check: cheap, and only a hint
                                           └──> the first and the shortest call of each cause, in the tool's notes
    a check ───────────────────> `candidates`: judges those candidates like any other call, and reports the findings

A monitor must not cost more than a call. It may suspect a good call, since a candidate alone is not a finding.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from ...observe.observation import Observation
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CouldNotRun, FollowsFinding, NeedsWalk
from .sequences import NamedCall, before_json

__all__ = [
    "NOTE",
    "TELLS_OF_LOSS",
    "Monitor",
    "Step",
    "Walk",
    "failed_walk",
    "lost_walk",
    "monitor_makers",
    "monitors",
    "stopped_walk",
    "walk_of",
]

#: Causes recorded for one check, for single calls and for sequences, and the longest recorded call in characters.
_MAX_CAUSES, _MAX_SEQUENCES = 8, 3
_MAX_CHARACTERS = 20_000
#: The check that reports the loss of a process in a fuzz run.
TELLS_OF_LOSS = "valid_calls_do_not_crash"
#: Key of the record in the notes of a tool.
NOTE = "walk"


class Step(Struct, frozen=True):
    """One call of a fuzz run, with its observation.

    Attributes:
        seen: The call and its effects.
        answer: The text for the model; for a failure, also the detail that the dispatcher removes.
        before: Earlier calls of the sequence; empty in volume, where calls hardly depend on each other.
    """

    seen: Observation[Outcome]
    answer: str
    before: Sequence[NamedCall] = ()

    @property
    def outcome(self) -> Outcome:
        """The call."""
        return self.seen.answer


#: Returns the cause for which a check should judge the call of a step, in a few words that are the same for equal
#: causes; empty if the call is fine, and None if the monitor cannot say.
Monitor = Callable[[Step], str | None]

monitor_makers: dict[str, Callable[[Subject], Monitor | None]] = {}


def monitors(*checks: str) -> Callable[[Callable[[Subject], Monitor | None]], Callable[[Subject], Monitor | None]]:
    """Declare the decorated function the maker of a monitor; it returns None for a tool that needs none.

    Args:
        checks: Ids of the checks that judge the candidates.
    """

    def declare(make: Callable[[Subject], Monitor | None]) -> Callable[[Subject], Monitor | None]:
        monitor_makers.update(dict.fromkeys(checks, make))
        return make

    return declare


class Walk(Struct):
    """The record of a fuzz run.

    Attributes:
        calls: How many were made.
        ran: Whether a call has reached the tool.
        late: The last call, if it did not return in time; None if all returned.
        fine: Checks for which a call was as it should be.
        candidates: Candidates of each check with their cause, in the order of discovery.
        sequences: The same, each with the calls that were made before it.
        is_lost: Whether a call has ended the process, so that the others are unknown.
        has_stopped_early: Whether its time was over before the calls at the edges were made.
        undone: How many of them were left, as far as known.
        unmade: How many were left because an earlier one did not return.
        is_endless: Whether that one is a finding of valid_calls_return.
        unplayed: How many calls are missing from the shortest sequence that proves anything.
        failure: Why it could not be made, as a sentence; empty if it was.
    """

    calls: int = 0
    ran: bool = False
    late: dict[str, Any] | None = None
    fine: list[str] = field(default_factory=list)
    candidates: dict[str, list[tuple[str, dict[str, Any]]]] = field(default_factory=dict)
    sequences: dict[str, list[tuple[str, dict[str, Any], list[dict[str, Any]]]]] = field(default_factory=dict)
    is_lost: bool = False
    has_stopped_early: bool = False
    undone: int = 0
    unmade: int = 0
    is_endless: bool = False
    unplayed: int = 0
    failure: str = ""

    def note(self, check: str, cause: str | None, arguments: Mapping[str, Any]) -> None:
        """Record a candidate if it is the first of its cause, or shorter than the recorded one."""
        if cause is None:
            return
        if not cause:
            if check not in self.fine:
                self.fine.append(check)
            return
        known = self.candidates.setdefault(check, [])
        same = [place for place, (other, _) in enumerate(known) if other == cause]
        if not same and len({other for other, _ in known}) >= _MAX_CAUSES:
            return
        size = len(json.dumps(arguments, default=repr))
        if size > _MAX_CHARACTERS:
            return
        if len(same) < 2:
            known.append((cause, dict(arguments)))
        elif size < len(json.dumps(known[same[1]][1], default=repr)):
            known[same[1]] = (cause, dict(arguments))

    def note_sequence(self, check: str, cause: str, calls: Sequence[NamedCall]) -> None:
        """Record a sequence if it is the first of its cause, or shorter than the recorded one."""
        known = self.sequences.setdefault(check, [])
        candidate = (cause, dict(calls[-1][1]), before_json(calls[:-1]))
        same = next((place for place, (other, _, _) in enumerate(known) if other == cause), None)
        if same is None and len(known) < _MAX_SEQUENCES:
            known.append(candidate)
        elif same is not None and len(calls) - 1 < len(known[same][2]):
            known[same] = candidate

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept among the notes."""
        return {
            "calls": self.calls,
            "ran": self.ran,
            "late": self.late,
            "fine": self.fine,
            "candidates": self.candidates,
            "sequences": self.sequences,
            "is_lost": self.is_lost,
            "has_stopped_early": self.has_stopped_early,
            "undone": self.undone,
            "unmade": self.unmade,
            "is_endless": self.is_endless,
            "unplayed": self.unplayed,
            "failure": self.failure,
        }


def walk_of(subject: Subject, *, even_if_late: bool = False) -> Walk:
    """Return the record of a tool's fuzz run; if it stopped early, the calling check cannot pass.

    Args:
        subject: The tool.
        even_if_late: Whether the calling check judges the call that did not return.

    Raises:
        NeedsWalk: If it has not been made yet.
        FollowsFinding: If one of its calls has ended the process.
        CouldNotRun: If it could not be made.
    """
    if NOTE not in subject.notes:
        raise NeedsWalk
    walk = Walk(**subject.notes[NOTE])
    if walk.is_lost:
        raise FollowsFinding("Not judged: a valid call ended the process, see call_returns.", check="call_returns")
    if walk.failure:
        raise CouldNotRun(walk.failure)
    subject.has_seen(walk.calls)
    if walk.has_stopped_early:
        subject.has_left(walk.undone)
    if walk.late is not None and walk.unmade and not even_if_late:
        subject.has_left(walk.unmade, is_hung=walk.is_endless)
    return walk


def lost_walk() -> dict[str, Any]:
    """Return the notes of a tool that has ended its process in a fuzz run."""
    return {NOTE: Walk(is_lost=True).as_json()}


def failed_walk(failure: str) -> dict[str, Any]:
    """Return the notes of a tool whose fuzz run could not be made; *failure* is the reason, as a sentence."""
    return {NOTE: Walk(failure=failure).as_json()}


def stopped_walk(notes: Mapping[str, Any], undone: int) -> dict[str, Any]:
    """Return the notes of a tool whose fuzz run stopped early.

    Args:
        notes: Its other notes.
        undone: How many calls were left, as far as known.
    """
    return {**notes, NOTE: {**notes[NOTE], "has_stopped_early": True, "undone": undone}}
