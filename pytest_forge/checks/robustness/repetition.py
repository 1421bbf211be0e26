"""Repetition: what a tool that only reads answers when it is asked the same again."""

from __future__ import annotations

import itertools
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...oracles.tracked_objects import instances_of
from ...strategies.mined_constants import has_changing_defaults
from ...strategies.roles import name_words
from ...strategies.schemas.flat_schema import CannotMake, SchemaView
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.copies import in_a_copy
from ..calls.edge_calls import HurriedCalls
from ..calls.plausible_calls import in_json_types, plausible_calls, richer_calls
from ..check import check
from .bugs import BugFinder
from .hash_order import call_in_hash_order
from .lasting_reads import call_that_leaks, call_that_stores, calls_that_fit, is_reader, stale_call
from .moving_names import ABOUT_THE_CALL, AMOUNTS, CHOOSING_ANEW, MOVING

__all__ = ["equal_calls_agree"]

_REPEATS = 6
_MAX_CALLS = 4
_MAX_DEPTH = 6
_MAX_TEXT = 20_000
#: Words of tools that choose among what they are given, by chance or by the clock; the others are asked which it is.
_CHOOSING = frozenset(
    ("choose", "select", "assign", "any", "some", "turn", "current", "today", "now", "winner", "allot")
)
#: Texts among which no rule about length decides.
_ALIKE = ("red", "sky", "oak")
_COUNTED = re.compile(r"\d")

