"""Server keys: a cache of a server that leaves out or merges arguments, so that a call gets the answer to another call.

The calls have to find something: search(query="app") may find nothing, whatever the other arguments are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ....strategies.calls.edge_values import EdgeValues
from ....targets.subject import Subject
from ...calls.known_values import known_values
from .alike_keys import AlikeCalls, alike_calls
from .finding_calls import FindingCall, finding_call, with_values_of_records
from .foreign_answer import ForeignAnswer, after_start, answered_by_server, by_place, foreign, foreign_place, plainest
from .incomplete_keys import choices_of, other_calls, other_values
from .like_values import pairs_of_days

__all__ = ["servers_foreign_answer"]

_MAX_BASES, _MAX_CALLS, _MAX_KNOWN, _MAX_DAYS = 2, 14, 1, 16


class _Pair(Struct, frozen=True):
    """Two calls that are answered alike, in the order in which they were made.

    Attributes:
        calls: The calls.
        told: Their answers.
        echoes: Values of the calls; an answer that differs in these alone is no other one.
    """

    calls: AlikeCalls
    told: tuple[str, str]
    echoes: Sequence[Any] = ()


def servers_foreign_answer(subject: Subject, calls: Sequence[dict[str, Any]]) -> ForeignAnswer | None:
    """Return a call of a server's reader whose answer is that of another call made before; None if there is none.

    The server is started afresh only if another value of an argument, or two others, change nothing but what the answer
    says of the argument. The later calls are then made in reverse.
    """
    bases = [base for call in calls[:1] for base in _with_known_values(subject, call)]
    pairs = [pair for base in bases for pair in _alike(subject, base, calls)]
    working = next((base for base in bases[:_MAX_BASES] if subject.call(base).succeeded), None)
    pairs += _with_alike_keys(subject, working) if working is not None else []
    made = [pair.calls.second for pair in pairs]
    made = [call for number, call in enumerate(made) if call not in made[:number]]
    backward = after_start(subject, made[::-1]) if pairs else None
    for pair in pairs if backward else ():
        base, call, names = pair.calls.first, pair.calls.second, pair.calls.names
        alone = (backward or [])[-1 - made.index(call)]
        found = plainest(subject, foreign(*pair.told, alone, pair.echoes)) if alone else None
        # An accident does not repeat.
        if found is not None and foreign_place(subject, base, call, pair.echoes) == found:
            place, values = found
            return ForeignAnswer(call, base, names, place, repr(base.get(names[0])) in values)
    finding = finding_call(subject, calls)
    foreign_one = _of_finding(subject, finding, calls, bases, pairs) if finding is not None else None
    if finding is not None and finding.added:
        # Later judges expect no records.
        subject.renew()
    return foreign_one


def _of_finding(
    subject: Subject,
    finding: FindingCall,
    calls: Sequence[dict[str, Any]],
    bases: Sequence[dict[str, Any]],
    known: Sequence[_Pair],
) -> ForeignAnswer | None:
    """Return a call that gets what another one has found, from which it differs in a single argument.

    The calls with another value for one argument are made apart from those for another one: an equal answer may be
    right for a larger limit, and a call with a filter gets that as well.

    Args:
        subject: The tool.
        finding: The other call.
        calls: Ordinary calls.
        bases: Calls whose likes have been made.
        known: Those that are answered like them.
    """
    base, added = finding.call, finding.added
    others = [] if base in bases else list(itertools.islice(other_calls(subject, base, calls), _MAX_CALLS))
    pairs = [pair for pair in known if pair.calls.first == base and len(pair.calls.names) == 1]
    pairs += _answered_alike(subject, base, others)
    chosen = _answered_alike(subject, base, list(with_values_of_records(subject, base)))
    named = [[pair for pair in pairs if pair.calls.names == names] for names in {pair.calls.names: 0 for pair in pairs}]
    for own in (part[::-1] for part in (chosen, *named) if part):
        backward = after_start(subject, [pair.calls.second for pair in own], added=added) or []
        for pair, alone in zip(own, backward, strict=False):
            call, names = pair.calls.second, pair.calls.names
            found = plainest(subject, foreign(*pair.told, alone, pair.echoes)) if alone else None
            # An accident does not repeat.
            if found is not None and foreign_place(subject, base, call, pair.echoes, added=added) == found:
                place, values = found
                return ForeignAnswer(call, base, names, place, repr(base.get(names[0])) in values, added=added)
    return None


def _alike(subject: Subject, base: dict[str, Any], calls: Sequence[dict[str, Any]]) -> list[_Pair]:
    """Return the calls that differ from *base* in one argument and are answered like it."""
    return _answered_alike(subject, base, list(itertools.islice(other_calls(subject, base, calls), _MAX_CALLS)))


def _answered_alike(
    subject: Subject, base: dict[str, Any], others: Sequence[tuple[str, dict[str, Any]]]
) -> list[_Pair]:
    """Return those of other calls, each with the argument in which it differs, that are answered like *base*."""
    told = answered_by_server(subject, [base, *(call for _, call in others)])
    if not told or not told[0]:
        return []
    nodes = subject.schema.get("properties") or {}
    found = []
    for (name, call), after in zip(others, told[1:], strict=True):
        default = nodes[name].get("default") if isinstance(nodes.get(name), Mapping) else None
        if after and _differ_in(told[0], after, {repr(base.get(name)), repr(default), repr(call[name])}):
            found.append(_Pair(AlikeCalls((name,), base, call), (told[0], after)))
    return found


def _with_alike_keys(subject: Subject, base: dict[str, Any]) -> list[_Pair]:
    """Return calls which a key that is not exact may take for the same, and that are answered alike."""
    pairs = list(alike_calls(subject.schema, base, partial(other_values, subject)))
    days = pairs_of_days(subject, base, limit=_MAX_DAYS)
    made = [call for pair in (*pairs, *days) for call in (pair.first, pair.second)]
    # Earlier calls may have been about the days.
    told = ((after_start if days else answered_by_server)(subject, made) if made else None) or []
    return [
        _Pair(pair, (one, other), pair.given)
        for pair, one, other in zip([*pairs, *days], told[::2], told[1::2], strict=False)
        if one and other and _differ_in(one, other, {repr(value) for value in pair.given})
    ]


def _differ_in(before: str, after: str, given: set[str]) -> bool:
    """Return whether two answers differ in nothing but the values that were *given*."""
    theirs, own = by_place(before), by_place(after)
    return theirs.keys() == own.keys() and all(
        values == own[place] or set(values) | set(own[place]) <= given for place, values in theirs.items()
    )


def _with_known_values(subject: Subject, base: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield *base*, and calls with other values that the server's program holds: *base* may name an empty record."""
    yield base
    view = EdgeValues(subject.schema).view
    known = known_values(subject)
    nodes = subject.schema.get("properties") or {}
    for name, value in base.items():
        if isinstance(value, bool) or isinstance(choices_of(nodes.get(name)), list):
            continue
        calls = ({**base, name: other} for other in known.values_for(name, value))
        yield from itertools.islice((call for call in calls if view.fits(subject.schema, call)), _MAX_KNOWN)
