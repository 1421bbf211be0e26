"""Lists of what to pack: some are made of the list of the module itself, others of a copy, or are meant to be kept."""

from __future__ import annotations

from typing import Any, Literal

from ..marks import breaks, keeps

_ALWAYS = ["passport", "toothbrush"]
_TRIPS = {"beach": [*_ALWAYS, "towel", "hat"], "hills": [*_ALWAYS, "boots", "map"]}
_COPIED = {trip: list(things) for trip, things in _TRIPS.items()}
_KEPT = {trip: list(things) for trip, things in _TRIPS.items()}
_FOUND = ["tent", "stove"]
_STAGES: dict[str, list[dict[str, Any]]] = {
    "north": [{"hut": "Fell", "km": 12.0}, {"hut": "Tarn", "km": 9.5}],
    "south": [{"hut": "Ford", "km": 15.0}, {"hut": "Moor", "km": 7.25}],
}
_STAGES_READ = {way: [dict(stage) for stage in stages] for way, stages in _STAGES.items()}
_GREETINGS = {"en": ["Welcome"], "de": ["Willkommen"]}
_BASKETS = {"weekend": ["bread"], "week": ["bread", "rice"]}


def _things_for(trip: str) -> list[str]:
    return _TRIPS.get(trip, _ALWAYS)


@breaks("equal_calls_agree")
def packing_list(trip: str, cold: bool = False, extras: list[str] | None = None) -> list[str]:
    """Put together what to pack for a trip.

    Args:
        trip: The trip, such as "beach" or "hills".
        cold: Add what is needed where it is cold.
        extras: Further things, added at the end.
    """
    things = _things_for(trip.strip().lower())
    if cold:
        things += ["gloves", "scarf"]
    for extra in extras or []:
        things.append(extra.strip())
    return [f"{number}. {thing}" for number, thing in enumerate(things, 1)]


@keeps("equal_calls_agree")
def packing_list_of_copy(trip: str, cold: bool = False, extras: list[str] | None = None) -> list[str]:
    """Put together what to pack for a trip.

    Args:
        trip: The trip, such as "beach" or "hills".
        cold: Add what is needed where it is cold.
        extras: Further things, added at the end.
    """
    things = list(_COPIED.get(trip.strip().lower(), _ALWAYS))
    if cold:
        things += ["gloves", "scarf"]
    for extra in extras or []:
        things.append(extra.strip())
    return [f"{number}. {thing}" for number, thing in enumerate(things, 1)]


@keeps("equal_calls_agree")
def add_to_pack(trip: Literal["beach", "hills"], extras: list[str] | None = None) -> list[str]:
    """Put together what to pack for a trip, with what was added to its list by earlier calls.

    Args:
        trip: The trip.
        extras: Further things, added at the end.
    """
    things = _KEPT[trip]
    things += [extra for extra in extras or [] if extra not in things]
    return list(things)


@breaks("equal_calls_agree")
def walk_plan(way: Literal["north", "south"], pace: float = 4.0, detour_km: float = 0.0) -> dict[str, Any]:
    """Work out the stages of a walk and how long each takes.

    Args:
        way: The way.
        pace: Kilometres in an hour.
        detour_km: A detour on the first day.
    """
    stages = _STAGES[way]
    stages[0]["km"] += detour_km
    return {"stages": [{**stage, "hours": round(stage["km"] / max(pace, 0.5), 2)} for stage in stages]}


@keeps("equal_calls_agree")
def walk_plan_of_copy(way: Literal["north", "south"], pace: float = 4.0, detour_km: float = 0.0) -> dict[str, Any]:
    """Work out the stages of a walk and how long each takes.

    Args:
        way: The way.
        pace: Kilometres in an hour.
        detour_km: A detour on the first day.
    """
    stages = [dict(stage) for stage in _STAGES_READ[way]]
    stages[0]["km"] += detour_km
    return {"stages": [{**stage, "hours": round(stage["km"] / max(pace, 0.5), 2)} for stage in stages]}


@breaks("equal_calls_agree")
def welcome_lines(language: Literal["en", "de"]) -> list[str]:
    """Compose the lines on a sign at the door."""
    lines = _GREETINGS[language]
    lines.append("* * *")
    return lines


@keeps("equal_calls_agree")
def basket(kind: Literal["weekend", "week"], item: str | None = None) -> list[str]:
    """Show a basket.

    Args:
        kind: Which one.
        item: Something to add to it.
    """
    if item:
        _BASKETS[kind].append(item)
    return list(_BASKETS[kind])


@keeps("equal_calls_agree")
def found_things(thing: str | None = None) -> dict[str, Any]:
    """Write down a thing that was found on the way, if one is given, and tell all of them."""
    if thing:
        _FOUND.append(thing)
    return {"found": list(_FOUND)}