#: What one call has shown: how it ended, and what stands at each place of its result.
_Seen = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A place at which equal calls differ: what stood there in turn, and the same for people."""

    place: str
    values: list[Any]
    what: str
    is_order: bool = False


@check(family="robustness", level="MUST", source="seed-000: What the function returns, a dict with a stable shape")
def equal_calls_agree(subject: Subject) -> None:
    """A tool that declares to read answers equal calls alike, however often it is asked.

    A list that grows with every call, a default that keeps what the last call put in, a table that a look-up empties:
    the model acts on what others have asked. Each call is made six times, and the whole once more from the start, so
    that what depends on the calls before is told from chance and the clock.

    An order that changes, and one of several items that were given and are alike in length, are wrong by chance, too;
    so is the order of a set of texts, which is another one in the next process. So is a reader that finds nothing until
    this one was asked for the same, an answer that a change does not reach because it was given before, and one that
    holds the text of another call.

    Not judged: tools without a declared tier, but for the last ones, or that may write; tools that are there to
    move on or to choose by chance; numbers that count the calls; what only the first of equal calls says, as a cache
    does.
    """
    facts = subject.facts
    if facts.tier != "read" or not facts.tier_declared:
        base = None if facts.tier_declared else next(iter(calls_that_fit(subject, limit=1)), None)
        if base is not None:
            _judge_hash_order(subject, base)
            _judge_what_lasts(subject)
            if has_changing_defaults(subject.tool):
                _judge_leaks(subject)
        raise NotApplicable("Only a tool that declares to read promises to answer alike.")
    named = {*name_words(facts.name), *name_words(facts.description or "")}
    moves = not MOVING.isdisjoint(named)
    adds_up = not (MOVING - CHOOSING_ANEW).isdisjoint(named)
    calls = [*plausible_calls(subject, limit=_MAX_CALLS), *richer_calls(subject, limit=2)][: _MAX_CALLS + 1]
    calls += _calls_with_equals(subject, calls) if _CHOOSING.isdisjoint(named) and not moves else []
    bugs = BugFinder(subject)
    first = in_a_copy(lambda: _sequences(subject, calls, bugs), limit_s=1.5 * subject.call_s)
    if first is None:
        raise NotApplicable("A call did not come back, which is judged by call_returns.")
    suspects = [index for index, seen in enumerate(first) if _troubles(seen, moves=moves, adds_up=adds_up)]
    if not any(seen and seen[0]["end"] == "returned" for seen in first):
        raise NotApplicable("No plausible call gave a result.")
    if not suspects:
        if not moves:
            _judge_hash_order(subject, calls[0])
            _judge_leaks(subject)
        _judge_what_lasts(subject)
        return
    _reseed(subject)
    second = _sequences(subject, calls, bugs)
    for index in suspects:
        again = (
            {one.place: one for one in _troubles(second[index], moves=moves, adds_up=adds_up)}
            if index < len(second)
            else {}
        )
        given = _given_items(calls[index]) if _CHOOSING.isdisjoint(named) else frozenset()
        for trouble in _troubles(first[index], moves=moves, adds_up=adds_up):
            repeated = again.get(trouble.place)
            # Chance and the clock do not repeat themselves; an order that changes is wrong in any way it does.
            is_choice = len(given) > 1 and all(isinstance(value, str) and value in given for value in trouble.values)
            if repeated is not None and (trouble.is_order or is_choice or repeated.values == trouble.values):
                raise CheckFailure(
                    f"Equal calls gave different answers: {trouble.what}. "
                    "Answer from what is asked alone, and keep nothing between calls that shows.",
                    arguments=calls[index],
                )


def _judge_what_lasts(subject: Subject) -> None:
    if not is_reader(subject.facts):
        return
    found = call_that_stores(subject)
    if found is not None:
        call, other = found
        raise CheckFailure(
            f"After a call, {other!r} finds what it did not find before. "
            "Look up without putting in, with get() and not with setdefault().",
            arguments=call,
        )
    found = stale_call(subject)
    if found is not None:
        call, other = found
        raise CheckFailure(
            f"After {other!r} has changed what a call asks for, it is answered as before if it was made before, too. "
            "Let the change clear what is kept, or say how long an answer may be old.",
            arguments=call,
        )


def _judge_leaks(subject: Subject) -> None:
    found = call_that_leaks(subject)
    if found is not None:
        raise CheckFailure(
            "The answer to a call holds the text of the call before it. "
            "Keep nothing between calls: no list as a default, and no table that each call adds to.",
            arguments=found,
        )


def _judge_hash_order(subject: Subject, base: Mapping[str, Any]) -> None:
    call = call_in_hash_order(subject, base)
    if call is not None:
        raise CheckFailure(
            "A result lists texts in the order of a set, which is another one in every process. "
            "Sort them, or keep the order in which they came.",
            arguments=call,
        )


def _calls_with_equals(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the first call whose lists of texts can hold texts of one length instead, changed so."""
    try:
        view = SchemaView(subject.schema)
    except CannotMake:
        return []
    for call in calls:
        lists = [name for name, value in call.items() if value and isinstance(value, list) and _are_texts(value)]
        changed = call | {name: list(_ALIKE) for name in lists}
        if lists and view.fits(subject.schema, changed):
            return [changed]
    return []


def _given_items(call: Mapping[str, Any]) -> frozenset[Any]:
    """Return the texts in the lists of a call."""
    lists = [value for value in call.values() if isinstance(value, list)]
    return frozenset(item for items in lists for item in items if isinstance(item, str))


def _are_texts(value: list[Any]) -> bool:
    return all(isinstance(item, str) for item in value)


def _sequences(subject: Subject, calls: Sequence[dict[str, Any]], bugs: BugFinder) -> list[list[_Seen]]:
    sequences: list[list[_Seen]] = []
    with HurriedCalls(subject) as hurried:
        for call in calls:
            seen: list[_Seen] = []
            for _ in range(_REPEATS):
                outcome = hurried.call(call)
                if outcome.timed_out:
                    return sequences
                bug = bugs.in_outcome(outcome)
                end = "returned" if outcome.succeeded else f"raised {bug}" if bug else "failed"
                value = in_json_types(outcome.returned) if outcome.succeeded else None
                seen.append({"end": end, "places": dict(_places(value))})
                if not outcome.ran:
                    break
            sequences.append(seen)
    return json.loads(json.dumps(sequences, default=repr))  # type: ignore[no-any-return]  # as the copy's are


