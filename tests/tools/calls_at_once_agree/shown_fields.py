"""Calls that show a record which all of them change, and one that shows what another call has put into its draft."""

from __future__ import annotations

from ..marks import breaks, keeps

_LAMP = {"colour": "white", "brightness": 40, "scene": "reading"}
_ROOMS = {"hall": {"heating": 18, "plan": "week"}, "attic": {"heating": 12, "plan": "holiday"}}
_DRAFT = {"subject": "", "greeting": ""}


@keeps("calls_at_once_agree")
def set_lamp(changes: dict[str, str | int]) -> dict:
    """Change the lamp, which has a colour, a brightness and a scene, and return all of it as it now is.

    Args:
        changes: New values by name, such as {"colour": "red"}; may be empty.
    """
    if not changes.keys() <= _LAMP.keys():
        raise ValueError("The lamp has a colour, a brightness and a scene. Name one of them.")
    _LAMP.update(changes)
    return dict(_LAMP)


@keeps("calls_at_once_agree")
def set_room(room: str, heating: int | None = None, plan: str | None = None) -> dict:
    """Change a room and return it as it now is; what is not given stays.

    Args:
        room: Name of the room, "hall" or "attic".
        heating: Degrees.
        plan: Name of the plan.
    """
    if room not in _ROOMS:
        raise ValueError(f"There is no room {room!r}. Name the hall or the attic.")
    given = {"heating": heating, "plan": plan}
    _ROOMS[room].update({name: value for name, value in given.items() if value is not None})
    return {"room": room, **_ROOMS[room]}


@breaks("calls_at_once_agree")
def greet_by_letter(subject: str, greeting: str = "Hello") -> dict:
    """Write the head of a letter.

    Args:
        subject: What it is about.
        greeting: Its first word.
    """
    _DRAFT["subject"] = subject.strip()
    _DRAFT["greeting"] = greeting.strip()
    return {"head": _DRAFT["subject"], "first": _DRAFT["greeting"]}
