"""Page ways: how a tool leads from page to page, as its answers show.

list(limit=1)                 {"rows": ["a"], "next_page": 2}            the argument page takes what next_page says
list(limit=1)                 {"rows": ["a"], "paging": {"next": 2}}     so does the argument with which "b" comes
list(limit=1, after_id=7)     {"rows": [{"id": 8}]}                      it takes the id of the last entry, as it says
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....profile.roles import name_words
from ....profile.told_cursors import takes_last_entry, told_cursor
from ....profile.told_pages import names_page, tells_of_page, told_last_page
from ....profile.told_totals import limits_results
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ...calls.told_words import words_on_key

__all__ = [
    "PageWay",
    "entries_of",
    "followed",
    "has_form_of_pages",
    "is_about_argument",
    "leads_on",
    "page_answer",
    "page_arguments",
    "page_ways",
    "starts_of",
    "without",
]

#: Entries of short pages, of a page that may hold all, and the most of one.
_SHORT, _LONG, _MAX_ENTRIES = (1, 2, 3), (500, 100, 50, 20), 40
#: Levels of an answer in which a key may lead on.
_DEEPEST = 2
#: Pages from which the first one is asked for where its number has to be given.
_FIRST = (1, 0)
_NEXT = "next"

_Call = dict[str, Any]


class PageWay(Struct, frozen=True):
    """How a tool leads from page to page.

    Attributes:
        limit: The argument that is the greatest number of entries.
        cursor: The argument that takes what the page before says.
        said: The key of that.
        entries: The key of the entries.
        start: A call for the first page, without the limit.
        whole: A call whose page has all entries.
        is_guessed: Whether nothing but the next page shows that the argument takes what the key says.
        is_of_entry: Whether the last entry of a full page has the key, and not the answer.
    """

    limit: str
    cursor: str
    said: str
    entries: str
    start: _Call
    whole: _Call
    is_guessed: bool = False
    is_of_entry: bool = False

    def leads_to(self, answer: Mapping[str, Any], size: int) -> Any:
        """Return what leads from a page to the next one; None if nothing does.

        Args:
            answer: The answer with the page.
            size: The number of entries of a full page.
        """
        found = answer.get(self.said)
        if self.is_of_entry:
            entries = answer.get(self.entries) or []
            found = entries[-1].get(self.said) if len(entries) >= size else None
        return found if leads_on(found) else None


def page_arguments(subject: Subject) -> tuple[list[str], list[str]]:
    """Return the arguments that may be a number of entries, and those that may be a cursor."""
    view = FlatSchema(subject.schema)
    limits, cursors = [], []
    required = view.root.get("required") or ()
    for name, node in (view.root.get("properties") or {}).items():
        kinds = {kind for flat in view.alternatives(node) for kind in types_of(flat)}
        limits += [name] if "integer" in kinds else []
        is_cursor = kinds & {"integer", "string"} if name not in required else "integer" in kinds and names_page(name)
        cursors += [name] if is_cursor else []
    return limits, cursors


def starts_of(subject: Subject, base: Mapping[str, Any], cursor: str) -> list[_Call]:
    """Return calls that may ask for the first page: without a cursor, if that may be left out."""
    plain = without(base, cursor)
    if cursor not in (subject.schema.get("required") or ()):
        return [plain]
    fits = FlatSchema(subject.schema).fits
    return [call for first in _FIRST if fits(subject.schema, call := {**plain, cursor: first})]


def page_ways(subject: Subject, base: Mapping[str, Any]) -> Iterator[PageWay]:
    """Yield the ways from page to page that the answers to a call show, with other pages and limits.

    Those of a key "next", which is named like no argument, come last. The description must say when it leads on.
    """
    limits, cursors = page_arguments(subject)
    guesses: list[PageWay] = []
    is_told = bool(told_last_page(words_on_key(subject, _NEXT), _NEXT)) if limits and cursors else False
    for limit, cursor in itertools.product(limits, cursors):
        for start in starts_of(subject, base, cursor) if limit != cursor else ():
            call = {**start, limit: 1}
            first = page_answer(subject, call)
            lists = [key for key, part in first.items() if isinstance(part, list) and len(part) == 1]
            ways = [
                PageWay(limit, cursor, said, entries, start, {}, not is_named)
                for said, value in first.items()
                for is_named in [is_about_argument(subject, said, cursor)]
                if leads_on(value) and (is_named or (is_told and _is_next(said)))
                for entries in lists
            ]
            for entries in [key for key in lists if isinstance(first[key][0], Mapping)] if not ways else []:
                said = told_cursor(_description(subject, cursor), first[entries][0])
                way = PageWay(limit, cursor, said, entries, start, {}, is_of_entry=True)
                ways += [way] if said and _cuts(subject, way) else []
            for way in filter(None, (_with_whole(subject, way) for way in ways)):
                if not way.is_guessed:
                    yield way
                elif _brings_others(subject, call, cursor, first[way.said], way.entries):
                    guesses.append(way)
    yield from guesses


def _with_whole(subject: Subject, way: PageWay) -> PageWay | None:
    """Return a way with a call whose page has all entries, and leads no further; None if no such page has a few."""
    fits = FlatSchema(subject.schema).fits
    for most in _LONG:
        whole = {**way.start, way.limit: most}
        answer = page_answer(subject, whole) if fits(subject.schema, whole) else {}
        told = answer.get(way.entries)
        if isinstance(told, list) and way.leads_to(answer, most) is None and 1 < len(told) <= _MAX_ENTRIES:
            return replace(way, whole=whole)
    return None


def _cuts(subject: Subject, way: PageWay) -> bool:
    """Tell whether a number is the length of a page by its name or description, and by the pages that it gives."""
    told = _description(subject, way.limit)
    if not (limits_results(way.limit, told) or tells_of_page(" ".join((*name_words(way.limit), "-", told)))):
        return False
    pages = [entries_of(subject, {**way.start, way.limit: size}, way.entries) for size in _SHORT]
    return all(page == pages[-1][:size] and page for page, size in zip(pages, _SHORT, strict=True))


def has_form_of_pages(subject: Subject, base: Mapping[str, Any]) -> bool:
    """Tell whether an answer, or the schema of answers, has a list and a key that is named like an argument."""
    told = subject.facts.output_schema
    properties = told.get("properties") if isinstance(told, Mapping) else None
    keys = {*page_answer(subject, dict(base)), *(properties or {})}
    cursors = page_arguments(subject)[1]
    if any(takes_last_entry(_description(subject, cursor)) for cursor in cursors):
        return True
    return any(_is_next(said) or is_about_argument(subject, said, cursor) for said in keys for cursor in cursors)


def followed(subject: Subject, way: PageWay, size: int, most: int) -> tuple[set[str], _Call | None]:
    """Return the entries of all pages, and the call that leads to a last page without any, if there is one.

    There are none if a page fails or is larger, or if they do not end.

    Args:
        subject: The tool.
        way: How it leads from page to page.
        size: The limit.
        most: How many entries there are.
    """
    found: set[str] = set()
    call = {**way.start, way.limit: size}
    page, before = call, None
    # One page more than there are entries may be empty.
    for _ in range(most + 2):
        answer = page_answer(subject, page)
        entries = answer.get(way.entries)
        if not isinstance(entries, list) or len(entries) > size:
            return set(), None
        found.update(map(_text, entries))
        following = way.leads_to(answer, size)
        if following is None:
            return found, None if entries or way.is_of_entry else before
        page, before = {**call, way.cursor: following}, page
    return set(), None


def entries_of(subject: Subject, call: _Call, key: str) -> list[str]:
    """Return the entries of a page, each as text."""
    found = page_answer(subject, call).get(key)
    return [_text(one) for one in found] if isinstance(found, list) else []


def page_answer(subject: Subject, call: _Call) -> dict[str, Any]:
    """Return the keys of an answer, and those of its objects as "paging.next"; none if the call fails.

    A list alone has the key "entries".
    """
    outcome = subject.call(call)
    found: dict[str, Any] = {}
    value = {"entries": outcome.value} if isinstance(outcome.value, list) else outcome.value
    if outcome.succeeded and isinstance(value, Mapping):
        _collect(value, "", 1, found)
    return found


def leads_on(value: Any) -> bool:
    """Tell whether a value may stand for a further page."""
    return isinstance(value, str | int) and not isinstance(value, bool) and value not in ("", 0)


def without(base: Mapping[str, Any], name: str) -> _Call:
    """Return a call without an argument."""
    return {key: value for key, value in base.items() if key != name}


def _collect(value: Mapping[str, Any], place: str, depth: int, found: dict[str, Any]) -> None:
    for key, part in value.items():
        if isinstance(part, Mapping) and depth < _DEEPEST:
            _collect(part, f"{place}{key}.", depth + 1, found)
        else:
            found[f"{place}{key}"] = part


def is_about_argument(subject: Subject, said: str, cursor: str) -> bool:
    """Tell whether a key of the answer is named like an argument, or its description names the key."""
    key = said.rpartition(".")[2]
    told = _description(subject, cursor)
    # A key without an underscore may be a word as well: it then stands in quotes.
    form = re.escape(key) if "_" in key else rf"""(["'`]){re.escape(key)}\1"""
    is_told = re.search(rf"(?<!\w){form}(?!\w)", told) is not None
    return is_told or set(name_words(cursor)) <= set(name_words(key))


def _description(subject: Subject, argument: str) -> str:
    return str(FlatSchema(subject.schema).arguments.get(argument, {}).get("description") or "")


def _is_next(said: str) -> bool:
    return said.rpartition(".")[2] == _NEXT


def _brings_others(subject: Subject, call: _Call, cursor: str, value: Any, entries: str) -> bool:
    """Tell whether what a page says of the next one, given to an argument, brings an entry that is not on the page."""
    following = {**call, cursor: value}
    if not FlatSchema(subject.schema).fits(subject.schema, following):
        return False
    found = entries_of(subject, following, entries)
    return len(found) == 1 and found != entries_of(subject, call, entries)


def _text(entry: Any) -> str:
    return json.dumps(entry, sort_keys=True, default=repr)