def _places(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield what stands at each place: the size of lists and maps, texts, numbers, and items whose order may change."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        yield f"{path}#size", len(value)
        for key, item in list(value.items())[:60]:
            yield from _places(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list | tuple):
        yield f"{path}#length", len(value)
        items = [json.dumps(item, sort_keys=True, default=repr) for item in value[:200]]
        yield f"{path}#items", items
    elif isinstance(value, str):
        yield path, value[:_MAX_TEXT]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def _troubles(seen: Sequence[_Seen], *, moves: bool, adds_up: bool) -> list[_Trouble]:
    """Return the places at which equal calls differ, and how, for people."""
    if len(seen) < _REPEATS or seen[0]["end"] != "returned":
        return []
    found: list[_Trouble] = []
    broke = next((number for number, one in enumerate(seen) if one["end"].startswith("raised ")), None)
    if broke is not None:
        found.append(_Trouble("", [broke], f"call {broke + 1} {seen[broke]['end']}"))
    places = [one["places"] for one in seen if one["end"] == "returned"]
    if len(places) < _REPEATS:
        return found
    for place in places[0]:
        values = [one.get(place) for one in places]
        if moves and (adds_up or not _grows(place, values)):
            continue
        if all(value == values[0] for value in values):
            continue
        path, _, kind = place.partition("#")
        name = path.rpartition(".")[2]
        shown = f"{name!r} " if name else "the result "
        if any(value is None for value in values):
            if not kind and values[-1] is None and _keeps_changing(values):
                found.append(_Trouble(place, values, f"{shown}was {values[0]!r:.40} at first, and gone in the end"))
            continue
        if kind in ("length", "size"):
            what = "items" if kind == "length" else "keys"
            found.append(
                _Trouble(place, values, f"{shown}held {', '.join(str(value) for value in values[:4])} {what} in turn")
            )
        elif not ABOUT_THE_CALL.isdisjoint(name_words(name)):
            continue
        elif kind == "items":
            if all(sorted(value) == sorted(values[0]) for value in values):
                found.append(_Trouble(place, values, f"{shown}held the same items in another order", is_order=True))
            elif len(set(map(len, values))) == 1 and _keeps_changing(values):
                found.append(_Trouble(place, values, f"{shown}held other items each time"))
        elif _keeps_changing(values) and (not _counts(values) or not AMOUNTS.isdisjoint(name_words(name))):
            found.append(
                _Trouble(place, values, f"{shown}was {', '.join(repr(value)[:40] for value in values[:3])} in turn")
            )
    return found


def _grows(place: str, values: list[Any]) -> bool:
    """Tell whether a list is there each time, and longer each time."""
    is_list = place.endswith("#length") and None not in values
    return is_list and all(before < after for before, after in itertools.pairwise(values))


def _keeps_changing(values: list[Any]) -> bool:
    """Tell whether more than the first differs from the others: a cache answers alike from the second call on."""
    return any(value != values[1] for value in values[2:])


def _counts(values: list[Any]) -> bool:
    """Tell whether values only count the calls, up or down, alone or within a text."""
    if all(isinstance(value, int | float) for value in values):
        return len({after - before for before, after in itertools.pairwise(values)} - {1, -1, 0}) == 0
    if all(isinstance(value, str) for value in values):
        plain = {re.sub(r"\d+", "0", value) for value in values}
        return len(plain) == 1 and all(_COUNTED.search(value) for value in values)
    return False


def _reseed(subject: Subject) -> None:
    """Let every source of chance that this process knows go another way than in the copy."""
    random.seed(f"another way/{subject.facts.name}")
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        with suppress(Exception):
            numpy.random.seed(subject.random.randrange(1 << 31))
    for item in instances_of(random.Random):
        if item is not subject.random:
            with suppress(Exception):
                item.seed(subject.random.random())
