"""Later clock changes: hours over a change of the clocks that another tool tells of what a tool has stored.

log(start="2024-01-13T20:00", end="2024-01-14T08:00", zone="Europe/Berlin"), hours()     12
log(start="2024-03-30T20:00", end="2024-03-31T08:00", zone="Europe/Berlin"), hours()     11: an hour is left out
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any

from ....profile.reads import reads
from ....profile.told_clocks import counts_real_hours, takes_utc
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import in_a_fresh_world
from .changing_zones import ZONES, held_texts, is_zone, nights_of_change, zone_arguments
from .night_answers import Places, follows_hours, places_of, words_about_hours
from .nights import LATER, MORNING, ORDINARY, has_night, on_night
from .told_later import calls_about

__all__ = ["judge_later_clock_changes"]

_SHARE, _CALLS = 0.2, 6
_MAX_READERS, _MAX_BASES = 3, 2
_ZONE, _MAX_ZONES, _MAX_PLACES = regex(r"\b[A-Z]\w+/[A-Z]\w+\b"), 6, 4

_Call = dict[str, Any]


def judge_later_clock_changes(subject: Subject) -> bool:
    """Judge that a reader tells other hours of a night of change than of others, if its description says so.

    Each night is stored by a call of its own, in a world without others.

    Args:
        subject: A tool that stores two moments, or a day and two times.

    Returns:
        Whether a reader tells other hours of one of the nights.

    Raises:
        CheckFailure: If it does so for none, twice.
    """
    readers = [] if reads(subject.facts) or takes_utc(words_about_hours(subject)) else _readers(subject)
    patience = subject.patience(_SHARE if readers else 0.0)
    try:
        judged = [_judge_reader(subject, reader, patience) for reader in readers]
    except NoCallFits:
        return False
    return any(judged)


def _judge_reader(subject: Subject, reader: Subject, patience: Patience) -> bool:
    alike: list[tuple[_Call, dt.date, Places]] = []
    for base, nights, is_zoned in _bases(subject, reader):
        if patience.is_over:
            return False
        usual = _usual(subject, reader, base)
        differs = _differs(subject, reader, base, usual, nights) if usual else None
        if differs:
            return True
        if differs is False:
            alike.append((base, nights[0], usual))
            if is_zoned:
                break
    for base, night, usual in alike[:1]:
        where = ", whichever place it names" if len(alike) > 1 else ""
        # An accident does not repeat.
        if all(_told(subject, reader, base, day).items() >= usual.items() for day in (ORDINARY[0], night)):
            raise CheckFailure(
                "clock_change_ignored",
                f"The description tells of hours that really pass, but what {reader.facts.name!r} answers after a call "
                f"over a change of the clocks is that of any other night{where}. Convert moments to UTC before you add "
                "or subtract.",
                about=reader.facts.name,
                arguments=on_night(base, night),
            )
    return False


def _readers(subject: Subject) -> list[Subject]:
    """Return the readers whose descriptions tell of hours that really pass, or all if that of the tool does."""
    others = [one for one in subject.neighbours if one[0].name != subject.facts.name and reads(one[0])]
    readers = [subject.beside(*one) for one in others]
    is_told = bool(readers) and counts_real_hours(words_about_hours(subject))
    return [one for one in readers if is_told or counts_real_hours(words_about_hours(one))][:_MAX_READERS]


def _usual(subject: Subject, reader: Subject, base: _Call) -> Places:
    """Return what a reader tells of any night, in the places that follow the hours."""
    plain = _told(subject, reader, base, ORDINARY[0])
    longer = _told(subject, reader, base, ORDINARY[0], LATER) if plain else {}
    summer = _told(subject, reader, base, ORDINARY[-1]) if longer else {}
    return {place: plain[place] for place in follows_hours(plain, summer, longer)}


def _differs(subject: Subject, reader: Subject, base: _Call, usual: Places, nights: Sequence[dt.date]) -> bool | None:
    """Tell whether another value is told of one of some nights; None if nothing is told of one of them."""
    for night in nights:
        found = _told(subject, reader, base, night)
        if usual.keys() - found.keys():
            return None
        if any(found[place] != value for place, value in usual.items()):
            return True
    return False


def _told(subject: Subject, reader: Subject, base: _Call, day: dt.date, morning: dt.time = MORNING) -> Places:
    """Return what a reader tells of a night that a call has stored, by place."""

    def told() -> Places:
        made = subject.call(on_night(base, day, morning=morning))
        calls = calls_about(reader, made) if made.succeeded else []
        answers = enumerate(places_of(reader.call(call)) for call in calls)
        return {f"{number}{place}": text for number, places in answers for place, text in places.items()}

    return in_a_fresh_world(subject, told, most_calls=_CALLS) or {}


def _bases(subject: Subject, reader: Subject) -> Iterator[tuple[_Call, Sequence[dt.date], bool]]:
    """Yield calls that store a night, with the nights of change of their zones, or of those that the target names.

    Each tells as well whether it names a zone, so that one of them is enough.

    Where another tool takes the zone, or nothing names one, there may be no such nights.
    """
    fits = FlatSchema(subject.schema).fits
    is_elsewhere = any(zone_arguments(facts.input_schema, {}) for facts, _ in subject.neighbours)
    for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        if not has_night(base) or not fits(subject.schema, on_night(base, ORDINARY[0])):
            continue
        names = zone_arguments(subject.schema, base)
        for name in names[:1]:
            known = [zone for zone in (base.get(name), *ZONES) if nights_of_change(str(zone))]
            zones = [str(zone) for zone in _choices(subject, name) if nights_of_change(str(zone))] or known
            calls = ({**base, name: zone} for zone in zones[:_MAX_ZONES])
            yield from ((call, nights_of_change(call[name]), True) for call in calls if fits(subject.schema, call))
        if not names and not is_elsewhere:
            named = _named(subject, reader)
            nights = {night for zone in named for night in nights_of_change(zone)}
            yield from ((call, sorted(nights), False) for call in _at_places(subject, base, named) if nights)


def _at_places(subject: Subject, base: _Call, named: Sequence[str]) -> list[_Call]:
    """Return calls of which one stores a night where clocks are changed; none if there may be such a place beside them.

    A call may choose between places, and the clocks of some of them are never changed.
    """
    if all(nights_of_change(zone) for zone in named):
        return [base]
    choices = {name: _choices(subject, name) for name in base}
    offering = [name for name, offered in choices.items() if offered]
    if len(offering) != 1 or len(choices[offering[0]]) > _MAX_PLACES:
        return []
    return [{**base, offering[0]: one} for one in choices[offering[0]]]


def _choices(subject: Subject, name: str) -> list[Any]:
    view = FlatSchema(subject.schema)
    node = (view.root.get("properties") or {}).get(name) or {}
    return [one for flat in view.alternatives(node) for one in flat.get("enum") or ()]


def _named(subject: Subject, reader: Subject) -> list[str]:
    """Return the zones that the descriptions or the program of a target name; none if they are many."""
    said = "\n".join(facts.description or "" for facts, _ in subject.neighbours)
    held = [text for tool in (subject, reader) for text in held_texts(tool)]
    found = [zone for zone in dict.fromkeys((*_ZONE.findall(said), *held)) if is_zone(zone)]
    return found if len(found) <= _MAX_ZONES else []
