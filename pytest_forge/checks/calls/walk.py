"""Walk: the calls in volume of one tool, made once for all checks, and which of them each should look at.

    sequences, calls in volume ──each──> watches, one a check: cheap, and sure of nothing
                                           └──> the first and the shortest call of each cause, in the tool's notes
    a check ───────────────────> `suspects`: judges those calls as it judges any other, and reports what it finds

A watch must cost no more than a call. It may take a good call for a bad one, since nothing is reported by its word.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from forge_harness import ToolError

from ...oracles.audit import AuditEvent
from ...oracles.file_tree import Change
from ...oracles.sent_requests import SentRequest, sent_requests
from ...oracles.touched_files import TouchedFiles
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CouldNotRun, FollowsFinding, NeedsWalk, NotApplicable
from .asked_wait import is_asked_wait
from .copies import in_a_copy
from .edge_calls import HurriedCalls, takes_named_arguments, unmade_after
from .fresh_world import make_fresh
from .large_calls import is_large
from .lost_copies import seconds_of
from .sequences import NamedCall, before_json, play, players_of
from .volume import outcomes_of_valid_calls

__all__ = [
    "TELLS_OF_LOSS",
    "Step",
    "Walk",
    "Watch",
    "failed_walk",
    "lost_walk",
    "stopped_walk",
    "take_walk",
    "walk_of",
    "watches",
]

#: Causes that are kept for one check, of single calls and of sequences, and characters of a call that is kept.
_MAX_CAUSES, _MAX_SEQUENCES = 8, 3
_MAX_CHARACTERS = 20_000
#: One sequence for so many random calls of the budget, a few at least.
_CALLS_A_SEQUENCE = 60
_FEWEST = 3
#: Of the time for random calls, what they may take besides those few.
_SHARE_OF_SEQUENCES = 0.3
#: Calls that a sequence needs at least before it says anything of what calls leave behind.
_SHORTEST = 4
#: The check that reports the loss of a process in a walk.
TELLS_OF_LOSS = "valid_calls_do_not_crash"
#: Under which name a walk is kept among what is known of a tool.
_NOTE = "walk"


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

_watches: dict[str, Callable[[Subject], Watch | None]] = {}


def watches(*checks: str) -> Callable[[Callable[[Subject], Watch | None]], Callable[[Subject], Watch | None]]:
    """Declare the decorated function the maker of a watch; it returns None for a tool that need not be watched.

    Args:
        checks: Ids of the checks that look at what it notes.
    """

    def declare(make: Callable[[Subject], Watch | None]) -> Callable[[Subject], Watch | None]:
        _watches.update(dict.fromkeys(checks, make))
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
    if _NOTE not in subject.notes:
        raise NeedsWalk
    walk = Walk(**subject.notes[_NOTE])
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
    return {_NOTE: Walk(is_lost=True).as_json()}


def failed_walk(failure: str) -> dict[str, Any]:
    """Return what is known of a tool whose walk could not be taken, for the reason of a sentence."""
    return {_NOTE: Walk(failure=failure).as_json()}


def stopped_walk(notes: Mapping[str, Any], undone: int) -> dict[str, Any]:
    """Return what is known of a tool whose walk has stopped early.

    Args:
        notes: What is known of it otherwise.
        undone: How many calls were left, as far as that is known.
    """
    return {**notes, _NOTE: {**notes[_NOTE], "has_stopped_early": True, "undone": undone}}


def take_walk(subject: Subject) -> None:
    """Make the calls of a tool in sequences and in volume, and note what each check should look at.

    Raises:
        CouldNotRun: If the schema allows no call that could be made.
    """
    walk = Walk()
    subject.notes[_NOTE] = walk.as_json()
    try:
        takes_named_arguments(subject)
    except NotApplicable:
        # No call in volume is known to be valid: checks judge ordinary calls alone, or say that they judge nothing.
        return
    made = {make: make(subject) for make in dict.fromkeys(_watches.values())}
    # First, while there is nothing yet that calls have left.
    _walk_in_sequences(subject, walk, made)
    make_fresh([subject])
    for step in _steps(subject, ((outcome, ()) for outcome in outcomes_of_valid_calls(subject))):
        outcome = step.outcome
        walk.calls += 1
        walk.ran = walk.ran or outcome.ran
        if outcome.timed_out:
            walk.late = outcome.arguments
            walk.unmade = unmade_after(subject, walk.calls)
            walk.is_endless = bool(walk.unmade) and _is_endless(subject, walk.late)
        for check, cause in _causes(made, step):
            walk.note(check, cause, outcome.arguments)
    subject.notes[_NOTE] = walk.as_json()


def _is_endless(subject: Subject, arguments: dict[str, Any]) -> bool:
    """Tell whether valid_calls_return finds a call that did not come back."""

    def comes_back() -> bool:
        with HurriedCalls(subject) as hurried:
            return not hurried.call(arguments).timed_out

    if is_large(arguments) or in_a_copy(comes_back, limit_s=subject.call_s + 1) is True:
        return False
    return not is_asked_wait(arguments, subject.schema, partial(seconds_of, subject))


#: What makes a watch, and the watch of a tool.
_Made = Mapping[Callable[[Subject], Watch | None], Watch | None]


def _causes(made: _Made, step: Step) -> Iterator[tuple[str, str | None]]:
    found = {make: None if watch is None else watch(step) for make, watch in made.items()}
    for check, make in _watches.items():
        yield check, found[make]


def _walk_in_sequences(subject: Subject, walk: Walk, made: _Made) -> None:
    try:
        players = players_of(subject)
    except NotApplicable:
        return
    source = random.Random(f"sequences/{subject.random.getrandbits(64)}")  # noqa: S311  # repeatable on purpose
    spent, longest = 0.0, 0

    def seen(number: int, seed: int) -> tuple[float, int, list[tuple[str, str, list[NamedCall]]]]:
        began, length = own_time(), 0
        make_fresh(player.subject for player in players.values())
        found: dict[tuple[str, str], list[NamedCall]] = {}
        made_calls: Any = ((outcome, calls) for calls, outcome in play(subject, players, number, seed))
        for step in _steps(subject, made_calls):
            length = len(step.before)
            for check, cause in _causes(made, step):
                if cause:
                    found.setdefault((check, cause), list(step.before))
        return own_time() - began, length, [(check, cause, calls) for (check, cause), calls in found.items()]

    for number in range(max(_FEWEST, subject.effort.random_calls // _CALLS_A_SEQUENCE)):
        if number >= _FEWEST and spent > _SHARE_OF_SEQUENCES * subject.effort.random_s:
            return
        seed = source.getrandbits(64)
        told = in_a_copy(partial(seen, number, seed), limit_s=2 * subject.call_s)
        if len(players) > 1 and (told is None or told[1] < _SHORTEST):
            # A neighbour may hang; that is judged where it is the subject.
            players = {name: one for name, one in players.items() if one.subject is subject}
            told = in_a_copy(partial(seen, number, seed), limit_s=2 * subject.call_s)
        os.chdir(subject.sandbox.workspace)
        if told is None:
            walk.unplayed += _SHORTEST
            return
        # By the clock of the copy: this one does not know when others kept it from running.
        seconds, length, found = told
        spent += seconds
        longest = max(longest, length)
        walk.unplayed = max(0, _SHORTEST - longest)
        for check, cause, calls in found:
            walk.note_sequence(check, cause, [(name, given) for name, given in calls])


def _steps(subject: Subject, made: Iterable[tuple[Outcome, Sequence[NamedCall]]]) -> Iterator[Step]:
    """Yield what is seen of each call, while it is made."""
    with ExitStack() as stack, TouchedFiles() as touched:
        sent, modules = stack.enter_context(sent_requests()), len(sys.modules)

        def begin() -> None:
            # What was planted, or called by others, is no part of this call.
            touched.forget()
            sent.clear()

        subject.before_call = begin
        for outcome, before in made:
            yield Step(outcome, _answer(outcome), tuple(touched.events), touched.changes(), tuple(sent), before)
            if len(sys.modules) != modules:
                # Clients are often imported by the first call only.
                stack.close()
                sent, modules = stack.enter_context(sent_requests()), len(sys.modules)


def _answer(outcome: Outcome) -> str:
    answer = outcome.payload_text
    if outcome.is_error_dict:
        # It may hold what JSON cannot carry.
        with suppress(TypeError, ValueError, RecursionError):
            answer += json.dumps(outcome.returned, default=str)
    elif isinstance(outcome.raised, ToolError):
        answer += f"{outcome.raised.code} {outcome.raised.message}"
    return answer
