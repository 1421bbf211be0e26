"""Clock changes: a night on which the clocks are changed, and hours that are those of any other night.

hours(start="2024-01-13T20:00", end="2024-01-14T08:00")     12
hours(start="2024-03-30T20:00", end="2024-03-31T08:00")     11 in Berlin: an hour is left out

ends("2024-01-13 20:00", hours=12)     "2024-01-14 08:00"
ends("2024-03-30 20:00", hours=12)     "2024-03-31 09:00" in Berlin, since it is still 12 hours
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_clocks import counts_real_hours
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values, quoted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .changing_zones import has_changes
from .moments import moments_in, with_days_and_times, with_moments

__all__ = ["judge_clock_changes"]

_SHARE = 0.1
_MAX_BASES, _MAX_CHOICES, _DEEPEST = 4, 10, 4
#: Saturdays: two in winter and one in summer, and those before a change of the clocks in Europe and in North America.
_ORDINARY = (dt.date(2024, 1, 13), dt.date(2024, 1, 20), dt.date(2024, 7, 13))
_CHANGES = (dt.date(2024, 3, 30), dt.date(2024, 3, 9), dt.date(2024, 10, 26), dt.date(2024, 11, 2))
#: A zone of each.
_ZONES = ("Europe/Berlin", "America/New_York")
#: Evening and morning, over the hours at which clocks are changed, and an hour later.
_EVENING, _MORNING, _LATER, _DAY_LONG = dt.time(20), dt.time(8), dt.time(9), dt.timedelta(days=1)
#: Numbers of a length or a step that leads to the morning, in hours, minutes or seconds, and an hour less.
_LENGTHS = {12: 11, 8: 7, 720: 660, 480: 420, 43_200: 39_600, 28_800: 25_200}
#: Days in an answer, and the forms in which the day after is looked for.
_DAY = re.compile(r"\d{4}-\d\d-\d\d|\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}/\d\d/\d\d")
_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d")
#: Offsets, and the abbreviations that stand for them.
_OFFSET = re.compile(r"(?:\bUTC|\bGMT)?(?<![\d-])[+-]\d\d(?::?\d\d)?\b|(?<=\d)(?:[+-]\d\d:?\d\d\b|Z\b)|\b[A-Z]{1,4}T\b")
_TIME = re.compile(r"(?<!\d)\d{1,2}:\d\d")
#: The times that are given, and those that are twelve or eight hours after the evening.
_GIVEN, _AFTER_HOURS = re.compile(r"\b(?:20|08|09):00\b"), re.compile(r"(?<![\d:])0?[84]:00\b")

#: What is told in each place of an answer, without days and offsets.
_Told = dict[str, str]


def judge_clock_changes(subject: Subject) -> bool:
    """Judge that hours over a change of the clocks differ from those of any other night, if the description says so.

    Returns:
        Whether they differ for one of the places or zones that the tool offers.

    Raises:
        CheckFailure: If they do so for none, in four nights of change, twice.
    """
    if not counts_real_hours(all_told_words(subject)):
        return False
    patience, groups = subject.patience(_SHARE), list(_groups(subject))
    alike: list[dict[str, Any]] = []
    tried = 0
    with FastCalls(subject) as fast:
        for group in patience.each(groups):
            tried += 1
            base = next((base for base in group if _tells_of_the_morning(fast, base)), None)
            told = [] if base is None else _told_on_nights(fast, base)
            if base is None or not all(told):
                continue
            if _shows_change(told):
                return True
            if has_changes(subject, base):
                alike.append(base)
        # Another one might show it.
        for base in alike[:1] if tried == len(groups) else ():
            told = _told_on_nights(fast, base)
            if all(told) and not _shows_change(told) and _tells_of_the_morning(fast, base):
                raise CheckFailure(
                    "clock_change_ignored",
                    "The description tells of hours that really pass, but over a change of the clocks the answer is "
                    "that of any other night. Convert moments to UTC before you add or subtract.",
                    arguments=_on(base, _CHANGES[0]),
                )
    return False


def _groups(subject: Subject) -> Iterator[list[dict[str, Any]]]:
    """Yield calls with moments, with the choices of a place that are known, each with several larger numbers."""
    view = FlatSchema(subject.schema)
    nodes = subject.schema.get("properties") or {}
    offered = {name: node["enum"] for name, node in nodes.items() if isinstance(node, dict) and "enum" in node}
    quoted, held = quoted_values(subject), known_values(subject)
    for call in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        base = _shortened(call)
        if _on(base, _ORDINARY[0]) == base:
            continue
        for name, old in base.items():
            if isinstance(old, str) and name not in offered and _on({name: old}, _ORDINARY[0]) == {name: old}:
                # A place without such changes shows nothing.
                offered[name] = [*_ZONES, *quoted.values_for(name, old), *held.values_for(name, old)]
        chosen = [{**base, name: one} for name, choices in offered.items() for one in choices[:_MAX_CHOICES]]
        for one in [base, *chosen]:
            longer = [made for length in _LENGTHS if (made := _with_numbers(one, length)) != one]
            made = [made for made in (*longer, one) if view.fits(subject.schema, _on(made, _ORDINARY[0]))]
            if made:
                yield made


def _shortened(value: Any) -> Any:
    """Return arguments whose lists have one item: equal spans may not be given twice."""
    if isinstance(value, Mapping):
        return {key: _shortened(part) for key, part in value.items()}
    return [_shortened(part) for part in value[:1]] if isinstance(value, list) else value


def _with_numbers(value: Any, number: int, old: int | None = None) -> Any:
    """Return arguments in which each number, or each that is the old one, is another one."""
    if isinstance(value, Mapping):
        return {key: _with_numbers(part, number, old) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_numbers(part, number, old) for part in value]
    return number if type(value) in (int, float) and old in (None, value) else value


def _on(call: dict[str, Any], day: dt.date, morning: dt.time = _MORNING) -> dict[str, Any]:
    """Return a call whose moments are the evening of a day and the morning after it, in turn."""
    moments = [dt.datetime.combine(day, _EVENING), dt.datetime.combine(day + _DAY_LONG, morning)]
    return with_moments(call, moments) if moments_in(call) else with_days_and_times(call, moments) or call


def _told(outcome: Outcome) -> _Told:
    """Return what an answer tells by place, without days and offsets; nothing for a call that fails."""
    return {place: _OFFSET.sub("", _DAY.sub("", text)) for place, text in _leaves(_value(outcome))}


def _value(outcome: Outcome) -> Any:
    return outcome.value if outcome.succeeded else {}


def _leaves(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _leaves(part, f"{place}/{key}", depth + 1)
    else:
        yield place, str(value)


def _shows_change(told: list[_Told]) -> bool:
    """Tell whether a place has a value, on a night of change, that it has neither in winter nor in summer.

    Places that have another value each day, such as a number of seconds since a day, show nothing.
    """
    ordinary, changed = told[: len(_ORDINARY)], told[len(_ORDINARY) :]
    if any(one.keys() != ordinary[0].keys() for one in told):
        return True
    places = [place for place, text in ordinary[0].items() if ordinary[1][place] == text]
    return any(one[place] not in [usual[place] for usual in ordinary] for one in changed for place in places)


def _told_on_nights(fast: FastCalls, base: dict[str, Any]) -> list[_Told]:
    return [_told(fast.call(_on(base, day))) for day in (*_ORDINARY, *_CHANGES)]


def _tells_of_the_morning(fast: FastCalls, base: dict[str, Any]) -> bool:
    """Tell whether an answer about ordinary nights follows the hours, and not only the moments that are given.

    A value is another one if the second moment is an hour later. Without one, a value is the time that is a given
    number of hours after the evening, or if no number is given, a time of the day after that is not the evening's.
    """
    day = _ORDINARY[0]
    outcome = fast.call(_on(base, day))
    plain = _told(outcome)
    summer = _told(fast.call(_on(base, _ORDINARY[-1]))) if plain else {}
    if not plain or plain.keys() != summer.keys():
        return False
    usual = [place for place, text in plain.items() if text == summer[place]]
    if _on(base, day) == _on(base, day, _LATER):
        whole, less = dict(_leaves(_value(outcome))), _with_less(base)
        other = _told(fast.call(_on(less, day))) if less != base else {}
        if less == base:
            return any(_is_of_day_after(whole[place], plain[place]) for place in usual)
        ends = [_AFTER_HOURS.search(text) or _is_of_day_after(whole[place], text) for place, text in plain.items()]
        times = [place for place, ends_there in zip(plain, ends, strict=True) if ends_there and place in usual]
        return bool(other) and any(other.get(place) != plain[place] for place in times)
    later = _told(fast.call(_on(base, day, _LATER)))
    if later.keys() != plain.keys():
        return bool(later) and len(usual) == len(plain)
    return any(_GIVEN.sub("", plain[place]) != _GIVEN.sub("", later[place]) for place in usual)


def _with_less(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call whose numbers are those of an hour less."""
    less = call
    for number, one_less in _LENGTHS.items():
        less = {name: _with_numbers(value, one_less, number) for name, value in less.items()}
    return less


def _is_of_day_after(whole: str, text: str) -> bool:
    """Tell whether a value, given as it is and without its day, is a time of the day after, and not the evening's."""
    after = _ORDINARY[0] + _DAY_LONG
    is_there = any(after.strftime(form) in whole for form in _FORMS)
    return is_there and _TIME.search(text) is not None and f"{_EVENING:%H:%M}" not in text
