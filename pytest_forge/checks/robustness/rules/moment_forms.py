"""Moment forms: a time or a day that means something else in another written form, which the tool takes as well.

next_boats(after="09:05")    9:50, 12:30
next_boats(after="9:05")     none, since "9:05" > "12:30" for texts
next_boats(after="99:99")    refused: the text is understood as a time
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.told_forms import tells_forms_apart
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.known_values import known_values
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers

__all__ = ["judge_moment_forms"]

_SHARE = 0.15
_MAX_BASES, _MAX_PLACES, _MAX_VALUES, _MAX_ITEMS = 4, 4, 5, 2
_CLOCK = regex(r"(\d\d?)(:\d\d(?::\d\d)?)")
_DAY = regex(r"(\d{4})-(\d\d?)-(\d\d?)")
_MOMENT = regex(r"(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d(?::\d\d)?)(.*)", re.DOTALL)
#: Times whose hour has one digit.
_CLOCKS = ("09:05", "07:30", "01:15")
#: Smaller numbers have one digit.
_FEW = 10
#: Texts of the same form that are no moments.
_NONE = {_CLOCK: "99:99", _DAY: "2024-99-99", _MOMENT: "2024-99-99T99:99"}
#: Moments of answers, which may have the form of the given one.
_HOUR_IN = regex(r"(?<![\d:.])0(\d:\d\d)")
_DAY_IN = regex(r"(?<!\d)(\d{4})-0?(\d{1,2})-0?(\d{1,2})(?!\d)[T ]?")
_DIGEST_IN = regex(r"\b[0-9a-f]{16,}\b")


class _Place(Struct):
    """A moment in the arguments of a call.

    Attributes:
        name: The argument.
        text: The moment.
        kind: The pattern of its kind.
        call: Makes the call with another text there.
    """

    name: str
    text: str
    kind: re.Pattern[str]
    call: Callable[[str], dict[str, Any]]


def judge_moment_forms(subject: Subject) -> bool:
    """Judge that a reader answers another form of a time or a day like the usual one, if it takes both.

    The forms are those with and without a zero in front of a digit, and with a "T" or a space between day and time.
    The tool must refuse a text of the same form that is no moment.

    Returns:
        Whether it takes two forms.

    Raises:
        CheckFailure: If the answers differ in more than the form of moments, twice.
    """
    if subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    judged = False
    understood: dict[str, bool] = {}
    for place, usual, other in subject.patience(_SHARE).each(list(_pairs(subject, view))):
        if place.name not in understood:
            nonsense = place.call(_NONE[place.kind])
            understood[place.name] = not view.fits(subject.schema, nonsense) or fresh_answers(subject, [nonsense]) == [
                ""
            ]
        calls = [place.call(usual), place.call(other)]
        if not understood[place.name] or not all(view.fits(subject.schema, call) for call in calls):
            continue
        told = fresh_answers(subject, calls)
        if told is None or "" in told:
            continue
        judged = True
        if _plain(told[0]) != _plain(told[1]) and _differ(subject, calls) and fresh_answers(subject, calls) == told:
            raise CheckFailure(
                "moment_form_counts",
                f"The tool takes {usual!r} and {other!r} in {place.name!r}, and answers them differently, though both "
                "are the same moment. Parse the text, and compare moments instead of texts.",
                about=place.name,
                arguments=calls[1],
            )
    return judged


def _differ(subject: Subject, calls: list[dict[str, Any]]) -> bool:
    """Return whether calls are answered differently, each as the first one: a tool may count its calls."""
    one, other = (fresh_answers(subject, [call]) for call in calls)
    return one is not None and other is not None and _plain(one[0]) != _plain(other[0])


def _pairs(subject: Subject, view: FlatSchema) -> Iterator[tuple[_Place, str, str]]:
    """Yield the places of moments in ordinary calls, with two forms of each of some moments."""
    properties = view.root.get("properties") or {}
    seen: dict[str, int] = {}
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for name in base:
            node = properties.get(name)
            told = str(node.get("description") or "") if isinstance(node, Mapping) else ""
            if tells_forms_apart(subject.facts.description or "", told):
                continue
            for place in list(_places(name, base[name], lambda new, base=base, name=name: {**base, name: new})):  # type: ignore[misc]
                seen[name] = seen.get(name, 0) + 1
                if seen[name] <= _MAX_PLACES:
                    yield from ((place, *forms) for forms in _forms(subject, place))


def _places(name: str, value: Any, call: Callable[[Any], dict[str, Any]]) -> Iterator[_Place]:
    if isinstance(value, str):
        kind = next((kind for kind in _NONE if kind.fullmatch(value)), None)
        if kind is not None:
            yield _Place(name, value, kind, call)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _places(name, part, lambda new, key=key: call({**value, key: new}))  # type: ignore[misc]
    elif isinstance(value, list):
        for at, part in enumerate(value[:_MAX_ITEMS]):
            yield from _places(name, part, lambda new, at=at: call([*value[:at], new, *value[at + 1 :]]))  # type: ignore[misc]


def _forms(subject: Subject, place: _Place) -> list[tuple[str, str]]:
    """Return two forms of each of some moments: those of the tool's data, which answers may concern, come first."""
    held = [text for text in known_values(subject).values_for(place.name, "") if isinstance(text, str)]
    values = dict.fromkeys([place.text, *(text for text in held if place.kind.fullmatch(text))])
    if place.kind is _CLOCK:
        seconds = ":00" * (place.text.count(":") - 1)
        values.update(dict.fromkeys(f"{clock}{seconds}" for clock in _CLOCKS))
    elif place.kind is _MOMENT:
        moments = [found for text in held for found in [_MOMENT.fullmatch(text)] if found]
        values = dict.fromkeys([place.text, *(_late(found) for found in moments)])
    forms = dict.fromkeys(forms for text in values if (forms := _two_forms(place.kind, text)) is not None)
    return list(forms)[:_MAX_VALUES]


def _late(found: re.Match[str]) -> str:
    """Return the end of the day of a moment, which is behind all of it."""
    return f"{found[1]}{found[2]}23:59{':59' * (found[3].count(':') - 1)}{found[4]}"


def _two_forms(kind: re.Pattern[str], text: str) -> tuple[str, str] | None:
    """Return a moment with zeros and without them, or with both signs between day and time; None if it has one form."""
    found = kind.fullmatch(text)
    if found is None:
        return None
    if kind is _CLOCK:
        hour = int(found[1])
        return (f"{hour:02}{found[2]}", f"{hour}{found[2]}") if hour < _FEW else None
    if kind is _DAY:
        year, month, day = map(int, found.groups())
        day = day if min(month, day) < _FEW else day % (_FEW - 1) + 1
        return f"{year:04}-{month:02}-{day:02}", f"{year:04}-{month}-{day}"
    return f"{found[1]}T{found[3]}{found[4]}", f"{found[1]} {found[3]}{found[4]}"


def _plain(answer: str) -> str:
    """Return an answer with all of its moments in one form."""
    answer = _DIGEST_IN.sub("", answer.replace("%3A", ":").replace("%20", " "))
    return _HOUR_IN.sub(r"\1", _DAY_IN.sub(r"\1-\2-\3 ", answer))
