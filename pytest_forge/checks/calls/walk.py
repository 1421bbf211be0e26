"""Walk: the calls in volume of one tool, made once for all checks, and which of them each should look at.

    calls in volume ──each──> watches, one a check: cheap, and sure of nothing
                                 └──> the first and the shortest call of each cause, kept in the tool's notes
    a check         ─────────> `suspects`: judges those calls as it judges any other, and reports what it finds

A watch must cost no more than a call. It may take a good call for a bad one, since nothing is reported by its word.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

from forge_harness import ToolError

from ...oracles.audit import AuditEvent
from ...oracles.file_tree import Change
from ...oracles.sent_requests import SentRequest, sent_requests
from ...oracles.touched_files import TouchedFiles
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CouldNotRun, NotApplicable
from .edge_calls import takes_named_arguments
from .volume import outcomes_of_valid_calls

__all__ = ["Step", "Walk", "Watch", "take_walk", "walk_of", "watched_checks", "watches"]

#: Causes that are kept for one check, and characters of a call that is kept.
_MAX_CAUSES = 8
_MAX_CHARACTERS = 20_000
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
    """

    outcome: Outcome
    answer: str
    events: Sequence[AuditEvent]
    changes: Sequence[Change]
    sent: Sequence[SentRequest]


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


def watched_checks() -> frozenset[str]:
    """Return the ids of the checks that look at calls of a walk."""
    return frozenset(_watches)


@dataclass(slots=True)
class Walk:
    """What a walk has shown.

    Attributes:
        ran: Whether a call has reached the tool.
        late: The call that did not come back in time, with which it ended; None if all came back.
        fine: Checks for which a call was as it should be.
        suspects: For each check, calls to look at, each with its cause, those that were met first before others.
    """

    ran: bool = False
    late: dict[str, Any] | None = None
    fine: list[str] = field(default_factory=list)
    suspects: dict[str, list[tuple[str, dict[str, Any]]]] = field(default_factory=dict)

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

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept among the notes."""
        return {"ran": self.ran, "late": self.late, "fine": self.fine, "suspects": self.suspects}


def walk_of(subject: Subject) -> Walk:
    """Return the walk that was made of a tool; an empty one if there was none."""
    known = subject.notes.get(_NOTE)
    return Walk() if known is None else Walk(**known)


def take_walk(subject: Subject) -> None:
    """Make the calls in volume of a tool, and note what each check should look at."""
    walk = Walk()
    subject.notes[_NOTE] = walk.as_json()
    try:
        takes_named_arguments(subject)
        made = {make: make(subject) for make in dict.fromkeys(_watches.values())}
        for step in _steps(subject):
            outcome = step.outcome
            walk.ran = walk.ran or outcome.ran
            if outcome.timed_out:
                walk.late = outcome.arguments
            found = {make: watch(step) for make, watch in made.items() if watch is not None}
            for check, make in _watches.items():
                walk.note(check, found.get(make), outcome.arguments)
    except (NotApplicable, CouldNotRun):
        # Each check says it itself.
        pass
    subject.notes[_NOTE] = walk.as_json()


def _steps(subject: Subject) -> Iterator[Step]:
    with ExitStack() as stack, TouchedFiles() as touched:
        sent, modules = stack.enter_context(sent_requests()), len(sys.modules)

        def begin() -> None:
            # What was planted, or called by a watch, is no part of this call.
            touched.forget()
            sent.clear()

        subject.before_call = begin
        for outcome in outcomes_of_valid_calls(subject):
            yield Step(outcome, _answer(outcome), tuple(touched.events), touched.changes(), tuple(sent))
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
