"""Lasting reads: whether a read-only tool keeps arguments or answers, so that a later answer shows them.

stored    another reader finds an entry that it did not find before
stale     after a change, the tool still returns an answer from before it
leaked    a call's answer contains the text of another call

Calls that could not be judged, because the process was lost or time ran out, are reported to the engine.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from forge_harness import Tool

from ...profile.claim import Claim
from ...profile.moves_on import tells_of_calls, value_tells_of_calls
from ...profile.reads import reads
from ...strategies.mined_constants import kept_values
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ...verdict import NoCallFits
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import in_json_types
from ..calls.path_slots import path_slots
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh

__all__ = [
    "Leak",
    "answers",
    "answers_in_fresh_world",
    "call_that_leaks",
    "call_that_stores",
    "calls_that_fit",
    "lines_of",
    "stale_call",
]

_MAX_NEIGHBOURS = 4
_MAX_CALLS = 3
_MAX_SLOTS = 4
_MAX_DEPTH = 5
#: Time limit, in calls, of the few calls compared in one copy.
_CALLS = 2


def calls_that_fit(subject: Subject, *, limit: int) -> list[dict[str, Any]]:
    """Return ordinary calls; an empty list if the schema allows none, which is judged with the tool itself."""
    try:
        return plausible_calls(subject, limit=limit)
    except NoCallFits:
        return []


def call_that_stores(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return a call after which another reader finds an entry that it did not find before, and that tool's name.

    Args:
        subject: A tool that only reads.
    """
    kept = kept_values(subject.tool)
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    readers = [one for one in others if reads(one[0]) and kept & kept_values(one[1])][:_MAX_NEIGHBOURS]
    for other, call, asked in subject.patience().each(_all_pairs(subject, readers)):
        found = in_a_copy(partial(_is_found_afterwards, subject, call, other, asked), limit_s=_CALLS * subject.call_s)
        if found is None:
            subject.has_left(_CALLS)
        if found:
            return call, other.facts.name
    return None


