"""Text pages: letters of a text that are on none of the short pages, which the tool's own offsets lead through.

read(most=4000)                  "Zoë: 4 €"     next: none
read(most=5)                     "Zo"           next: 5, in the middle of the third letter
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....strategies.schemas.limits import bounds
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.listed_values import calls_with_listed_values
from ...calls.worlds.fresh_world import make_fresh
from ..lasting_reads import calls_that_fit

__all__ = ["judge_text_pages"]

_SHARE = 0.1
_MAX_BASES, _MAX_LISTED = 3, 8
#: Sizes above the smallest one, the most pages of a text, and sizes of a page that may hold all.
_SIZES, _MAX_PAGES, _LONG = 4, 60, (50_000, 4_000, 500)
_ASCII = re.compile(r"[!-~]")
_MARK = "\ufffd"


class _Way(Struct, frozen=True):
    """How a tool leads from page to page: by an argument for the size, one for the place, and two keys of answers."""

    size: str
    place: str
    said: str
    text: str


def judge_text_pages(subject: Subject) -> None:
    """Judge that short pages of a text together have each letter that one long page has.

    Raises:
        CheckFailure: If letters other than those of ASCII are cut in two, and no others are lost.
    """
    if len(_whole_numbers(subject)) < 2:
        return
    if subject.is_served:
        lost = _lost_letters(subject)
    else:
        lost = in_a_copy(partial(_in_fresh_world, subject), limit_s=_SHARE * subject.check_s, tell=subject.has_left)
    if lost:
        raise CheckFailure(
            "page_loses_letters",
            f"The text of one long page holds {lost['letter']!r}, but following {lost['said']!r} from this call to the "
            "end gives the text without it. End a page between two letters, and not within the bytes of one.",
            about=lost["place"],
            arguments=lost["call"],
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


def _in_fresh_world(subject: Subject) -> dict[str, Any] | None:
    make_fresh([subject])
    with fake_sleep():
        return _lost_letters(subject)


def _lost_letters(subject: Subject) -> dict[str, Any] | None:
    """Return a letter that following the pages loses, with what a finding tells of it; None without one."""
    patience = subject.patience(_SHARE)
    bases = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]
    listed = calls_with_listed_values(subject, bases[:1]) if subject.is_served else iter(())
    for base in itertools.chain(bases, itertools.islice(listed, _MAX_LISTED)):
        for way, whole, low in itertools.islice(_ways(subject, base), 1):
            for size in range(low, low + _SIZES):
                if patience.is_over:
                    return None
                call = {**_without(base, way.place), way.size: size}
                found = _followed(subject, call, way)
                if found is None or not _is_cut(whole, found) or _followed(subject, call, way) != found:
                    continue
                letter = next(one for one in whole if not one.isascii() and found.count(one) < whole.count(one))
                return {"letter": letter, "said": way.said, "place": way.place, "call": call}
            # One text shows how the tool ends its pages.
            return None
    return None


def _is_cut(whole: str, found: str) -> bool:
    """Tell whether a text is another one without some letters that have several bytes."""
    if _MARK in whole or _ASCII.findall(whole) != _ASCII.findall(found):
        return False
    others, kept = ([one for one in text if not one.isascii() and one != _MARK] for text in (whole, found))
    rest = iter(others)
    return len(kept) < len(others) and all(one in rest for one in kept)


def _ways(subject: Subject, base: dict[str, Any]) -> Iterator[tuple[_Way, str, int]]:
    """Yield the ways from page to page that an answer shows, each with the whole text and the smallest size."""
    fits = FlatSchema(subject.schema).fits
    numbers = _whole_numbers(subject)
    required = subject.schema.get("required") or ()
    for size, place in itertools.permutations(numbers, 2):
        plain = _without(base, place)
        first = _answer(subject, {**plain, size: numbers[size]}) if place not in required else {}
        for said, text in itertools.permutations(first, 2):
            if not _leads_on(first[said]) or not isinstance(first[text], str):
                continue
            for most in _LONG:
                whole = {**plain, size: most}
                answer = _answer(subject, whole) if fits(subject.schema, whole) else {}
                told = answer.get(text)
                if isinstance(told, str) and not told.isascii() and not _leads_on(answer.get(said)):
                    yield _Way(size, place, said, text), told, numbers[size]
                    break


def _leads_on(value: Any) -> bool:
    return type(value) is int and value > 0


def _without(base: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in base.items() if key != name}


def _followed(subject: Subject, call: dict[str, Any], way: _Way) -> str | None:
    """Return the text of all pages; None if a page fails, or if they do not end."""
    found, page = "", call
    for _ in range(_MAX_PAGES):
        answer = _answer(subject, page)
        text = answer.get(way.text)
        if not isinstance(text, str):
            return None
        found += text
        if not _leads_on(answer.get(way.said)):
            return found
        page = {**call, way.place: answer[way.said]}
    return None


def _answer(subject: Subject, call: dict[str, Any]) -> Mapping[str, Any]:
    outcome = subject.call(call)
    return outcome.value if outcome.succeeded and isinstance(outcome.value, Mapping) else {}
