"""Functions that decide by rules of several groups, of which a denial is said to override what others allow."""

from __future__ import annotations

from typing import Literal

from ..marks import breaks, keeps

_CREWS = {"ines": ["deck", "engine"], "juri": ["deck", "trainees"], "kata": ["trainees", "galley"], "lev": ["deck"]}
_KEYS = [
    {"crew": "deck", "room": "bridge", "effect": "grant"},
    {"crew": "deck", "room": "store", "effect": "grant"},
    {"crew": "engine", "room": "hold", "effect": "grant"},
    {"crew": "trainees", "room": "bridge", "effect": "refuse"},
    {"crew": "galley", "room": "store", "effect": "grant"},
    {"crew": "trainees", "room": "deck", "effect": "grant"},
]
_LEVELS = ["guest", "member", "keeper"]
_NEEDED = {"read": "guest", "write": "member", "remove": "keeper"}


def _effects(person: str, room: str) -> list[str]:
    if person not in _CREWS:
        raise ValueError("There is nobody of that name.")
    return [key["effect"] for crew in _CREWS[person] for key in _KEYS if (key["crew"], key["room"]) == (crew, room)]


@breaks("common_rules_hold")
def opens_by_first_crew(person: str, room: str) -> dict[str, str]:
    """Tell whether a person may open a room. A ban of one crew beats what others grant.

    Args:
        person: Name of the person.
        room: Name of the room, such as "store".
    """
    effects = _effects(person, room)
    return {"room": room, "door": "granted" if effects[:1] == ["grant"] else "refused"}


@keeps("common_rules_hold", judged=True)
def opens_unless_refused(person: str, room: str) -> dict[str, str]:
    """Tell whether a person may open a room. A ban of one crew beats what others grant.

    Args:
        person: Name of the person.
        room: Name of the room, such as "store".
    """
    effects = set(_effects(person, room))
    return {"room": room, "door": "granted" if effects == {"grant"} else "refused"}


@keeps("common_rules_hold")
def opens_by_main_crew(person: str, room: str) -> dict[str, str]:
    """Tell whether a person may open a room. The first crew of a person with a key for the room decides.

    Args:
        person: Name of the person.
        room: Name of the room, such as "store".
    """
    return opens_by_first_crew(person, room)


@keeps("common_rules_hold")
def may_by_level(level: Literal["guest", "member", "keeper"], action: Literal["read", "write", "remove"]) -> bool:
    """Tell whether a level may do something. Bans always win, and nobody is banned so far."""
    return _LEVELS.index(level) >= _LEVELS.index(_NEEDED[action])
