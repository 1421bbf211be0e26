"""Tools that keep a text and look for it later, for which letter case is said to make no difference."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_DESKS: dict[str, set[str]] = {"north": {"ruth"}, "south": set()}
_TEXTS: dict[str, list[str]] = {"north": [], "south": []}


def _hall(hall: str) -> str:
    if hall not in _DESKS:
        raise ValueError(f"no hall {hall!r}, only north and south")
    return hall


@breaks("common_rules_hold")
def desk_keys(step: str, hall: str, person: str = "") -> dict[str, Any]:
    """Hand out the keys of a hall, or take them back.

    Args:
        step: "hand_out" gives a person a key, "take_back" ends this again.
        hall: The hall, "north" or "south".
        person: Login name of the person, whatever its letter case.
    """
    holders = _DESKS[_hall(hall)]
    if step == "hand_out" and person:
        holders.add(person.lower())
    elif step == "take_back":
        holders.discard(person)
    else:
        raise ValueError("step must be hand_out or take_back, with a person")
    return {"holders": sorted(holders)}


@keeps("common_rules_hold", judged=True)
def hall_keys(step: str, hall: str, person: str = "") -> dict[str, Any]:
    """Hand out the keys of a hall, or take them back.

    Args:
        step: "hand_out" gives a person a key, "take_back" ends this again.
        hall: The hall, "north" or "south".
        person: Login name of the person, whatever its letter case.
    """
    holders = _DESKS[_hall(hall)]
    if step == "hand_out" and person:
        holders.add(person.lower())
    elif step == "take_back":
        holders.discard(person.lower())
    else:
        raise ValueError("step must be hand_out or take_back, with a person")
    return {"holders": sorted(holders)}


@breaks("common_rules_hold")
def quiet_list(step: str, hall: str, person: str = "") -> dict[str, bool]:
    """Keep a list of people who want it quiet.

    Args:
        step: "enter" puts a person on the list; "leave" strikes the person off it, which is an error for others.
        hall: The hall, "north" or "south".
        person: Name of the person. Case does not matter.
    """
    holders = _DESKS[_hall(hall)]
    if step == "enter" and person:
        holders.add(person.casefold())
    elif step == "leave" and person in holders:
        holders.remove(person)
    else:
        raise ValueError("unknown step or person")
    return {"done": True}


@keeps("common_rules_hold")
def wall_texts(step: str, hall: str, line: str = "") -> list[str]:
    """Keep lines on the wall of a hall.

    Args:
        step: "write" adds a line, "wipe" takes exactly this line away, "search" returns the lines with a text.
        hall: The hall, "north" or "south".
        line: The line, or the text to search for, where case does not matter.
    """
    lines = _TEXTS[_hall(hall)]
    if step == "write" and line:
        lines.append(line)
    elif step == "wipe":
        _TEXTS[hall] = [one for one in lines if one != line]
    elif step == "search":
        return [one for one in lines if line.lower() in one.lower()]
    else:
        raise ValueError("step must be write, wipe or search")
    return _TEXTS[hall]
