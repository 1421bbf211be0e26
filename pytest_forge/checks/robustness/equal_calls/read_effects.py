"""Read effects: answers of a server that change after calls of a reader, which has to leave everything as it is."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ...calls.answer_values import leaves
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import NamedCall
from ...calls.state_view import without_moments
from .reader_calls import calls_with_options, views_of_others

__all__ = ["ReadEffect", "leaves_arguments", "leaves_by_place", "read_effects"]

_MAX_CALLS, _DEEPEST, _MAX_ITEMS = 2, 5, 60
#: Share of a check's time.
_SHARE = 0.2
_LONGEST_PAUSE_S = 0.5
#: A shorter text may stand in an answer by chance.
_LEAST_TEXT = 3

#: The number of a viewed call, and a place in its answer.
_Place = tuple[int, str]
_Places = dict[_Place, str]
_Changes = dict[_Place, str]


class ReadEffect(Struct, frozen=True):
    """An answer that is another one after calls of a reader.

    Attributes:
        facts: The tool that gives the answer.
        call: The call that it answers.
        place: Where the answer differs.
        before: The calls before it; the last one is the reader's.
        argument: The optional argument that stays; empty if the answer is another tool's.
    """

    facts: ToolFacts
    call: dict[str, Any]
    place: str
    before: list[NamedCall]
    argument: str = ""

    @property
    def name(self) -> str:
        """The last key on the path to the place."""
        return self.place.rpartition(".")[2].partition("[")[0]


def leaves_arguments(subject: Subject) -> bool:
    """Tell whether calls of a reader with more arguments change an answer, as far as few show.

    The answers are its own without these arguments, and those of other readers. The clock and a count have the same
    effect: only `read_effects` tells them apart.
    """
    required = set(subject.schema.get("required") or ())
    calls = plausible_calls(subject)
    # The first call works, and another one may name what the server does not have.
    least = {name: value for name, value in calls[0].items() if name in required}
    more = [call for call in calls if _gives(call) - required][:_MAX_CALLS]
    # With switches alone.
    more = more or [call for call in calls if any(call[name] for name in call.keys() - required)][:_MAX_CALLS]
    more += [call for call in calls_with_options(subject, least) if call not in more]
    if not more:
        return False
    bases = [least]
    bases += [base for base in [{name: more[0][name] for name in required & more[0].keys()}] if base != least]
    views = [*((subject, base) for base in bases), *views_of_others(subject, least)]
    # Earlier checks, and the search for calls that work, may have left the same arguments.
    subject.renew()
    # What has a value of its own by then is no difference.
    before, settled = _seen(views), _seen(views)
    for call in more:
        subject.call(call)
    return bool(_differing(settled, _seen(views)) - _differing(before, settled))


def read_effects(subject: Subject, acts: list[dict[str, Any]]) -> list[ReadEffect]:
    """Return answers that calls of a reader have changed, at most one of another reader and one of its own.

    Of another reader's answer, each call must have changed a part of its own, or the first one nothing, or one must
    have put a text of its arguments there: what every call changes alike, such as the state of a connection, and
    numbers, which may count the calls, do not count, unless they become a number of the arguments. Of its own, a call
    without an optional argument must be answered as one with it. The server has just been started; it is started afresh
    up to three times more where something has changed.

    Args:
        subject: The reader.
        acts: Calls of it that work.
    """
    required = set(subject.schema.get("required") or ())
    base = {name: value for name, value in acts[0].items() if name in required} if acts else {}
    views = list(views_of_others(subject, base))
    optional = [_gives(act) - required if act != base else set() for act in acts]
    if any(optional):
        # Last, since it may have effects itself.
        views.append((subject, base))
    if len(acts) < 2 or not views:
        return []

    def found(changes: list[_Changes]) -> list[tuple[int, _Place]]:
        """Return the number of the call and the place of each effect."""
        others = [{place for place in places if views[place[0]][0] is not subject} for places in changes]
        own = [
            changed.keys() - other if given else set()
            for given, changed, other in zip(optional, changes, others, strict=False)
        ]
        if len({frozenset(places) for places in others if places}) > 1 or (others and not others[0]):
            of_others = others
        else:
            of_others = [
                {place for place in places if _shows(changed[place], act)}
                for act, places, changed in zip(acts, others, changes, strict=False)
            ]
        firsts = (
            next(((n, min(places)) for n, places in enumerate(each) if places), None) for each in (of_others, own)
        )
        return [first for first in firsts if first is not None]

    began = time.monotonic()
    first = _changes(subject, acts, views)
    if first and first[0] and not any(first[1:]) and not found(first):
        # Any first call may open a connection, so this one comes last.
        acts, optional = [*acts[1:], acts[0]], [*optional[1:], optional[0]]
        _begin_again(subject)
        first = _changes(subject, acts, views)
    if not found(first):
        return []
    pause_s = min(_LONGEST_PAUSE_S, (time.monotonic() - began) / len(acts))
    _begin_again(subject)
    # What changes by itself, or by being looked at.
    moving = set().union(*_changes(subject, acts, views, pause_s=pause_s))
    _begin_again(subject)
    second = _changes(subject, acts, views)
    lasting = [
        {place: text for place, text in one.items() if place in other and place not in moving}
        for one, other in zip(first, second, strict=False)
    ]
    return [
        ReadEffect(
            views[index][0].facts,
            views[index][1],
            place,
            [(subject.facts.name, acts[number])],
            min(optional[number]) if views[index][0] is subject else "",
        )
        for number, (index, place) in found(lasting)
    ]


def _changes(
    subject: Subject,
    acts: list[dict[str, Any]],
    views: list[tuple[Subject, dict[str, Any]]],
    *,
    pause_s: float | None = None,
) -> list[_Changes]:
    """Return, for each call of the reader, the places of the viewed answers that it has changed, with what is there.

    Args:
        subject: The reader.
        acts: Its calls.
        views: Calls whose answers are compared.
        pause_s: Seconds to wait in place of each call of the reader; None to make it.
    """
    patience = subject.patience(_SHARE)
    before = _seen(views)
    seen = [_seen(views)]
    moving = _differing(before, seen[0])
    made: list[dict[str, Any]] = []
    for act in acts:
        if patience.is_over:
            break
        if pause_s is not None:
            time.sleep(pause_s)
        elif subject.call(act).timed_out:
            break
        made.append(act)
        seen.append(_seen(views))
    turning = _turning(seen)
    return [
        {
            place: after.get(place, "")
            for place in _differing(last, after) - moving
            if views[place[0]][0] is subject
            or place in turning
            or not _is_number(last, after, place)
            or _becomes_given(last, after, place, act)
        }
        for act, last, after in zip(made, seen, seen[1:], strict=False)
    ]


def _turning(seen: Sequence[_Places]) -> set[_Place]:
    """Return the places of numbers that rise and fall, which no count of calls does."""
    steps: dict[_Place, set[bool]] = {}
    for last, after in itertools.pairwise(seen):
        for place in _differing(last, after):
            if _is_number(last, after, place):
                steps.setdefault(place, set()).add(float(after[place]) > float(last[place]))
    return {place for place, ways in steps.items() if len(ways) > 1}


def _shows(text: str, call: Mapping[str, Any]) -> bool:
    """Return whether what stands at a place contains a text of the arguments, or is a number of them."""
    return any(
        len(one) >= _LEAST_TEXT and json.dumps(one)[1:-1] in text if isinstance(one, str) else json.dumps(one) == text
        for one in leaves(call)
    )


def _differing(one: _Places, other: _Places) -> set[_Place]:
    return {place for place in one.keys() | other.keys() if one.get(place) != other.get(place)}


def _seen(views: list[tuple[Subject, dict[str, Any]]]) -> _Places:
    """Return the values in the answers to some calls by their places; none of a call that fails."""
    found: _Places = {}
    for number, (reader, call) in enumerate(views):
        outcome = reader.call(call)
        for place, value in leaves_by_place(outcome.value) if outcome.succeeded else ():
            found[number, place] = without_moments(json.dumps(value, default=repr))
    return found


def leaves_by_place(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the values in an answer that are neither maps nor lists, with their places."""
    if depth < _DEEPEST and isinstance(value, Mapping):
        for key, part in itertools.islice(value.items(), _MAX_ITEMS):
            yield from leaves_by_place(part, f"{place}.{key}" if place else str(key), depth + 1)
    elif depth < _DEEPEST and isinstance(value, list):
        for number, part in enumerate(value[:_MAX_ITEMS]):
            yield from leaves_by_place(part, f"{place}[{number}]", depth + 1)
    else:
        yield place, value


def _is_number(before: _Places, after: _Places, place: _Place) -> bool:
    shown = (before.get(place), after.get(place))
    return all(text is not None and text.lstrip("-").replace(".", "", 1).isdigit() for text in shown)


def _becomes_given(before: _Places, after: _Places, place: _Place, call: Mapping[str, Any]) -> bool:
    """Return whether a number becomes one of the arguments, and not just one more or less."""
    now = after.get(place, "")
    return abs(float(before[place]) - float(now)) > 1 and now in {json.dumps(one) for one in leaves(call)}


def _gives(call: Mapping[str, Any]) -> set[str]:
    """Return the arguments that a call gives and that are no switches: these may be orders, such as "refresh"."""
    return {name for name, value in call.items() if not isinstance(value, bool) and value not in (None, "")}


def _begin_again(subject: Subject) -> None:
    subject.renew()
    plausible_calls(subject, limit=_MAX_CALLS)
