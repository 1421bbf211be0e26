"""Pages: entries of a long page that are on none of the short ones, which the tool's own cursors lead through.

list(limit=50)                   1 at 8:00, 2 at 8:05, 3 at 8:05    next: none
list(limit=2)                    1 at 8:00, 2 at 8:05               next: "8:05"
list(limit=2, cursor="8:05")     nothing                            3 is lost: it ties with the edge of the page

list(limit=1, offset=2)          3 at 8:05                          next: 3, though there are no more
list(limit=1, offset=3)          nothing

Where the tool's own records lose none, those that another tool adds in no order may.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_pages import told_last_page
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import served_tool
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.record_makers import makers_of
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .filled_stores import records_of_maker

__all__ = ["judge_pages"]

_SHARE = 0.2
_MAX_BASES, _MAX_ENTRIES, _MAX_SHOWN = 2, 40, 60
_MAX_MAKERS, _FEWEST_ADDED = 2, 3
#: Entries of a short page, and of one that may hold all.
_SHORT, _LONG = (1, 2, 3), (500, 100, 50, 20)

#: Returns what a finding tells of a tool that is asked for pages by a call; None if there is nothing to tell.
_Find = Callable[[Subject, dict[str, Any]], dict[str, Any] | None]


class _Way(Struct, frozen=True):
    """How a tool leads from page to page.

    Attributes:
        limit: The argument that is the greatest number of entries.
        cursor: The argument that takes what the page before says.
        said: The key of that.
        entries: The key of the entries.
    """

    limit: str
    cursor: str
    said: str
    entries: str


def judge_pages(subject: Subject) -> None:
    """Judge that short pages together have each entry that one long page has, and lead to no page without any.

    Raises:
        CheckFailure: If their cursors lead to the end without an entry. If the description says that nothing leads on
            where there are no more: if one leads to an empty page.
    """
    limits, cursors = _arguments(subject)
    bases = calls_that_fit(subject, limit=_MAX_BASES) if limits and cursors else []
    found = itertools.chain(
        (_copied(subject, _in_fresh_world, base) for base in bases),
        (_copied(subject, _lost_of_records, base) for base in bases[:1]),
    )
    for lost in found:
        if lost and "empty" in lost:
            raise CheckFailure(
                "page_leads_nowhere",
                f'The description says "{lost["empty"]}", but {lost["said"]!r} leads from a page to one without '
                f"entries. Compare the end of a page with the number of all entries, and not with {lost['limit']!r}.",
                about=lost["cursor"],
                arguments=lost["call"],
                before=lost.get("before", ()),
            )
        if lost:
            raise CheckFailure(
                "page_loses_entries",
                f"One page with {lost['limit']}={lost['whole']} has {lost['most']} entries, but following "
                f"{lost['said']!r} from this call to the end gives {lost['found']}, without {lost['entry']}. "
                "Go on behind the last entry of a page, and not behind all that tie with it.",
                about=lost["cursor"],
                arguments=lost["call"],
                before=lost.get("before", ()),
            )


def _arguments(subject: Subject) -> tuple[list[str], list[str]]:
    """Return the arguments that may be a number of entries, and those that may be a cursor."""
    view = FlatSchema(subject.schema)
    limits, cursors = [], []
    required = view.root.get("required") or ()
    for name, node in (view.root.get("properties") or {}).items():
        kinds = {kind for flat in view.alternatives(node) for kind in types_of(flat)}
        limits += [name] if "integer" in kinds else []
        cursors += [name] if kinds & {"integer", "string"} and name not in required else []
    return limits, cursors


def _copied(subject: Subject, find: _Find, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what *find* does, in a copy of the process if the tool is a function."""
    if subject.is_served:
        return find(subject, base)
    found: dict[str, Any] | None = in_a_copy(
        partial(find, subject, base), limit_s=_SHARE * subject.check_s, tell=subject.has_left
    )
    return found


