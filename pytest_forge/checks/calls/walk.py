"""Walk: the calls in volume of one tool, made once for all checks, and which of them each should look at.

    sequences, calls in volume ──each──> watches, one a check: cheap, and sure of nothing
                                           └──> the first and the shortest call of each cause, in the tool's notes
    a check ───────────────────> `suspects`: judges those calls as it judges any other, and reports what it finds

A watch must cost no more than a call. It may take a good call for a bad one, since nothing is reported by its word.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...oracles.audit import AuditEvent
from ...oracles.file_tree import Change
from ...oracles.sent_requests import SentRequest
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CouldNotRun, FollowsFinding, NeedsWalk
from .sequences import NamedCall, before_json

__all__ = [
    "NOTE",
    "TELLS_OF_LOSS",
    "Step",
    "Walk",
    "Watch",
    "failed_walk",
    "lost_walk",
    "stopped_walk",
    "walk_of",
    "watch_makers",
    "watches",
]

#: Causes that are kept for one check, of single calls and of sequences, and characters of a call that is kept.
_MAX_CAUSES, _MAX_SEQUENCES = 8, 3
_MAX_CHARACTERS = 20_000
#: The check that reports the loss of a process in a walk.
TELLS_OF_LOSS = "valid_calls_do_not_crash"
#: Under which name a walk is kept among what is known of a tool.
NOTE = "walk"


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a walk, and what was seen of it.

    Attributes:
        outcome: The call.
        answer: What the model would read; of a failure, also what the dispatcher keeps from it.
        events: What Python asked of the system.
        changes: Files that are not as they were.
        sent: Requests that clients were asked to send.
        before: Calls that were made before it, in a sequence; none in volume, where one call says little of the next.
    """

    outcome: Outcome
    answer: str
    events: Sequence[AuditEvent]
    changes: Sequence[Change]
    sent: Sequence[SentRequest]
    before: Sequence[NamedCall] = ()


#: Told a step, returns the cause for which a check should look at its call, in a few words that are the same for equal
#: causes; empty if the call is as it should be, and None if nothing can be said.
Watch = Callable[[Step], str | None]

watch_makers: dict[str, Callable[[Subject], Watch | None]] = {}


def watches(*checks: str) -> Callable[[Callable[[Subject], Watch | None]], Callable[[Subject], Watch | None]]:
    """Declare the decorated function the maker of a watch; it returns None for a tool that need not be watched.

    Args:
        checks: Ids of the checks that look at what it notes.
    """

    def declare(make: Callable[[Subject], Watch | None]) -> Callable[[Subject], Watch | None]:
        watch_makers.update(dict.fromkeys(checks, make))
        return make

    return declare


@dataclass(slots=True)
class Walk:
    """What a walk has shown.

    Attributes:
        calls: How many were made.
        ran: Whether a call has reached the tool.
        late: The call that did not come back in time, with which it ended; None if all came back.
        fine: Checks for which a call was as it should be.
        suspects: For each check, calls to look at, each with its cause, those that were met first before others.
        sequences: The same, each with the calls that were made before it.
        is_lost: Whether a call has ended the process, so that nothing is known of the others.
        has_stopped_early: Whether its time was over before the calls at the edges were made.
        undone: How many of them were left, as far as that is known.
        unmade: How many were left since one before them did not come back.
        is_endless: Whether that one is a finding of valid_calls_return.
        unplayed: How many were left of the shortest sequence that says anything.
        failure: Why it could not be taken, as a sentence; empty if it was.
    """

    calls: int = 0
    ran: bool = False
    late: dict[str, Any] | None = None
    fine: list[str] = field(default_factory=list)
    suspects: dict[str, list[tuple[str, dict[str, Any]]]] = field(default_factory=dict)
    sequences: dict[str, list[tuple[str, dict[str, Any], list[dict[str, Any]]]]] = field(default_factory=dict)
    is_lost: bool = False
    has_stopped_early: bool = False
    undone: int = 0
    unmade: int = 0
    is_endless: bool = False
    unplayed: int = 0
    failure: str = ""

    def note(self, check: str, cause: str | None, arguments: Mapping[str, Any]) -> None:
        """Keep a call for a check, if it is the first of its cause, or shorter than the last that was kept."""
        if cause is None:
            return
        if not cause:
            if check not in self.fine:
                self.fine.append(check)
            return
        known = self.suspects.setdefault(check, [])
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
        """Keep a sequence for a check, if it is the first of its cause, or shorter than the one that was kept."""
        known = self.sequences.setdefault(check, [])
        suspect = (cause, dict(calls[-1][1]), before_json(calls[:-1]))
        same = next((place for place, (other, _, _) in enumerate(known) if other == cause), None)
        if same is None and len(known) < _MAX_SEQUENCES:
            known.append(suspect)
        elif same is not None and len(calls) - 1 < len(known[same][2]):
            known[same] = suspect

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept among the notes."""
        return {
            "calls": self.calls,
            "ran": self.ran,
            "late": self.late,
            "fine": self.fine,
            "suspects": self.suspects,
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
    """Return the walk that was made of a tool; where it has stopped early, the check that asks cannot pass.

    Args:
        subject: The tool.
        even_if_late: Whether the check that asks judges the call itself that did not come back.

    Raises:
        NeedsWalk: If none was begun yet.
        FollowsFinding: If one of its calls has ended the process.
        CouldNotRun: If it could not be taken.
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
    """Return what is known of a tool that has ended its process in a walk."""
    return {NOTE: Walk(is_lost=True).as_json()}


def failed_walk(failure: str) -> dict[str, Any]:
    """Return what is known of a tool whose walk could not be taken, for the reason of a sentence."""
    return {NOTE: Walk(failure=failure).as_json()}


def stopped_walk(notes: Mapping[str, Any], undone: int) -> dict[str, Any]:
    """Return what is known of a tool whose walk has stopped early.

    Args:
        notes: What is known of it otherwise.
        undone: How many calls were left, as far as that is known.
    """
    return {**notes, NOTE: {**notes[NOTE], "has_stopped_early": True, "undone": undone}}
