"""Fuzz run: the calls of one tool, in sequences and in volume, made once for all checks."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from forge_harness import ToolError

from ...observe.in_process import VolumeObserver
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .asked_wait import is_asked_wait
from .copies import in_a_copy
from .edge_calls import FastCalls, takes_named_arguments, unmade_after
from .large_calls import is_large
from .lost_copies import seconds_of
from .only_computes import only_computes
from .sequences import NamedCall, play, players_of
from .volume import outcomes_of_valid_calls
from .walk import NOTE, Monitor, Step, Walk, monitor_makers
from .worlds.fresh_world import make_fresh

__all__ = ["take_walk"]

#: Random calls of the budget for each sequence; there are a few sequences in any case.
_CALLS_A_SEQUENCE = 60


_FEWEST = 3


#: Share of the time for random calls that further sequences may take.
_SHARE_OF_SEQUENCES = 0.3


#: Calls that a sequence needs at least to show anything about the state they leave.
_SHORTEST = 4


def take_walk(subject: Subject) -> None:
    """Make the calls of a tool in sequences and in volume, and note the candidates of each check.

    Raises:
        CouldNotRun: If no call that the schema allows could be made.
    """
    walk = Walk()
    subject.notes[NOTE] = walk.as_json()
    try:
        takes_named_arguments(subject)
    except NotApplicable:
        # No call in volume is known to be valid: checks judge ordinary calls only, or are not applicable.
        return
    made = {make: make(subject) for make in dict.fromkeys(monitor_makers.values())}
    # Sequences come first, before any call has left a trace.
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
    subject.notes[NOTE] = walk.as_json()


def _is_endless(subject: Subject, arguments: dict[str, Any]) -> bool:
    """Return whether valid_calls_return reports the call that did not return."""

    def comes_back() -> bool:
        with FastCalls(subject) as fast:
            return not fast.call(arguments).timed_out

    if is_large(arguments) or in_a_copy(comes_back, limit_s=subject.call_s + 1) is True:
        return False
    return not is_asked_wait(arguments, subject.schema, partial(seconds_of, subject))


#: Makers of monitors, each with the monitor of a tool.
_Made = Mapping[Callable[[Subject], Monitor | None], Monitor | None]


def _causes(made: _Made, step: Step) -> Iterator[tuple[str, str | None]]:
    found = {make: None if monitor is None else monitor(step) for make, monitor in made.items()}
    for check, make in monitor_makers.items():
        yield check, found[make]


def _walk_in_sequences(subject: Subject, walk: Walk, made: _Made) -> None:
    try:
        players = players_of(subject)
    except NotApplicable:
        return
    if all(only_computes(player.subject) for player in players.values()):
        # No call leaves anything that a later one could meet.
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
            # A neighbour may hang, which is judged when it is the subject.
            players = {name: one for name, one in players.items() if one.subject is subject}
            told = in_a_copy(partial(seen, number, seed), limit_s=2 * subject.call_s)
        os.chdir(subject.sandbox.workspace)
        if told is None:
            walk.unplayed += _SHORTEST
            return
        # By the clock of the copy, which leaves out the time without a processor.
        seconds, length, found = told
        spent += seconds
        longest = max(longest, length)
        walk.unplayed = max(0, _SHORTEST - longest)
        for check, cause, calls in found:
            walk.note_sequence(check, cause, [(name, given) for name, given in calls])


def _steps(subject: Subject, made: Iterable[tuple[Outcome, Sequence[NamedCall]]]) -> Iterator[Step]:
    """Yield what is observed of each call while it is made."""
    with VolumeObserver(subject.sandbox.workspace) as observer:
        subject.before_call = observer.begin
        for outcome, before in made:
            yield Step(observer.seen(outcome), _answer(outcome), before)


def _answer(outcome: Outcome) -> str:
    answer = outcome.payload_text
    if outcome.is_error_dict:
        # It may contain values that JSON cannot represent.
        with suppress(TypeError, ValueError, RecursionError):
            answer += json.dumps(outcome.returned, default=str)
    elif isinstance(outcome.raised, ToolError):
        answer += f"{outcome.raised.code} {outcome.raised.message}"
    return answer
