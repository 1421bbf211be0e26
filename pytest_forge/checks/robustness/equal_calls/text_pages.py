"""Text pages: letters of a text that are on none of the short pages, which the tool's own offsets lead through.

read(most=4000)                  "Zoë: 4 €"     next: none
read(most=5)                     "Zo"           next: 5, in the middle of the third letter

Where the tool has no text of its own with such letters, another tool stores one. Its pages may then have a size that is
no argument.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....strategies.schemas.limits import bounds
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.listed_values import calls_with_listed_values
from ...calls.sequences import NamedCall, before_json
from ...calls.stored_texts import TextSlot, stored_text, text_slots
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit
from .page_ways import is_about_argument

__all__ = ["judge_text_pages"]

_SHARE = 0.1
_MAX_BASES, _MAX_LISTED, _MAX_SLOTS, _MAX_WAYS = 3, 8, 4, 3
#: Sizes above the smallest one, the most pages of a text, and sizes of a page that may hold all.
_SIZES, _MAX_PAGES, _LONG = 4, 60, (50_000, 4_000, 500)
#: The greatest number that may be the smallest size of a page.
_MAX_SIZE = 10_000
#: Letters of one to four bytes, eleven in all: a page of almost any size ends within one sooner or later.
_LETTERS, _BYTES = "naé漢😀", 11
#: Repetitions of them in a text for one page, and in texts for several pages of a size that is no argument.
_FEW, _MANY = 12, (2_500, 15_000)
_ASCII = regex(r"[!-~]")
_MARK = "\ufffd"

_Call = dict[str, Any]
#: Returns what a finding tells of a letter that the pages lose; None without one.
_Find = Callable[[Subject, _Call], _Call | None]


class _Way(Struct, frozen=True):
    """How a tool leads from page to page.

    Attributes:
        size: The argument for the size of a page; empty if the size is always the same.
        place: The argument for the place.
        said: The key of answers that tells the next place.
        text: The key of the text.
        end: What the last page tells as the next place.
    """

    size: str
    place: str
    said: str
    text: str
    end: Any = None


def judge_text_pages(subject: Subject) -> None:
    """Judge that short pages of a text together have each letter that one long page has, or that was stored.

    Raises:
        CheckFailure: If letters other than those of ASCII are cut in two, and no others are lost.
    """
    numbers = _whole_numbers(subject)
    bases = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES] if numbers else []
    lost = _copied(subject, _lost_letters, bases[0]) if len(numbers) > 1 and bases else None
    if lost is None:
        slots = itertools.chain.from_iterable(text_slots(subject, base) for base in bases[:1])
        finds = [partial(_lost_of_stored, slot) for slot in itertools.islice(slots, _MAX_SLOTS)]
        if finds and _has_form_of_pages(subject, bases[0]):
            lost = next(filter(None, (_copied(subject, find, bases[0]) for find in finds)), None)
    if lost:
        raise CheckFailure(
            "page_loses_letters",
            f"The text of {lost['whole']} holds {lost['letter']!r}, but following {lost['said']!r} from this call to "
            "the end gives the text without it. End a page between two letters, and not within the bytes of one.",
            about=lost["place"],
            arguments=lost["call"],
            before=lost.get("before", ()),
        )


def _whole_numbers(subject: Subject) -> dict[str, int]:
    """Return the arguments that are whole numbers, with the smallest value of each."""
    view = FlatSchema(subject.schema)
    found = {}
    for name, node in (view.root.get("properties") or {}).items():
        flats = [flat for flat in view.alternatives(node) if "integer" in types_of(flat)]
        if flats:
            low = bounds(flats[0], whole=True)[0]
            found[name] = 1 if low is None else max(1, int(low))
    return found


def _copied(subject: Subject, find: _Find, base: _Call) -> _Call | None:
    """Return what *find* does, in a copy of the process if the tool is a function."""
    if subject.is_served:
        return find(subject, base)

    def made() -> _Call | None:
        make_fresh([subject])
        with fake_sleep():
            return find(subject, base)

    found: _Call | None = in_a_copy(made, limit_s=_SHARE * subject.check_s, tell=subject.has_left)
    return found


# --- a text of the tool's own ---------------------------------------------------------------------


def _lost_letters(subject: Subject, first: _Call) -> _Call | None:
    """Return a letter that following the pages of a text that is there loses."""
    patience = subject.patience(_SHARE)
    bases = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]
    listed = calls_with_listed_values(subject, [first]) if subject.is_served else iter(())
    for base in itertools.chain(bases, itertools.islice(listed, _MAX_LISTED)):
        ways = list(itertools.islice(_ways(subject, base), _MAX_WAYS))
        if ways:
            # One text shows how the tool ends its pages.
            lost = (_lost_on(subject, base, *way, may_go_on=lambda: not patience.is_over) for way in ways)
            return next(filter(None, lost), None)
    return None


def _lost_on(subject: Subject, base: _Call, way: _Way, whole: str, *, may_go_on: Callable[[], bool]) -> _Call | None:
    """Return a letter that short pages lose, with what a finding tells of it; None without one."""
    low = _whole_numbers(subject).get(way.size, 0)
    for size in range(low, low + _SIZES) if way.size else (0,):
        if not may_go_on():
            return None
        call = {**_without(base, way.place), **({way.size: size} if way.size else {})}
        found = _followed(subject, call, way)
        if found is None or not _is_cut(whole, found) or _followed(subject, call, way) != found:
            continue
        if _leads_on(way.end) and _ASCII.split(whole)[-1] != _ASCII.split(found)[-1]:
            # It may have ended before the end.
            continue
        letter = next(one for one in whole if not one.isascii() and found.count(one) < whole.count(one))
        return {"letter": letter, "said": way.said, "place": way.place, "call": call, "whole": "one long page"}
    return None


def _is_cut(whole: str, found: str) -> bool:
    """Tell whether a text is another one without some letters that have several bytes."""
    if _MARK in whole or _ASCII.findall(whole) != _ASCII.findall(found):
        return False
    others, kept = ([one for one in text if not one.isascii() and one != _MARK] for text in (whole, found))
    rest = iter(others)
    return len(kept) < len(others) and all(one in rest for one in kept)


def _ways(subject: Subject, base: _Call) -> Iterator[tuple[_Way, str]]:
    """Yield the ways from page to page that an answer shows, each with the whole text."""
    fits = FlatSchema(subject.schema).fits
    numbers = _whole_numbers(subject)
    for size, place in itertools.product(numbers, _places(subject)):
        if size == place:
            continue
        plain = _without(base, place)
        first = _answer(subject, {**plain, size: numbers[size]})
        for said, text in itertools.permutations(first, 2):
            if not _may_lead(subject, first[said], said, place) or not isinstance(first[text], str):
                continue
            for most in _LONG:
                whole = {**plain, size: most}
                answer = _answer(subject, whole) if fits(subject.schema, whole) else {}
                told, way = answer.get(text), _Way(size, place, said, text, answer.get(said))
                if isinstance(told, str) and not told.isascii() and _is_last(subject, whole, way):
                    yield way, told
                    break


# --- a text that another tool stores --------------------------------------------------------------


def _has_form_of_pages(subject: Subject, base: _Call) -> bool:
    """Tell whether an answer, or the schema of answers, has a key that tells what an argument takes that may lack."""
    places = _places(subject)
    told = subject.facts.output_schema
    keys = {*_answer(subject, base), *((told.get("properties") or {}) if isinstance(told, Mapping) else {})}
    # Of two numbers, one may be the size and one the place, whatever they are called.
    named = any(is_about_argument(subject, said, place) for said in keys for place in places)
    return named or (len(_whole_numbers(subject)) > 1 and bool(places) and len(keys) > 1)


def _lost_of_stored(slot: TextSlot, subject: Subject, base: _Call) -> _Call | None:
    """Return a letter of a text that another tool stores, and that following the pages of the text loses."""
    try:
        return next(_lost_of_texts(slot, subject, base), None)
    finally:
        if subject.is_served:
            # The text is not there for what is judged next.
            subject.renew()


def _lost_of_texts(slot: TextSlot, subject: Subject, base: _Call) -> Iterator[_Call]:
    patience = subject.patience(_SHARE)

    def found(call: _Call, way: _Way, whole: str, before: NamedCall, called: str) -> Iterator[_Call]:
        lost = _lost_on(subject, call, way, whole, may_go_on=lambda: not patience.is_over)
        if lost is not None:
            yield {**lost, "whole": called, "before": before_json([before])}

    lowest = min(max(_whole_numbers(subject).values()), _MAX_SIZE)
    short = _LETTERS * max(_FEW, 3 * lowest // _BYTES)
    stored = stored_text(subject, base, slot, short)
    # What comes back as it was stored is not shortened on purpose.
    if stored is None or short not in _texts(subject, stored[0]):
        return
    ways = list(itertools.islice(_ways(subject, stored[0]), _MAX_WAYS))
    for way, whole in ways:
        yield from found(stored[0], way, whole, stored[1], "one long page")
    for many in () if ways else _MANY:
        long = None if patience.is_over else stored_text(subject, base, slot, _LETTERS * many)
        for way in _fixed_ways(subject, long[0]) if long is not None else ():
            if long is not None:
                yield from found(long[0], way, _LETTERS * many, long[1], "what was stored")


def _fixed_ways(subject: Subject, base: _Call) -> Iterator[_Way]:
    """Yield the ways from page to page where no argument tells the size."""
    first = _answer(subject, base)
    for said, text in itertools.permutations(first, 2):
        for place in _places(subject) if isinstance(first[text], str) and _leads_on(first[said]) else ():
            if is_about_argument(subject, said, place):
                yield _Way("", place, said, text)


def _texts(subject: Subject, call: _Call) -> list[Any]:
    return [value for value in _answer(subject, call).values() if isinstance(value, str)]


# --- pages ----------------------------------------------------------------------------------------


def _places(subject: Subject) -> list[str]:
    """Return the arguments that may tell where a page begins: numbers and texts that a call may lack."""
    view = FlatSchema(subject.schema)
    kinds = {
        name: {kind for flat in view.alternatives(node) for kind in types_of(flat)}
        for name, node in view.arguments.items()
    }
    required = subject.schema.get("required") or ()
    return [name for name, some in kinds.items() if some & {"integer", "string"} and name not in required]


def _leads_on(value: Any) -> bool:
    return (type(value) is int and value > 0) or (isinstance(value, str) and bool(value))


def _may_lead(subject: Subject, value: Any, said: str, place: str) -> bool:
    """Tell whether a value may be that of an argument in the call for the next page; a text must be named like it."""
    return _leads_on(value) and (isinstance(value, int) or is_about_argument(subject, said, place))


def _is_last(subject: Subject, call: _Call, way: _Way) -> bool:
    """Tell whether a page is the last one: it leads nowhere, or to a page without text."""
    return not _leads_on(way.end) or not _answer(subject, {**call, way.place: way.end}).get(way.text)


def _without(base: Mapping[str, Any], name: str) -> _Call:
    return {key: value for key, value in base.items() if key != name}


def _followed(subject: Subject, call: _Call, way: _Way) -> str | None:
    """Return the text of all pages; None if a page fails, or if they do not end."""
    found, page = "", call
    for _ in range(_MAX_PAGES):
        answer = _answer(subject, page)
        text = answer.get(way.text)
        if not isinstance(text, str):
            return None
        found += text
        said = answer.get(way.said)
        if not _leads_on(said) or said == way.end:
            return found
        page = {**call, way.place: said}
    return None


def _answer(subject: Subject, call: _Call) -> Mapping[str, Any]:
    outcome = subject.call(call)
    return outcome.value if outcome.succeeded and isinstance(outcome.value, Mapping) else {}
