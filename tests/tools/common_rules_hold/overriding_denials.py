"""Functions that decide by rules of several groups, of which a denial is said to override what others allow."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
_CLUBS = {"divers": {"oona", "pim"}, "rowers": {"pim", "quin"}, "juniors": {"oona", "quin"}, "hosts": {"rasmus"}}
# Who, what, with which boat, and whether it may be.
_BOATS = (
    ("juniors", "skipper", "tall/*", "barred"),
    ("rowers", "skipper", "gig/*", "open"),
    ("divers", "skipper", "tall/*", "open"),
    ("rowers", "crew", "*", "open"),
    ("juniors", "crew", "gig/race/*", "barred"),
    ("hosts", "skipper", "gig/*", "open"),
    ("hosts", "crew", "tall/*", "open"),
    ("divers", "crew", "gig/dive/*", "open"),
    ("rowers", "skipper", "tall/heritage/*", "open"),
)
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


def _lines(member: str, role: str, boat: str) -> list[str]:
    if role not in ("skipper", "crew"):
        raise ValueError(f"no such role: {role}")
    held = [line for line in _BOATS if member in _CLUBS[line[0]] and line[1] == role]
    return [line[3] for line in held if boat.startswith(line[2].rstrip("*"))]


@breaks("common_rules_hold")
def boards_by_first_line(member: str, role: str, boat: str) -> bool:
    """Tell whether a member may board a boat in a role.

    What at least one line opens to a club of the member is open, unless any line for one of their clubs prohibits it.

    Args:
        member: First name.
        role: One of ``skipper`` and ``crew``.
        boat: Class and name of the boat.
    """
    return _lines(member, role, boat)[:1] == ["open"]


@keeps("common_rules_hold", judged=True)
def boards_by_all_lines(member: str, role: str, boat: str) -> bool:
    """Tell whether a member may board a boat in a role.

    What at least one line opens to a club of the member is open, unless any line for one of their clubs prohibits it.

    Args:
        member: First name.
        role: One of ``skipper`` and ``crew``.
        boat: Class and name of the boat.
    """
    return set(_lines(member, role, boat)) == {"open"}


@keeps("common_rules_hold")
def boards_by_last_line(member: str, role: str, boat: str) -> bool:
    """Tell whether a member may board a boat in a role: what is open, unless a later line prohibits it.

    Args:
        member: First name.
        role: One of ``skipper`` and ``crew``.
        boat: Class and name of the boat.
    """
    return _lines(member, role, boat)[-1:] == ["open"]


class _Ward(NamedTuple):
    team: str
    ward: str
    may_enter: bool


_TEAMS = {"sanna": ("nurses", "visitors"), "taro": ("nurses",), "uma": ("visitors", "cleaners"), "vito": ("cleaners",)}
_WARDS = [
    _Ward("nurses", "surgery", True),
    _Ward("nurses", "maternity", True),
    _Ward("visitors", "surgery", False),
    _Ward("visitors", "maternity", True),
    _Ward("cleaners", "surgery", True),
    _Ward("cleaners", "pharmacy", True),
]


def _wards(person: str, ward: str) -> list[bool]:
    return [one.may_enter for team in _TEAMS.get(person, ()) for one in _WARDS if (one.team, one.ward) == (team, ward)]


@breaks("common_rules_hold")
def enters_by_first_team(person: str, ward: str) -> dict[str, object]:
    """Tell whether somebody may enter a ward.

    Nobody may enter unless a team of theirs is allowed to, and a team that is banned from the ward always outweighs the
    others.

    Args:
        person: First name; somebody unknown is in no team.
        ward: Name of the ward.
    """
    return {"person": person, "allowed": next(iter(_wards(person, ward)), False)}


@keeps("common_rules_hold", judged=True)
def enters_by_all_teams(person: str, ward: str) -> dict[str, object]:
    """Tell whether somebody may enter a ward.

    Nobody may enter unless a team of theirs is allowed to, and a team that is banned from the ward always outweighs the
    others.

    Args:
        person: First name; somebody unknown is in no team.
        ward: Name of the ward.
    """
    found = _wards(person, ward)
    return {"person": person, "allowed": bool(found) and all(found)}
