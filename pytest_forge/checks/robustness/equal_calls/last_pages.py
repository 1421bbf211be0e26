"""Last pages: a last page that tells of a further one, which has no entries.

list(page=3)     ["e"]         has_more: true
list(page=4)     []            has_more: false

list(page=3)     ["e"]         pages: 4
list(page=2)     ["c", "d"]    next: 3, and nothing is there: pages have a length of their own
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_pages import counts_pages, names_page, told_last_page, value_for_more
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.told_words import words_on_key
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .page_ways import entries_of, leads_on, page_answer, page_arguments, starts_of

__all__ = ["judge_last_pages"]

_SHARE = 0.15
_MAX_BASES, _MAX_PAGES = 4, 40

_Call = dict[str, Any]
#: A call, and the keys of its answer.
_Page = tuple[_Call, dict[str, Any]]


class _Teller(Struct, frozen=True):
    """A key of an answer that tells of further pages.

    Attributes:
        key: The key.
        kind: ``flag``, ``count`` or ``next``.
        more: The value of a flag that stands for a further page.
        words: What is promised of it.
    """

    key: str
    kind: str
    more: bool = True
    words: str = ""


def judge_last_pages(subject: Subject) -> None:
    """Judge that a last page tells of no further one: by a flag, a count of pages, or the number of the next page.

    Raises:
        CheckFailure: If one does in two series of calls, and the page behind it has no entries.
    """
    limits, cursors = page_arguments(subject)
    pages = [name for name in cursors if names_page(name)]
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES] if pages else ():
        for cursor in pages:
            others = [name for name in limits if name != cursor]
            if subject.is_served:
                found = _wrong_teller(subject, base, cursor, others)
            else:
                found = in_a_copy(
                    partial(_in_fresh_world, subject, base, cursor, others),
                    limit_s=_SHARE * subject.check_s,
                    tell=subject.has_left,
                )
            if found:
                raise CheckFailure(
                    "page_leads_nowhere",
                    f"The last page with entries has {found['key']}={found['value']!r}, as if there were a further "
                    f"one, and that has none{found['words']}. Compare the end of a page with the number of all "
                    "entries.",
                    about=cursor,
                    arguments=found["call"],
                )


def _in_fresh_world(subject: Subject, base: _Call, cursor: str, limits: Sequence[str]) -> dict[str, Any] | None:
    make_fresh([subject])
    with fake_sleep():
        return _wrong_teller(subject, base, cursor, limits)


def _wrong_teller(subject: Subject, base: _Call, cursor: str, limits: Sequence[str]) -> dict[str, Any] | None:
    """Return what a finding tells of a key that tells of a page without entries; None without one."""
    first = page_answer(subject, base)
    lists = [key for key, part in first.items() if isinstance(part, list)]
    tellers = list(_tellers(subject, first)) if lists else []
    for start in _starts(subject, base, cursor, limits) if tellers else ():
        for entries in lists:
            seen = _pages(subject, start, cursor, entries)
            for teller in tellers if len(seen) > 1 else ():
                last, (call, answer) = seen[-1][0], seen[-2]
                is_wrong = _tells_of_more(subject, teller, seen, cursor, entries)
                # What is used up, or not yet there, is another thing.
                if is_wrong and page_answer(subject, call) == answer and not page_answer(subject, last).get(entries):
                    told = f", though the description says: {teller.words}" if teller.words else ""
                    key = teller.key.rpartition(".")[2]
                    return {"key": key, "value": answer[teller.key], "call": call, "words": told}
    return None


def _tellers(subject: Subject, answer: dict[str, Any]) -> Iterator[_Teller]:
    """Yield the keys of an answer that are said, or named, to tell of further pages."""
    for key, value in answer.items():
        name = key.rpartition(".")[2]
        words = words_on_key(subject, name)
        if isinstance(value, bool):
            more = value_for_more(words, name)
            if more is not None:
                yield _Teller(key, "flag", more)
        elif isinstance(value, int) and counts_pages(words, name):
            yield _Teller(key, "count")
        elif (leads_on(value) or value is None) and (told := told_last_page(words, name)):
            yield _Teller(key, "next", words=told)


def _starts(subject: Subject, base: _Call, cursor: str, limits: Sequence[str]) -> Iterator[_Call]:
    """Yield calls for the first page: with one entry a page, and with as many as the tool gives."""
    fits = FlatSchema(subject.schema).fits
    for start in starts_of(subject, base, cursor):
        yield from (call for limit in limits if fits(subject.schema, call := {**start, limit: 1}))
        yield start


def _pages(subject: Subject, start: _Call, cursor: str, entries: str) -> list[_Page]:
    """Return the calls for all pages, with their answers, up to the first without entries; none if there is no such.

    No entry may be on two pages: the argument then leads to none.
    """
    fits = FlatSchema(subject.schema).fits
    found: list[_Page] = []
    seen: set[str] = set()
    place = _first(subject, start, cursor)
    for _ in range(_MAX_PAGES):
        call = {**start, cursor: place}
        answer = page_answer(subject, call) if fits(subject.schema, call) else {}
        if not isinstance(answer.get(entries), list):
            return []
        found.append((call, answer))
        page = {str(entry) for entry in answer[entries]}
        if not page or page & seen:
            return [] if page else found
        seen |= page
        place += 1 if "page" in name_words(cursor) else len(answer[entries])
    return []


def _first(subject: Subject, start: _Call, cursor: str) -> int:
    """Return the number of the first page, or the place at which it begins."""
    node = (subject.schema.get("properties") or {}).get(cursor)
    number = start.get(cursor, node.get("default") if isinstance(node, Mapping) else None)
    return number if type(number) is int else int("page" in name_words(cursor))


def _tells_of_more(subject: Subject, teller: _Teller, seen: list[_Page], cursor: str, entries: str) -> bool:
    """Tell whether the last page with entries, which is the one before the last, tells of a further one."""
    value, behind = seen[-2][1].get(teller.key), seen[-1][1].get(teller.key)
    if teller.kind == "flag":
        # An empty page may lead on to others.
        return value is teller.more and behind is not teller.more
    if teller.kind == "next":
        return leads_on(value) and not leads_on(behind)
    first = seen[0][0]
    # One that is not the first has others before it.
    before = entries_of(subject, {**first, cursor: first[cursor] - 1}, entries)
    return value == len(seen) and set(before) <= set(entries_of(subject, first, entries))
