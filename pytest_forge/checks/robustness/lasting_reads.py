"""Lasting reads: whether a tool that only reads keeps what it was asked for, so that a later answer shows it.

stored    another reader finds what it did not find before
stale     after a change the tool answers as before it, since it was asked before it
leaked    a call's answer holds the text of another call
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ...strategies.mined_constants import kept_values
from ...strategies.roles import name_words
from ...strategies.schemas.flat_schema import CannotMake, SchemaView
from ...targets.facts import ToolFacts
from ...targets.subject import Subject
from ...verdict import NoCallFits
from ..calls.copies import in_a_copy
from ..calls.hurried_time import hurried_time
from ..calls.path_slots import path_slots
from ..calls.plausible_calls import in_json_types, plausible_calls

__all__ = ["call_that_leaks", "call_that_stores", "calls_that_fit", "is_reader", "stale_call"]

_READING = frozenset(
    (
        *("get", "read", "list", "find", "show", "count", "length", "size", "is", "has", "exists", "check", "describe"),
        *("lookup", "search", "view", "peek", "info", "status", "stat", "tell", "compare", "summarize", "summary"),
    )
)
_WRITING = frozenset(
    (
        *("add", "create", "put", "set", "update", "save", "store", "write", "append", "insert", "register", "ensure"),
        *("delete", "remove", "clear", "reset", "rename", "move", "mark", "toggle", "open", "start", "join", "reserve"),
        *("book", "record", "log", "remember", "touch", "subscribe", "watch", "import", "load", "send", "post", "init"),
    )
)
_MAX_NEIGHBOURS = 4
_MAX_CALLS = 3
_MAX_SLOTS = 4
_MAX_DEPTH = 5
#: Words of tools and of values that tell of other calls, or say that they may be late.
_TELLING = re.compile(
    r"\b(?:cach\w*|snapshots?|stale|minutes?|seconds?|ttl|recent\w*|previous\w*|last|latest|histor\w*|seen|so far"
    r"|log\w*|queries|trend\w*|popular\w*|at start|when (?:it|the server) started|sessions?)\b",
    re.IGNORECASE,
)


def is_reader(facts: ToolFacts) -> bool:
    """Tell whether a tool declares to read, or is named for it and for nothing else."""
    words = set(name_words(facts.name))
    if facts.tier_declared:
        return facts.tier == "read"
    return not words.isdisjoint(_READING) and words.isdisjoint(_WRITING)


def calls_that_fit(subject: Subject, *, limit: int) -> list[dict[str, Any]]:
    """Return ordinary calls; none if its schema allows none, which is judged where the tool is the subject."""
    try:
        return plausible_calls(subject, limit=limit)
    except NoCallFits:
        return []


def call_that_stores(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return a call after which another reader finds what it did not find before, and that one's name.

    Args:
        subject: A tool that only reads.
    """
    kept = kept_values(subject.tool)
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    readers = [one for one in others if is_reader(one[0]) and kept & kept_values(one[1])][:_MAX_NEIGHBOURS]
    for facts, tool in readers:
        other = subject.beside(facts, tool)
        for call, asked in _pairs(subject, other):
            if in_a_copy(partial(_is_found_afterwards, subject, call, other, asked), limit_s=subject.call_s):
                return call, facts.name
    return None


def stale_call(subject: Subject) -> tuple[dict[str, Any], str] | None:
    """Return a call that is answered as before a change because it was made before it, and the name of what changes.

    Args:
        subject: A tool that only reads.
    """
    if _TELLING.search(f"{subject.facts.name.replace('_', ' ')} {subject.facts.description}"):
        return None
    kept = kept_values(subject.tool)
    others = [(facts, tool) for facts, tool in subject.neighbours if facts.name != subject.facts.name]
    writers = [one for one in others if not is_reader(one[0]) and kept & kept_values(one[1])][:_MAX_NEIGHBOURS]
    for facts, tool in writers:
        other = subject.beside(facts, tool)
        for change, call in _pairs(other, subject):
            asked_before = _answers(subject, [(subject, call), (other, change), (subject, call)])
            asked_after = _answers(subject, [(other, change), (subject, call)])
            if not asked_before or not asked_after or "" in (*asked_before, *asked_after):
                continue
            is_stale = asked_before[0] == asked_before[2] != asked_after[1]
            again = [(subject, call), (other, change), (subject, call)], [(other, change), (subject, call)]
            if is_stale and [_answers(subject, calls) for calls in again] == [asked_before, asked_after]:
                return call, facts.name
    return None


def _answers(subject: Subject, calls: Sequence[tuple[Subject, dict[str, Any]]]) -> list[str] | None:
    """Return what calls in a copy of the process have returned, as text, empty where one failed; None if it is lost.

    Each value stands on a line of its own, behind its place.
    """

    def make() -> list[str]:
        with hurried_time():
            made = [one.call(arguments) for one, arguments in calls]
        values = [in_json_types(outcome.returned) if outcome.succeeded else "" for outcome in made]
        return ["\n".join(_lines(value)) if value != "" else "" for value in values]

    answers: list[str] | None = in_a_copy(make, limit_s=subject.call_s)
    return answers


def _lines(value: Any, place: str = "", depth: int = 0) -> Iterator[str]:
    if isinstance(value, Mapping) and depth < _MAX_DEPTH:
        for key, item in value.items():
            yield from _lines(item, f"{place} {key}".replace("_", " "), depth + 1)
    elif isinstance(value, list) and depth < _MAX_DEPTH:
        for item in value:
            yield from _lines(item, place, depth + 1)
    else:
        yield f"{place}\t{value!r}"


def call_that_leaks(subject: Subject) -> dict[str, Any] | None:
    """Return a call whose answer holds a text of the call before it.

    Args:
        subject: A tool that is there for one answer at a time.
    """
    if _TELLING.search(f"{subject.facts.name.replace('_', ' ')} {subject.facts.description}"):
        return None
    try:
        fits = SchemaView(subject.schema).fits
    except CannotMake:
        return None
    for slot in path_slots(subject.schema)[:_MAX_SLOTS]:
        for base in plausible_calls(subject, limit=1):
            first, second = ("".join(subject.random.choices("bcdfghjklmnpqrstvwxz", k=9)) for _ in range(2))
            calls = [slot.place(base, text) for text in (first, second)]
            if not all(fits(subject.schema, call) for call in calls):
                continue
            answers = _answers(subject, [(subject, call) for call in calls])
            # What comes back in neither answer is not shown at all.
            if answers and first in answers[0] and second in answers[1]:
                shown = [line.partition("\t")[0] for line in answers[1].split("\n") if first in line]
                if any(not _TELLING.search(place) for place in shown):
                    return calls[1]
    return None


def _pairs(subject: Subject, other: Subject) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield a call of each tool in which every text that both take is the same."""
    for asked in calls_that_fit(other, limit=1):
        for call in calls_that_fit(subject, limit=_MAX_CALLS):
            shared = {name: value for name, value in call.items() if name in asked and isinstance(value, str)}
            if shared:
                yield call, {**asked, **shared}


def _is_found_afterwards(subject: Subject, call: dict[str, Any], other: Subject, asked: dict[str, Any]) -> bool:
    """Tell whether *other* fails until *subject* was called. Made in a copy of the process."""
    with hurried_time():
        before = [other.call(asked) for _ in range(3)]
        if any(outcome.succeeded or outcome.timed_out or not outcome.ran for outcome in before):
            return False
        return not subject.call(call).timed_out and other.call(asked).succeeded