def stale_call(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return a call that returns a stale answer after a change, and the name of the tool that makes the change.

    Args:
        subject: A tool that only reads.
    """
    kept = kept_values(subject.tool)
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    writers = [one for one in others if not reads(one[0]) and kept & kept_values(one[1])][:_MAX_NEIGHBOURS]
    for other, call, change in subject.patience().each(_all_pairs(subject, writers, changing=True)):
        asked_before = answers(subject, [(subject, call), (other, change), (subject, call)])
        asked_after = answers(subject, [(other, change), (subject, call)])
        if not asked_before or not asked_after or "" in (*asked_before, *asked_after):
            continue
        is_stale = asked_before[0] == asked_before[2] != asked_after[1]
        again = [(subject, call), (other, change), (subject, call)], [(other, change), (subject, call)]
        if is_stale and [answers(subject, calls) for calls in again] == [asked_before, asked_after]:
            return call, other.facts.name
    return None


def answers_in_fresh_world(subject: Subject, calls: Sequence[tuple[Subject, dict[str, Any]]]) -> list[str] | None:
    """Return `answers` in an emptied sandbox with the files that the tool expects."""
    told = answers(subject, calls, first=partial(make_fresh, [subject]))
    os.chdir(subject.sandbox.workspace)
    return told


def answers(
    subject: Subject,
    calls: Sequence[tuple[Subject, dict[str, Any]]],
    *,
    first: Callable[[], None] = lambda: None,
    is_needed: bool = True,
) -> list[str] | None:
    """Make calls in a copy of the process; return their results as text, "" for a failed call.

    Each value is on a line of its own, after its place. Returns None if a call did not return.

    Args:
        subject: The tool that is judged.
        calls: The calls, each with its tool.
        first: Runs in the copy, before the calls.
        is_needed: Whether a verdict needs these calls; if they do not return, that is then reported to the engine.
    """

    def make() -> list[str] | None:
        first()
        with fake_sleep():
            made = [one.call(arguments) for one, arguments in calls]
        if any(outcome.timed_out for outcome in made):
            return None
        return [lines_of(outcome.returned) if outcome.succeeded else "" for outcome in made]

    told: list[str] | None = in_a_copy(make, limit_s=_CALLS * subject.call_s)
    if told is None and is_needed:
        subject.has_left(len(calls))
    return told


def lines_of(value: Any) -> str:
    """Return the values of an answer, each on a line after its place; "" for an empty text."""
    plain = in_json_types(value)
    return "" if plain == "" else "\n".join(_lines(plain))


def _lines(value: Any, place: str = "", depth: int = 0) -> Iterator[str]:
    if isinstance(value, Mapping) and value and depth < _MAX_DEPTH:
        for key, item in value.items():
            yield from _lines(item, f"{place} {key}".replace("_", " "), depth + 1)
    elif isinstance(value, list) and value and depth < _MAX_DEPTH:
        for item in value:
            yield from _lines(item, place, depth + 1)
    else:
        yield f"{place}\t{value!r}"


class Leak(Struct, frozen=True):
    """A call whose answer contains text from the call before it, and the claim that excuses it, or None."""

    call: dict[str, Any]
    excuse: Claim | None


def call_that_leaks(subject: Subject) -> Leak | None:
    """Return a call whose answer contains text from the call before it, preferably one without an excuse.

    Args:
        subject: A tool whose answers should not depend on earlier calls.
    """
    fits = FlatSchema(subject.schema).fits
    excuse_of_tool = tells_of_calls(subject.facts)
    leak: Leak | None = None
    for slot in subject.patience().each(path_slots(subject.schema)[:_MAX_SLOTS]):
        for base in plausible_calls(subject, limit=1):
            first, second = ("".join(subject.random.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(2))
            calls = [slot.place(base, text) for text in (first, second)]
            if not all(fits(subject.schema, call) for call in calls):
                continue
            told = answers(subject, [(subject, call) for call in calls])
            # Each answer must show its own text, or a leak could not show either.
            if told and first in told[0] and second in told[1]:
                shown = [line.partition("\t")[0] for line in told[1].split("\n") if first in line]
                excuses = [excuse_of_tool or value_tells_of_calls(subject.facts, place) for place in shown]
                excuse = None if any(not claim for claim in excuses) else next(iter(excuses), None)
                if excuses and excuse is None:
                    return Leak(calls[1], None)
                leak = leak or (Leak(calls[1], excuse) if excuses else None)
    return leak


def _all_pairs(
    subject: Subject, others: Sequence[tuple[ToolFacts, Tool]], *, changing: bool = False
) -> Iterator[tuple[Subject, dict[str, Any], dict[str, Any]]]:
    """Yield each of the other tools with a call of this tool and a call of the other.

    Args:
        subject: This tool.
        others: The other tools.
        changing: Whether to vary the calls of the other tool instead of those of this one.
    """
    for facts, tool in others:
        other = subject.beside(facts, tool)
        if changing:
            yield from ((other, own, theirs) for theirs, own in _pairs(other, subject))
        else:
            yield from ((other, own, theirs) for own, theirs in _pairs(subject, other))


def _pairs(subject: Subject, other: Subject) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a call of each tool with equal values for the texts that both take."""
    for asked in calls_that_fit(other, limit=1):
        for call in calls_that_fit(subject, limit=_MAX_CALLS):
            shared = {name: value for name, value in call.items() if name in asked and isinstance(value, str)}
            if shared:
                yield call, {**asked, **shared}


def _is_found_afterwards(subject: Subject, call: dict[str, Any], other: Subject, asked: dict[str, Any]) -> bool | None:
    """Return whether *other* fails until *subject* was called; None if a call does not return.

    Run it in a copy of the process.
    """
    with fake_sleep():
        before = other.call(asked)
        if before.succeeded or not before.ran:
            return False
        outcomes = [before, other.call(asked), other.call(asked), subject.call(call), other.call(asked)]
    if any(outcome.timed_out for outcome in outcomes):
        return None
    return not any(outcome.succeeded for outcome in outcomes[:3]) and outcomes[-1].succeeded