def _in_fresh_world(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    if subject.is_served:
        return _lost_entry(subject, base)
    make_fresh([subject])
    with fake_sleep():
        return _lost_entry(subject, base)


def _lost_of_records(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what `_lost_entry` does once another tool has added records, with the calls that added them."""
    patience = subject.patience(_SHARE)
    if not _has_form_of_pages(subject, base) or (subject.is_served and served_tool(subject).server.address.url):
        return None
    for facts, tool in makers_of(subject, base)[:_MAX_MAKERS]:
        if patience.is_over:
            break
        maker = subject.beside(facts, tool)
        lost = _lost_of_maker(subject, base, maker)
        if subject.is_served:
            # The records are not there for what is judged next.
            subject.renew()
        if lost:
            return lost
    return None


def _lost_of_maker(subject: Subject, base: dict[str, Any], maker: Subject) -> dict[str, Any] | None:
    if subject.is_served:
        subject.renew()
    else:
        make_fresh([subject, maker])
    with nullcontext() if subject.is_served else fake_sleep():
        added = records_of_maker(maker, base)
        lost = _lost_entry(subject, base) if len(added) >= _FEWEST_ADDED else None
    before = [{"tool": maker.facts.name, "arguments": call} for call in added]
    return {**lost, "before": before} if lost else None


def _has_form_of_pages(subject: Subject, base: Mapping[str, Any]) -> bool:
    """Tell whether an answer, or the schema of answers, has a list and a key that is named like an argument."""
    told = subject.facts.output_schema
    keys = {*_answer(subject, dict(base)), *((told.get("properties") or {}) if isinstance(told, Mapping) else {})}
    return any(_is_about(subject, said, cursor) for said in keys for cursor in _arguments(subject)[1])


def _lost_entry(subject: Subject, base: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a finding tells of an entry that following the pages loses, or an empty page; None without one."""
    for way, whole in itertools.islice(_ways(subject, base), 1):
        entries = _entries(subject, whole, way)
        for size in _SHORT if len(set(entries)) == len(entries) else ():
            call = {**_without(base, way.cursor), way.limit: size}
            found, empty = _followed(subject, call, way, size, len(entries))
            told = told_last_page(subject.facts, way.said) if empty and found == set(entries) else ""
            # Entries that tell their page are others, and a queue is empty after the first time.
            lost = [one for one in entries if one not in found] if found and found <= set(entries) else []
            again = _followed(subject, call, way, size, len(entries)) if lost or told else (set(), None)
            if again == (found, empty) and (lost or told) and _entries(subject, whole, way) == entries:
                shared = {"limit": way.limit, "said": way.said, "cursor": way.cursor}
                if told:
                    return {"empty": told, "call": empty, **shared}
                return {
                    "entry": lost[0][:_MAX_SHOWN],
                    "found": len(found),
                    "most": len(entries),
                    "call": call,
                    "whole": whole[way.limit],
                    **shared,
                }
    return None


def _ways(subject: Subject, base: dict[str, Any]) -> Iterator[tuple[_Way, dict[str, Any]]]:
    """Yield the ways from page to page that an answer shows, each with a call whose page has all entries."""
    fits = FlatSchema(subject.schema).fits
    limits, cursors = _arguments(subject)
    for limit, cursor in itertools.product(limits, cursors):
        if limit == cursor:
            continue
        plain = _without(base, cursor)
        first = _answer(subject, {**plain, limit: 1})
        for said, value in first.items():
            if not _leads_on(value) or not _is_about(subject, said, cursor):
                continue
            for entries in [key for key, part in first.items() if isinstance(part, list) and len(part) == 1]:
                for most in _LONG:
                    whole = {**plain, limit: most}
                    answer = _answer(subject, whole) if fits(subject.schema, whole) else {}
                    told = answer.get(entries)
                    if isinstance(told, list) and not _leads_on(answer.get(said)) and 1 < len(told) <= _MAX_ENTRIES:
                        yield _Way(limit, cursor, said, entries), whole
                        break


def _is_about(subject: Subject, said: str, cursor: str) -> bool:
    """Tell whether a key of the answer is named like an argument, or its description names the key."""
    node = (subject.schema.get("properties") or {}).get(cursor)
    told = str(node.get("description") or "") if isinstance(node, Mapping) else ""
    # A key without an underscore may be a word as well: it then stands in quotes.
    form = re.escape(said) if "_" in said else rf"""(["'`]){re.escape(said)}\1"""
    is_told = re.search(rf"(?<!\w){form}(?!\w)", told) is not None
    return is_told or set(name_words(cursor)) <= set(name_words(said))


def _leads_on(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool) and value not in ("", 0)


def _without(base: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in base.items() if key != name}


def _followed(
    subject: Subject, call: dict[str, Any], way: _Way, size: int, most: int
) -> tuple[set[str], dict[str, Any] | None]:
    """Return the entries of all pages, and the call that leads to a last page without any, if there is one.

    There are none if a page fails or is larger, or if they do not end.
    """
    found: set[str] = set()
    page, before = call, None
    # One page more than there are entries may be empty.
    for _ in range(most + 2):
        answer = _answer(subject, page)
        entries = answer.get(way.entries)
        if not isinstance(entries, list) or len(entries) > size:
            return set(), None
        found.update(map(_text, entries))
        if not _leads_on(answer.get(way.said)):
            return found, None if entries else before
        page, before = {**call, way.cursor: answer[way.said]}, page
    return set(), None


def _entries(subject: Subject, call: dict[str, Any], way: _Way) -> list[str]:
    found = _answer(subject, call).get(way.entries)
    return [_text(one) for one in found] if isinstance(found, list) else []


def _text(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True, default=repr)


def _answer(subject: Subject, call: dict[str, Any]) -> Mapping[str, Any]:
    outcome = subject.call(call)
    return outcome.value if outcome.succeeded and isinstance(outcome.value, Mapping) else {}
