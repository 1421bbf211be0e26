"""Asked names: names that a reader was only asked for, and that another reader then lists among the records."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.reads import reads
from ....regex import regex
from ....strategies.calls.examples import candidate_arguments
from ....strategies.mined_constants import kept_values
from ....strategies.schemas.flat_schema import is_valid
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import unlisted_values

__all__ = ["AskedName", "asked_name_that_stays"]

_MAX_READERS, _MAX_NAMES, _MAX_TRIES, _MAX_OF_PLACE = 6, 4, 24, 4
_DEEPEST, _MAX_ITEMS, _MAX_LINES = 5, 200, 200
_WORD = regex(r"\w(?:[\w.-]*\w)?")
#: Time limit, in calls, of the calls of a function, which are made in a copy of the process.
_CALLS = 4

#: Digits of a number that is no longer one of a record.
_LONG = 16

#: The texts and numbers of an answer, by the path to them: all items of a list, and all keys of a map, share one.
_Entries = dict[str, list[str]]


class AskedName(Struct, frozen=True):
    """A call after which another reader lists what the call asked for.

    Attributes:
        call: The call.
        name: The argument with the name.
        other: The facts of the other reader.
    """

    call: dict[str, Any]
    name: str
    other: ToolFacts


def asked_name_that_stays(subject: Subject, calls: list[dict[str, Any]]) -> AskedName | None:
    """Return a call with an unknown name after which another reader lists this name; None if there is none.

    Whether the call works or fails does not matter. A list of what was asked for, or in vain, is another one: what the
    other reader lists in the same place works in this reader's call, and stands there before the first one.

    Args:
        subject: A tool that only reads.
        calls: Ordinary calls of it.
    """
    lists = [reader for reader in _readers(subject) if not reader.schema.get("required")][:_MAX_READERS]
    if not lists:
        return None
    if subject.is_served:
        found = _found(subject, calls, lists)
        if found is not None:
            # Now nothing has been asked for.
            subject.renew()
            found = _found(subject, calls, lists)
    else:
        with fake_sleep():
            found = in_a_copy(
                partial(_found, subject, calls, lists), limit_s=_CALLS * subject.call_s, tell=subject.has_left
            )
    if found is None:
        return None
    call, name, number = found
    return AskedName(call, name, lists[number].facts)


def _readers(subject: Subject) -> Iterator[Subject]:
    """Yield the other readers of the target; of functions, those that use the same data."""
    kept = set() if subject.is_served else kept_values(subject.tool)
    for facts, tool in subject.neighbours:
        if facts.name == subject.facts.name:
            continue
        if subject.is_served:
            may_show = facts.tier == "read" and facts.tier_declared
        else:
            may_show = reads(facts) and bool(kept & kept_values(tool))
        if may_show:
            yield subject.beside(facts, tool)


def _found(
    subject: Subject, calls: list[dict[str, Any]], lists: list[Subject]
) -> tuple[dict[str, Any], str, int] | None:
    for base in calls[:1]:
        for name in itertools.islice((name for name, value in base.items() if _is_name(value)), _MAX_NAMES):
            other = _listed_after(subject, base, name, lists)
            if other is not None:
                return other
    return None


def _listed_after(
    subject: Subject, base: dict[str, Any], name: str, lists: list[Subject]
) -> tuple[dict[str, Any], str, int] | None:
    """Return a call with another value of an argument, the argument, and the number of the list that then has it."""
    before = [_entries(reader) for reader in lists]
    known = _known(subject, base, name, before)
    if known is None:
        return None
    place, value = known
    places = {place: texts for entries in before for place, texts in entries.items()}
    shown = {text for entries in before for texts in entries.values() for text in texts}
    for unknown in unlisted_values(value):
        call = {**base, name: unknown}
        if str(unknown) in shown or not is_valid(subject.schema, call):
            continue
        if subject.call(call).timed_out:
            return None
        for number, reader in enumerate(lists):
            after = _entries(reader)
            if str(unknown) in after.get(place, []):
                return call, name, number
            now = [other for other, texts in after.items() if str(unknown) in texts and places.get(other)]
            # The value that worked may be another text that this tool takes, such as a key.
            if any(_works(subject, base, name, text) for other in now for text in places[other][:1]):
                return call, name, number
        return None
    return None


def _works(subject: Subject, base: dict[str, Any], name: str, text: str) -> bool:
    value = int(text) if isinstance(base[name], int) and text.isdecimal() and len(text) < _LONG else text
    call = {**base, name: value}
    return type(value) is type(base[name]) and is_valid(subject.schema, call) and subject.call(call).succeeded


def _known(subject: Subject, base: dict[str, Any], name: str, before: list[_Entries]) -> tuple[str, str | int] | None:
    """Return where the other readers list a value with which a call works, and the value."""
    old = base[name]
    places = {place: texts for entries in before for place, texts in entries.items()}
    own = [(place, old) for place, texts in places.items() if str(old) in texts]
    # An earlier check may have put some in.
    others = [(place, text) for place, texts in places.items() for text in list(dict.fromkeys(texts))[:_MAX_OF_PLACE]]
    for place, text in [*own[:1], *others][:_MAX_TRIES]:
        if _works(subject, base, name, str(text)):
            return place, int(text) if isinstance(old, int) else text
    return None


def _is_name(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _entries(reader: Subject) -> _Entries:
    found: _Entries = {}
    for call in candidate_arguments(reader.schema, limit=1):
        outcome = reader.call(call)
        for place, text in _leaves(outcome.value) if outcome.succeeded else ():
            found.setdefault(place, []).append(text)
    return found


def _leaves(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping) and depth < _DEEPEST:
        for key, part in itertools.islice(value.items(), _MAX_ITEMS):
            yield f"{place}.{{}}", str(key)
            yield from _leaves(part, f"{place}.{key}", depth + 1)
    elif isinstance(value, list | tuple | set | frozenset) and depth < _DEEPEST:
        for part in itertools.islice(value, _MAX_ITEMS):
            yield from _leaves(part, f"{place}[]", depth + 1)
    elif isinstance(value, str):
        for line in value.splitlines()[:_MAX_LINES]:
            yield place, line
            # A line may tell more than the name: "- novels: 2 books".
            words = _WORD.findall(line)
            yield from ((f"{place} word", word) for word in words[: _MAX_LINES if len(words) > 1 else 0])
    elif isinstance(value, int) and not isinstance(value, bool):
        yield place, str(value)
