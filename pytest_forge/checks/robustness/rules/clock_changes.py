"""Clock changes: a night on which the clocks are changed, and hours that are those of any other night.

hours(start="2024-01-13T20:00", end="2024-01-14T08:00")     12
hours(start="2024-03-30T20:00", end="2024-03-31T08:00")     11 in Berlin: an hour is left out

ends("2024-01-13 20:00", hours=12)     "2024-01-14 08:00"
ends("2024-03-30 20:00", hours=12)     "2024-03-31 09:00" in Berlin, since it is still 12 hours
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_clocks import counts_real_hours, takes_utc
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values, quoted_values
from ...calls.plausible_calls import plausible_calls
from .changing_zones import ZONES, has_changes
from .night_answers import Places, follows_hours, leaves_of_answer, places_of, words_about_hours
from .nights import CHANGES, DAY_LONG, EVENING, LATER, ORDINARY, on_night

__all__ = ["judge_clock_changes"]

_SHARE = 0.1
_MAX_BASES, _MAX_CHOICES = 4, 10
#: Numbers of a length or a step that leads to the morning, in hours, minutes or seconds, and an hour less.
_LENGTHS = {12: 11, 8: 7, 720: 660, 480: 420, 43_200: 39_600, 28_800: 25_200}
#: The forms in which the day after is looked for.
_FORMS = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d")
_TIME = regex(r"(?<!\d)\d{1,2}:\d\d")
#: Times that are twelve or eight hours after the evening.
_AFTER_HOURS = regex(r"(?<![\d:])0?[84]:00\b")


def judge_clock_changes(subject: Subject) -> bool:
    """Judge that hours over a change of the clocks differ from those of any other night, if the description says so.

    Returns:
        Whether they differ for one of the places or zones that the tool offers.

    Raises:
        CheckFailure: If they do so for none, in several nights of change, twice.
    """
    said = words_about_hours(subject)
    if not counts_real_hours(said) or takes_utc(said):
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
                    arguments=on_night(base, CHANGES[0]),
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
        if on_night(base, ORDINARY[0]) == base:
            continue
        for name, old in base.items():
            if isinstance(old, str) and name not in offered and on_night({name: old}, ORDINARY[0]) == {name: old}:
                # A place without such changes shows nothing.
                offered[name] = [*ZONES, *quoted.values_for(name, old), *held.values_for(name, old)]
        chosen = [{**base, name: one} for name, choices in offered.items() for one in choices[:_MAX_CHOICES]]
        for one in [base, *chosen]:
            longer = [made for length in _LENGTHS if (made := _with_numbers(one, length)) != one]
            made = [made for made in (*longer, one) if view.fits(subject.schema, on_night(made, ORDINARY[0]))]
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


def _shows_change(told: list[Places]) -> bool:
    """Tell whether a place has a value, on a night of change, that it has neither in winter nor in summer.

    Places that have another value each day, such as a number of seconds since a day, show nothing.
    """
    ordinary, changed = told[: len(ORDINARY)], told[len(ORDINARY) :]
    if any(one.keys() != ordinary[0].keys() for one in told):
        return True
    places = [place for place, text in ordinary[0].items() if ordinary[1][place] == text]
    return any(one[place] not in [usual[place] for usual in ordinary] for one in changed for place in places)


def _told_on_nights(fast: FastCalls, base: dict[str, Any]) -> list[Places]:
    return [places_of(fast.call(on_night(base, day))) for day in (*ORDINARY, *CHANGES)]


def _tells_of_the_morning(fast: FastCalls, base: dict[str, Any]) -> bool:
    """Tell whether an answer about ordinary nights follows the hours, and not only the moments that are given.

    A value is another one if the second moment is an hour later. Without one, a value is the time that is a given
    number of hours after the evening, or if no number is given, a time of the day after that is not the evening's.
    """
    day = ORDINARY[0]
    outcome = fast.call(on_night(base, day))
    plain = places_of(outcome)
    summer = places_of(fast.call(on_night(base, ORDINARY[-1]))) if plain else {}
    if not plain or plain.keys() != summer.keys():
        return False
    usual = [place for place, text in plain.items() if text == summer[place]]
    if on_night(base, day) == on_night(base, day, morning=LATER):
        whole, less = leaves_of_answer(outcome), _with_less(base)
        other = places_of(fast.call(on_night(less, day))) if less != base else {}
        if less == base:
            return any(_is_of_day_after(whole[place], plain[place]) for place in usual)
        ends = [_AFTER_HOURS.search(text) or _is_of_day_after(whole[place], text) for place, text in plain.items()]
        times = [place for place, ends_there in zip(plain, ends, strict=True) if ends_there and place in usual]
        return bool(other) and any(other.get(place) != plain[place] for place in times)
    later = places_of(fast.call(on_night(base, day, morning=LATER)))
    if later.keys() != plain.keys():
        return bool(later) and len(usual) == len(plain)
    return bool(follows_hours(plain, summer, later))


def _with_less(call: dict[str, Any]) -> dict[str, Any]:
    """Return a call whose numbers are those of an hour less."""
    less = call
    for number, one_less in _LENGTHS.items():
        less = {name: _with_numbers(value, one_less, number) for name, value in less.items()}
    return less


def _is_of_day_after(whole: str, text: str) -> bool:
    """Tell whether a value, given as it is and without its day, is a time of the day after, and not the evening's."""
    after = ORDINARY[0] + DAY_LONG
    is_there = any(after.strftime(form) in whole for form in _FORMS)
    return is_there and _TIME.search(text) is not None and f"{EVENING:%H:%M}" not in text
