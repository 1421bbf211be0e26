"""Filtered pages: a filter that is applied once the page has been cut, so that a page ends before the entries do.

list(kind="a")              1, 5                  next: none
list(kind="a", limit=2)     1                     next: none, since 2 and 3 were cut and left out: 5 is lost

Other tools add records of two kinds, of which those of the first lie apart.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import Any

from msgspec.structs import replace

from ....profile.reads import reads
from ....profile.told_filters import names_field, told_filter
from ....profile.told_totals import is_said_to_limit_reading, limits_reading
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.listed_names import are_of_one_type, value_named
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import NamedCall, before_json
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from ..two_kinds import FIRST_KIND, filter_names, two_kinds, values_of_both
from .filled_stores import records_of_maker
from .page_ways import PageWay, entries_of, followed, has_form_of_pages, page_answer, page_arguments, page_ways
from .pages import in_a_copy_of_its_own

__all__ = ["judge_filtered_pages", "named_by"]

_SHARE = 0.2
_MAX_MAKERS, _MAX_CHANGERS, _FEWEST_ADDED = 2, 2, 3
_MAX_FILTERS, _MAX_VALUES, _MAX_SHOWN = 4, 3, 60
#: Entries of a short page.
_SHORT = (1, 2, 3)

_Call = dict[str, Any]


def judge_filtered_pages(subject: Subject) -> None:
    """Judge that short pages together have each entry that a filter lets through, if they do without a filter.

    A filter is an argument that is not required, and with which one long page has some of the entries that it has
    without it. A number that is said to limit what is looked at is not judged.

    Raises:
        CheckFailure: If their cursors lead to the end without an entry, twice.
    """
    filters = filter_names(subject) if all(page_arguments(subject)) else []
    if not filters:
        return
    for base in calls_that_fit(subject, limit=1)[:1]:
        plain = {name: value for name, value in base.items() if name not in filters}
        found = in_a_copy_of_its_own(subject, _lost_of_own, plain)
        found = found or in_a_copy_of_its_own(subject, _lost_of_records, plain)
        if found:
            raise CheckFailure(
                "page_loses_entries",
                f"With {found['value']!r} in {found['filter']!r}, one page has {found['most']} entries, but following "
                f"{found['said']!r} from this call to the end gives {found['found']}, without {found['entry']}. "
                "Apply the filter before the page is cut.",
                about=found["cursor"],
                arguments=found["call"],
                before=found.get("before", ()),
            )


def _lost_of_own(subject: Subject, plain: _Call) -> dict[str, Any] | None:
    """Return what a finding tells of an entry of the tool's own data."""
    if subject.is_served:
        return _lost_entry(subject, plain, {})
    make_fresh([subject])
    with fake_sleep():
        return _lost_entry(subject, plain, {})


def _lost_of_records(subject: Subject, plain: _Call) -> dict[str, Any] | None:
    """Return what a finding tells of an entry that another tool has added, with the calls that added them."""
    patience = subject.patience(_SHARE)
    if not has_form_of_pages(subject, plain) or (subject.is_served and served_tool(subject).server.address.url):
        return None
    for facts, tool in makers_of(subject, plain)[:_MAX_MAKERS]:
        if patience.is_over:
            break
        lost = _lost_of_maker(subject, plain, subject.beside(facts, tool))
        if subject.is_served:
            # The records are not there for what is judged next.
            subject.renew()
        if lost:
            return lost
    return None


def _lost_of_maker(subject: Subject, plain: _Call, maker: Subject) -> dict[str, Any] | None:
    if subject.is_served:
        subject.renew()
    else:
        make_fresh([subject, maker])
    kinds, given = two_kinds(subject, maker)
    with nullcontext() if subject.is_served else fake_sleep():
        added = records_of_maker(subject, maker, plain, given=given)
        if len(added) >= _FEWEST_ADDED:
            added = [*added, *_changed_later(subject, maker, plain, kinds)]
        lost = _lost_entry(subject, plain, kinds) if len(added) >= _FEWEST_ADDED else None
    return {**lost, "before": before_json(added)} if lost else None


def _changed_later(
    subject: Subject, maker: Subject, plain: _Call, kinds: Mapping[str, list[Any]]
) -> Iterator[NamedCall]:
    """Let other tools give some of the records another kind, such as a status, and yield the calls that worked."""
    view = FlatSchema(subject.schema)
    names = [name for name in filter_names(subject) if name not in kinds]
    others = [one for one in subject.neighbours if not reads(one[0]) and one[0].name != maker.facts.name]
    changers = [subject.beside(*one) for one in others if one[0].name != subject.facts.name]
    pairs = [(name, *one) for name in names for one in _like_filter(changers, name)][:_MAX_CHANGERS]
    way = next(page_ways(subject, plain), None) if pairs else None
    records = page_answer(subject, way.whole).get(way.entries) or [] if way else []
    for name, changer, key in pairs:
        other = FlatSchema(changer.schema)
        shown = _plain_values(records, told_filter(name)[1])
        values = [value for _, value in values_of_both(view, name, other, other.arguments[key]) if value not in shown]
        for usual in candidate_arguments(changer.schema, limit=1) if values else ():
            for record in (records[place] for place in FIRST_KIND if place < len(records)):
                call = {**usual, key: values[0], **named_by(record, usual, but=key)}
                if not looks_failed(changer.call(call)):
                    yield changer.facts.name, call


