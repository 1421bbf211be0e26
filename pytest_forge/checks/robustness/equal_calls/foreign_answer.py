"""Foreign answer: a call that gets a value of another call's answer, which it does not get alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.moves_on import value_tells_of_calls
from ....targets.subject import Subject
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import NamedCall
from ..lasting_reads import answers, lines_of

__all__ = [
    "ForeignAnswer",
    "after_start",
    "answered_by_server",
    "by_place",
    "foreign",
    "foreign_place",
    "plainest",
    "repeats",
    "shared",
]


class ForeignAnswer(Struct, frozen=True):
    """A call that gets a value of another call's answer.

    Attributes:
        call: The call.
        before: The call whose answer it gets.
        names: The one or two arguments in which it differs.
        place: The place of the value in the answer.
        is_echo: Whether the value is what the earlier call gave for the argument.
        where: What the files hold in which it shows; empty for ordinary ones.
        added: Calls of other tools of a server, which are made first.
    """

    call: dict[str, Any]
    before: dict[str, Any]
    names: tuple[str, ...]
    place: str
    is_echo: bool
    where: str = ""
    added: Sequence[NamedCall] = ()


def foreign_place(
    subject: Subject,
    base: dict[str, Any],
    call: dict[str, Any],
    echoes: Sequence[Any] = (),
    *,
    added: Sequence[NamedCall] = (),
) -> tuple[str, list[str]] | None:
    """Return the place of a value that *call* shares with *base* after it, but does not have alone, and the value.

    Args:
        subject: The tool.
        base: The earlier call.
        call: The call.
        echoes: Values of the calls; an answer that differs in these alone is no other one.
        added: Calls of other tools of a server, which are made first.
    """
    make = partial(after_start, added=added) if subject.is_served else _in_copy
    alone = make(subject, [call])
    if not alone:
        return None
    pair = make(subject, [base, call])
    if not pair or not all(pair):
        return None
    if not alone[0]:
        # Alone it fails; then it must have the whole answer of the other call.
        return next(iter(by_place(pair[0]).items()), None) if pair[0] == pair[1] else None
    return plainest(subject, foreign(pair[0], pair[1], alone[0], echoes))


def plainest(subject: Subject, found: Iterator[tuple[str, list[str]]]) -> tuple[str, list[str]] | None:
    """Return the first place whose name does not suggest that it reports earlier calls, or else the first of all."""
    return min(found, key=lambda one: bool(value_tells_of_calls(subject.facts, one[0])), default=None)


def foreign(before: str, after: str, alone: str, echoes: Sequence[Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield each place of *after* with the values of *before* there, if *alone* has others, or has no such place.

    Values that differ in *echoes* alone are no others.
    """
    own = by_place(alone)
    both = shared(before, after)
    for place, values in both.items():
        if _without(own.get(place, values), echoes) != _without(values, echoes):
            yield place, values
    if before == after and own.keys().isdisjoint(both):
        # The places are what was grouped by, for example.
        yield from both.items()


def repeats(given: Any, values: Sequence[str]) -> bool:
    """Tell whether values of an answer have what a call gave, or a part of an object that it gave."""
    parts = given.values() if isinstance(given, Mapping) else ()
    return repr(given) in values or any(repeats(part, values) for part in parts)


def _without(values: list[str], echoes: Sequence[Any]) -> list[str]:
    """Return values of an answer without what they repeat of a call."""
    given = [item for echo in echoes for item in (echo if isinstance(echo, list) else [echo])]
    texts = sorted({text for text in given if isinstance(text, str) and text}, key=len, reverse=True)
    left = [value for value in values if value not in {repr(item) for item in given}]
    return [re.sub("|".join(map(re.escape, texts)), "", value) for value in left] if texts else left


def _in_copy(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[str] | None:
    return answers(subject, [(subject, call) for call in calls])


def after_start(
    subject: Subject, calls: Sequence[dict[str, Any]], *, added: Sequence[NamedCall] = ()
) -> list[str] | None:
    """Return `answers` of a server that has just started, and has got the calls of other tools in *added*."""
    subject.renew()
    # Puts the files back that its calls expect.
    plausible_calls(subject, limit=1)
    tools = {one[0].name: one for one in subject.neighbours} if added else {}
    for name, call in added:
        subject.beside(*tools[name]).call(call)
    return answered_by_server(subject, calls)


def answered_by_server(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[str] | None:
    """Return `answers` of a server as it is."""
    made = [subject.call(call) for call in calls]
    if any(outcome.timed_out for outcome in made):
        subject.has_left(len(calls))
        return None
    return [lines_of(outcome.value) if outcome.succeeded else "" for outcome in made]


def shared(first: str, second: str) -> dict[str, list[str]]:
    """Return the values that two answers share, by place."""
    theirs = by_place(second)
    return {place: values for place, values in by_place(first).items() if theirs.get(place) == values}


def by_place(answer: str) -> dict[str, list[str]]:
    """Return the values of an answer by their places."""
    found: dict[str, list[str]] = {}
    for line in answer.split("\n"):
        place, _, value = line.partition("\t")
        found.setdefault(place, []).append(value)
    return found
