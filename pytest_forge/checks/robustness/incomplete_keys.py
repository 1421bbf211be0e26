"""Incomplete keys: a cache that leaves out an argument, so that a call gets the answer to another call."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...profile.claim import Claim
from ...profile.moves_on import value_tells_of_calls
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.mined_constants import author_codes, changes_state
from ...strategies.schemas.flat_schema import CannotMake
from ...targets.subject import Subject
from .lasting_reads import answers

__all__ = ["ForeignAnswer", "call_with_foreign_answer"]

_MAX_BASES, _MAX_VALUES, _MAX_CALLS = 2, 2, 10


@dataclass(frozen=True, slots=True)
class ForeignAnswer:
    """A call that gets a value of another call's answer.

    Attributes:
        call: The call.
        before: The call whose answer it gets; it differs in one argument.
        name: That argument.
        excuse: The claim that the value reports earlier calls; it may be false.
    """

    call: dict[str, Any]
    before: dict[str, Any]
    name: str
    excuse: Claim


def call_with_foreign_answer(subject: Subject, calls: Sequence[dict[str, Any]]) -> ForeignAnswer | None:
    """Return a call whose answer, after another call, is that of the other call, but is not in a fresh process.

    Args:
        subject: A tool that only reads.
        calls: Ordinary calls.
    """
    if not changes_state(author_codes(subject.tool)):
        return None
    for base in subject.patience().each(calls[:_MAX_BASES]):
        others = list(itertools.islice(_others(subject, base), _MAX_CALLS))
        told = answers(subject, [(subject, base), *((subject, call) for _, call in others)])
        if not told or not told[0]:
            continue
        for (name, call), after in zip(others, told[1:], strict=True):
            if after and _shared(told[0], after):
                place = _foreign_place(subject, base, call)
                # An accident does not repeat.
                if place is not None and _foreign_place(subject, base, call) == place:
                    return ForeignAnswer(call, base, name, value_tells_of_calls(subject.facts, place))
    return None


def _others(subject: Subject, base: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield calls that differ from *base* in one argument, each with that argument."""
    try:
        edges = EdgeValues(subject.schema)
    except CannotMake:
        return
    for name, node in edges.nodes.items():
        default = node.get("default") if isinstance(node, Mapping) else None
        values = [value for value in edges.of(name, limit=8) if value not in (base.get(name, default), "", None)]
        calls = ({**base, name: value} for value in values)
        yield from itertools.islice(
            ((name, call) for call in calls if edges.view.fits(subject.schema, call)), _MAX_VALUES
        )


def _foreign_place(subject: Subject, base: dict[str, Any], call: dict[str, Any]) -> str | None:
    """Return the place of a value that *call* shares with *base* after it, but does not have alone."""
    alone = answers(subject, [(subject, call)])
    if not alone or not alone[0]:
        return None
    pair = answers(subject, [(subject, base), (subject, call)])
    if not pair or not all(pair):
        return None
    own = _by_place(alone[0])
    return next((place for place, values in _shared(*pair).items() if own.get(place, values) != values), None)


def _shared(first: str, second: str) -> dict[str, list[str]]:
    """Return the values that two answers share, by place."""
    theirs = _by_place(second)
    return {place: values for place, values in _by_place(first).items() if theirs.get(place) == values}


def _by_place(answer: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in answer.split("\n"):
        place, _, value = line.partition("\t")
        found.setdefault(place, []).append(value)
    return found
