"""Let through: records of an answer that break the filter which the call asks for.

search("crumble", nut_free_only=True)    crumble
search("carrots", nut_free_only=True)    soup, and not the cake, which has nuts
search("salad", nut_free_only=True)      salad, which has nuts: the filter does not hold for what the title matches
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from ....profile.told_filters import Relation, may_let_through, names_field, told_filter, told_flag
from ....profile.told_totals import limits_results
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ..lasting_reads import calls_that_fit
from .record_lists import Lists, Record, record_lists
from .whole_lists import whole_call

__all__ = ["judge_let_through"]

_SHARE, _SHARE_OF_SERVER = 0.2, 0.1
#: Of a function, and of a server.
_MAX_BASES = (24, 6)
_MAX_CALLS, _MAX_FILTERS, _MAX_VALUES, _MAX_TEXTS, _MAX_WORDS = 8, 4, 4, 12, 3
_SHORTEST_WORD = 3
_HUGE = 10**9


class _Filter(Struct):
    """A value that an argument filters by.

    Attributes:
        name: The argument.
        relation: What its value demands of the field.
        words: The words of the field.
        value: The value.
        others: Values that filter otherwise, or not at all; None stands for an argument that is missing.
    """

    name: str
    relation: Relation
    words: tuple[str, ...]
    value: Any
    others: tuple[Any, ...]

    def holds(self, record: Record, key: str) -> bool | None:
        """Tell whether the value at a key is one that the filter lets through; None if it cannot be told."""
        found = record.get(key)
        if self.relation in ("least", "most"):
            is_number = isinstance(found, int | float) and not isinstance(found, bool)
            return (found >= self.value if self.relation == "least" else found <= self.value) if is_number else None
        if isinstance(self.value, str):
            return found == self.value if isinstance(found, str) and found in (self.value, *self.others) else None
        flag = told_flag(self.words, key, found)
        flag = found if flag is None and isinstance(found, bool) else flag
        return None if flag is None else flag is (self.relation in ("same", "only"))

    def group(self, record: Record, key: str) -> str:
        """Return what records that are kept or dropped alike have in common: one may count as another."""
        return "" if self.relation in ("least", "most") else str(record.get(key))

    def is_about(self, record: Record, key: str) -> bool:
        """Tell whether a key of a record is the field by its name."""
        if isinstance(self.value, bool):
            return told_flag(self.words, key, record.get(key)) is not None
        return names_field(self.words, key) and self.holds(record, key) is not None


class _Seen(Struct):
    """What the answers have shown of a filter at one place.

    Attributes:
        key: The key of the field.
        kept: Records that the filter lets through.
        dropped: Records that it does not.
        sizes: The numbers of records with the filter, and without it.
        is_kept: Whether a record that keeps the rule was let through.
        lost: The groups of records that break it, of which some were dropped.
        broken: By group, the first calls that let such a record through, with and without the filter, and the record.
    """

    key: str
    kept: list[Record] = field(default_factory=list)
    dropped: list[Record] = field(default_factory=list)
    sizes: list[tuple[int, int]] = field(default_factory=list)
    is_kept: bool = False
    lost: set[str] = field(default_factory=set)
    broken: dict[str, tuple[dict[str, Any], Record]] = field(default_factory=dict)


def judge_let_through(subject: Subject) -> bool:
    """Judge that no record of an answer breaks the filter of the call, if the filter drops such records elsewhere.

    A filter is an argument that has the name of a field: a choice with its values, a flag, or the least or greatest
    number. With it, an answer must have no records but those without it. One that another field of the records
    explains is not judged, nor is one with words for records that it does not concern.

    Returns:
        Whether a filter was found that drops records.

    Raises:
        CheckFailure: If an answer has a record that breaks it, twice.
    """
    if subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    named = [name for name, node in view.arguments.items() if _may_filter(subject, name, node)]
    calls = calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if named else []
    judged = False
    patience = subject.patience(_SHARE_OF_SERVER if subject.is_served else _SHARE)
    with FastCalls(subject) as fast:
        probe = _Probe(subject, view, fast)
        for name in named[:_MAX_FILTERS]:
            for one in patience.each(list(probe.filters(name, calls))):
                judged = _judge(probe, one, calls, patience) or judged
    return judged


def _judge(probe: _Probe, one: _Filter, calls: list[dict[str, Any]], patience: Patience) -> bool:
    """Tell whether a filter drops records that break it."""
    seen: dict[str, _Seen] = {}
    for base in probe.bases(one, calls):
        if patience.is_over:
            break
        _look(probe, one, base, seen)
    judged = False
    for place, found in seen.items():
        if not found.lost or not found.is_kept or _is_explained(one, found):
            continue
        judged = True
        for base, record in (found.broken[group] for group in found.broken if group in found.lost):
            again: dict[str, _Seen] = {}
            call = _look(probe, one, base, again)
            if place in again and record in (other for _, other in again[place].broken.values()):
                raise CheckFailure(
                    "filter_let_through",
                    f"With {one.value!r} in {one.name!r}, the answer has a record with {record.get(found.key)!r} in "
                    f"{found.key!r}, though other answers leave such records out. Apply the filter to every record; "
                    "in SQL, put conditions joined by OR in parentheses.",
                    about=one.name,
                    arguments=call,
                )
    return judged


def _look(probe: _Probe, one: _Filter, base: dict[str, Any], seen: dict[str, _Seen]) -> dict[str, Any]:
    """Note what a call with the filter has of what it has without the filter; return the call."""
    call = {**base, one.name: one.value}
    through, others = probe.lists(call), [probe.lists(_with(base, one.name, value)) for value in one.others]
    for place, kept in through.items():
        wide = [other[place] for other in others if place in other]
        every: list[Record] = []
        for record in [record for records in wide for record in records]:
            every += [record] if record not in every else []
        key = next((key for record in every for key in record if one.is_about(record, key)), None)
        if key is None:
            continue
        # A choice may have no value for all records.
        strange = [record for record in kept if record not in every]
        if any(not isinstance(one.value, str) or not one.holds(record, key) for record in strange):
            continue
        found = seen.setdefault(place, _Seen(key))
        dropped = [record for record in every if record not in kept]
        found.kept += kept
        found.dropped += dropped
        found.sizes.append((len(kept), len(every)))
        found.is_kept = found.is_kept or any(one.holds(record, key) for record in kept)
        # If there are as many, each may have another form, or the number of records is limited.
        if any(len(records) > len(kept) for records in wide):
            found.lost |= {one.group(record, key) for record in dropped if one.holds(record, key) is False}
        for record in kept:
            if one.holds(record, key) is False:
                found.broken.setdefault(one.group(record, key), (base, record))
    return call


def _is_explained(one: _Filter, found: _Seen) -> bool:
    """Tell whether another field of the records is the one that the filter is about, or it limits their number."""
    if one.relation == "most" and all(kept == min(one.value, every) for kept, every in found.sizes):
        return True
    keys = {key for record in found.kept for key in record} - {found.key}
    return any(
        all(one.holds(record, key) is True for record in found.kept)
        and all(one.holds(record, key) is False for record in found.dropped)
        for key in keys
    )


class _Probe:
    """The calls with a filter, and their records.

    Args:
        subject: The tool.
        view: Its schema.
        fast: Makes the calls.
    """

    def __init__(self, subject: Subject, view: FlatSchema, fast: FastCalls) -> None:
        self._subject, self._view, self._fast = subject, view, fast

    def lists(self, call: dict[str, Any]) -> Lists:
        """Return the lists of records in the answer of a call, those within records left out."""
        outcome = self._fast.call(call) if self._fits(call) else None
        return record_lists(outcome.value) if outcome is not None and outcome.succeeded else {}

    def filters(self, name: str, calls: list[dict[str, Any]]) -> Iterator[_Filter]:
        """Yield the values that an argument may filter by."""
        relation, words = told_filter(name)
        node = self._view.arguments[name]
        kinds = {kind for flat in self._view.alternatives(node) for kind in _list(flat.get("type"))}
        choices = self._view.choices(node)
        if relation == "same" and choices:
            for choice in choices[:_MAX_VALUES]:
                yield _Filter(name, relation, words, choice, (None, *(other for other in choices if other != choice)))
        elif relation in ("least", "most"):
            for number in self._numbers(name, words, calls) if kinds & {"integer", "number"} else ():
                whole = int(number) if "number" not in kinds else number
                yield _Filter(name, relation, words, whole, (None, *((0,) if relation == "least" else (_HUGE,))))
        elif "boolean" in kinds:
            is_on = relation != "including"
            yield _Filter(name, relation, words, is_on, (not is_on,))

    def bases(self, one: _Filter, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield calls in which the filter may be told, each once: also with texts of the records that break it."""
        most = _MAX_BASES[self._subject.is_served]
        known: list[dict[str, Any]] = []
        for base in self._variants(one, calls):
            whole = whole_call(self._view, {name: value for name, value in base.items() if name != one.name})
            if whole not in known:
                known.append(whole)
                yield whole
            if len(known) >= most:
                return

    def _variants(self, one: _Filter, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        yield from calls[: _MAX_BASES[self._subject.is_served] // 3]
        nodes = self._view.arguments
        texts = [
            (base, name)
            for base in calls[:2]
            for name, value in base.items()
            if isinstance(value, str) and not self._view.choices(nodes.get(name)) and name != one.name
        ]
        for base, name in texts[:2]:
            for text in self._texts(one, calls):
                yield {**base, name: text}
        for base in calls[:1]:
            for name, node in nodes.items():
                values: list[Any] = [
                    *self._view.choices(node),
                    *([True, False] if node.get("type") == "boolean" else []),
                ]
                yield from ({**base, name: value} for value in values[:_MAX_VALUES] if name != one.name)
        yield from calls

    def _texts(self, one: _Filter, calls: list[dict[str, Any]]) -> Iterator[str]:
        """Yield texts of records which the filter should not let through, and words of them."""
        found: dict[str, None] = {}
        records = [
            record
            for base in calls
            for value in one.others
            for records in self.lists(_with(base, one.name, value)).values()
            for record in records
        ]
        for record in records:
            if any(one.is_about(record, key) and one.holds(record, key) is False for key in record):
                for text in [value for value in record.values() if isinstance(value, str)]:
                    words = [word for word in text.replace(",", " ").split() if len(word) >= _SHORTEST_WORD]
                    found.update(dict.fromkeys([text, *words[:_MAX_WORDS]]))
        yield from list(found)[:_MAX_TEXTS]

    def _numbers(self, name: str, words: tuple[str, ...], calls: list[dict[str, Any]]) -> list[float]:
        """Return numbers of the field that the answers show, without the least."""
        every = [self.lists(whole_call(self._view, _with(base, name, None))) for base in calls[:3]]
        every = every if any(every) else [self.lists(whole_call(self._view, base)) for base in calls]
        shown = {
            value
            for lists in every
            for records in lists.values()
            for record in records
            for key, value in record.items()
            if names_field(words, key) and isinstance(value, int | float) and not isinstance(value, bool)
        }
        between = sorted(shown)[1:-1] or sorted(shown)
        return sorted({between[len(between) * part // 4] for part in (1, 2, 3)} if between else ())

    def _fits(self, call: dict[str, Any]) -> bool:
        return self._view.fits(self._subject.schema, call)


def _may_filter(subject: Subject, name: str, node: Mapping[str, Any]) -> bool:
    told = str(node.get("description") or "")
    return not limits_results(name, told) and not may_let_through(
        subject.facts.description or "", told, told_filter(name)[1]
    )


def _with(base: dict[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return a call with another value; without the argument if it is None."""
    rest = {key: part for key, part in base.items() if key != name}
    return rest if value is None else {**rest, name: value}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