def _like_filter(changers: list[Subject], name: str) -> Iterator[tuple[Subject, str]]:
    """Yield tools that need something with the name of a filter, and that name."""
    words = told_filter(name)[1]
    for changer in changers:
        required = changer.schema.get("required") or ()
        yield from ((changer, key) for key in required if names_field(words, key) and len(required) > 1)


def named_by(record: Any, usual: _Call, *, but: str = "") -> _Call:
    """Return the arguments of a call that a record names, with its values."""
    given = dict(record) if isinstance(record, Mapping) else {}
    named = {name: value_named(name, given) or given.get("id") for name in usual if name != but}
    return {name: value for name, value in named.items() if are_of_one_type(value, usual[name])}


def _lost_entry(subject: Subject, plain: _Call, kinds: Mapping[str, list[Any]]) -> dict[str, Any] | None:
    """Return what a finding tells of an entry that following the pages with a filter loses; None without one."""
    for way in itertools.islice(page_ways(subject, plain), 1):
        records = page_answer(subject, way.whole).get(way.entries) or []
        entries = entries_of(subject, way.whole, way.entries)
        is_other = way.is_guessed or way.is_of_entry or _limits_reading(subject, way.limit)
        if is_other or len(set(entries)) < len(entries):
            continue
        sizes = [size for size in _SHORT if followed(subject, way, size, len(entries))[0] == set(entries)]
        for name, value in _filter_values(subject, way, records, kinds) if sizes else ():
            narrow = replace(way, start={**way.start, name: value}, whole={**way.whole, name: value})
            lost = _lost_with(subject, narrow, entries, sizes)
            if lost:
                said = way.said.rpartition(".")[2]
                shared = {"said": said, "cursor": way.cursor, "filter": name, "value": value}
                return {**lost, **shared}
    return None


def _limits_reading(subject: Subject, limit: str) -> bool:
    told = str(FlatSchema(subject.schema).arguments[limit].get("description") or "")
    return limits_reading(told) or is_said_to_limit_reading(told_words(subject), limit)


def _lost_with(subject: Subject, way: PageWay, entries: list[str], sizes: list[int]) -> dict[str, Any] | None:
    answer = page_answer(subject, way.whole)
    chosen = entries_of(subject, way.whole, way.entries)
    is_some = bool(chosen) and set(chosen) < set(entries) and way.leads_to(answer, way.whole[way.limit]) is None
    for size in sizes if is_some else ():
        found = _all_pages(subject, way, size, entries)
        if found is None or not found < set(chosen):
            continue
        again = entries_of(subject, way.whole, way.entries)
        if again == chosen and _all_pages(subject, way, size, entries) == found:
            lost = next(one for one in chosen if one not in found)
            call = {**way.start, way.limit: size}
            return {"entry": lost[:_MAX_SHOWN], "found": len(found), "most": len(chosen), "call": call}
    return None


def _all_pages(subject: Subject, way: PageWay, size: int, entries: list[str]) -> set[str] | None:
    """Return the entries of all pages; None if a page fails, or they do not end."""
    found, _ = followed(subject, way, size, len(entries))
    if found:
        return found
    first = page_answer(subject, {**way.start, way.limit: size})
    return set() if first.get(way.entries) == [] and way.leads_to(first, size) is None else None


def _filter_values(
    subject: Subject, way: PageWay, records: list[Any], kinds: Mapping[str, list[Any]]
) -> Iterator[tuple[str, Any]]:
    """Yield filters and their values: those of added records, and what the records show under the name of a filter."""
    view = FlatSchema(subject.schema)
    names = [name for name in filter_names(subject) if name not in (way.limit, way.cursor)]
    for name in names[:_MAX_FILTERS]:
        relation, words = told_filter(name)
        values = [*kinds.get(name, ()), *(_shown(records, words) if relation == "same" else (True, False))]
        fitting: list[Any] = []
        for value in values:
            one = next((one for one in (value, [value]) if view.fits(view.arguments[name], one)), None)
            fitting += [one] if one is not None and one not in fitting and name not in way.start else []
        yield from ((name, value) for value in fitting[:_MAX_VALUES])


def _shown(records: list[Any], words: tuple[str, ...]) -> list[Any]:
    """Return values that some records have under a name, and not all: the last one's first."""
    shown = [_plain_values([record], words) for record in records]
    values: list[Any] = []
    for one in (value for group in reversed(shown) for value in group if isinstance(value, str | int)):
        values += [one] if one not in values and not all(one in group for group in shown) else []
    return values


def _plain_values(records: list[Any], words: tuple[str, ...]) -> list[Any]:
    """Return all values that records have under a name, those of lists one by one."""
    items = [item for record in records if isinstance(record, Mapping) for item in record.items()]
    parts = [part for key, part in items if names_field(words, key)]
    return [one for part in parts for one in (part if isinstance(part, list) else [part])]
