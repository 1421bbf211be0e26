"""Tools that number their records: by a counter, or by how many there are, which may be another record's."""

from __future__ import annotations

import itertools
from typing import Any

from ..marks import breaks, keeps

_PARKED: list[dict[str, Any]] = []
_COATS: dict[str, str] = {}
_KEYS: list[dict[str, Any]] = []
_numbers = itertools.count(1)
_WAITING: list[str] = []
_VISITORS: dict[int, str] = {}
_badges = itertools.count(1)
_LOCKERS: dict[int, str] = {}


@breaks("common_rules_hold")
def park_car(plate: str, days: int = 1) -> dict[str, Any]:
    """Take a car into the garage.

    Args:
        plate: Its plate.
        days: How long it stays.
    """
    car = {"ticket": len(_PARKED) + 1, "plate": plate, "days": days}
    _PARKED.append(car)
    return car


@keeps("common_rules_hold")
def remove_car(ticket: int) -> str:
    """Hand a car out.

    Args:
        ticket: Its ticket.
    """
    car = next((one for one in _PARKED if one["ticket"] == ticket), None)
    if car is None:
        raise ValueError("No car has this ticket.")
    _PARKED.remove(car)
    return f"{car['plate']} has left."


@breaks("common_rules_hold")
def hang_coat(owner: str) -> str:
    """Hang up a coat; the answer names its hook.

    Args:
        owner: Whose it is.
    """
    hook = f"H-{len(_COATS) + 1}"
    _COATS[hook] = owner
    return f"The coat hangs at {hook}; {len(_COATS)} coats are here."


@keeps("common_rules_hold")
def remove_coat(hook: str) -> bool:
    """Give a coat back; False if there is none.

    Args:
        hook: The hook, as in H-4.
    """
    return _COATS.pop(hook, None) is not None


@keeps("common_rules_hold")
def list_coats() -> dict[str, str]:
    """List the coats by their hooks."""
    return dict(_COATS)


@keeps("common_rules_hold", judged=True)
def hand_in_key(room: str) -> dict[str, Any]:
    """Keep a key.

    Args:
        room: The room that it opens.
    """
    key = {"tag": next(_numbers), "room": room, "kept": len(_KEYS) + 1}
    _KEYS.append(key)
    return key


@keeps("common_rules_hold")
def remove_key(tag: int) -> str:
    """Give a key back.

    Args:
        tag: Its tag.
    """
    key = next((one for one in _KEYS if one["tag"] == tag), None)
    if key is None:
        raise ValueError("No key has this tag.")
    _KEYS.remove(key)
    return key["room"]


@keeps("common_rules_hold")
def join_queue(name: str) -> dict[str, int]:
    """Join the queue; the answer tells the place in it, which is another one once somebody in front has left.

    Args:
        name: Who joins.
    """
    _WAITING.append(name)
    return {"place": len(_WAITING)}


@keeps("common_rules_hold")
def remove_from_queue(place: int) -> str:
    """Take somebody out of the queue.

    Args:
        place: The place, from 1.
    """
    if not 1 <= place <= len(_WAITING):
        raise ValueError("Nobody has this place.")
    return _WAITING.pop(place - 1)


@keeps("common_rules_hold", judged=True)
def admit_visitor(name: str) -> dict[str, int]:
    """Let a visitor in; the answer tells how many are in. Badges have the numbers 1, 2, 3 and so on.

    Args:
        name: Who comes.
    """
    _VISITORS[next(_badges)] = name
    return {"inside": len(_VISITORS)}


@keeps("common_rules_hold")
def remove_visitor(badge: int) -> str:
    """Let a visitor out.

    Args:
        badge: The number on the badge.
    """
    if badge not in _VISITORS:
        raise ValueError("No visitor has this badge.")
    return _VISITORS.pop(badge)


@keeps("common_rules_hold")
def list_visitors() -> list[str]:
    """List the visitors who are in."""
    return list(_VISITORS.values())


@keeps("common_rules_hold", judged=True)
def take_locker(swimmer: str) -> dict[str, int]:
    """Give a swimmer the first free locker.

    Args:
        swimmer: Who needs one.
    """
    locker = next(number for number in itertools.count(1) if number not in _LOCKERS)
    _LOCKERS[locker] = swimmer
    return {"locker": locker}


@keeps("common_rules_hold")
def clear_locker(locker: int) -> str:
    """Clear a locker for the next swimmer.

    Args:
        locker: Its number.
    """
    if locker not in _LOCKERS:
        raise ValueError("The locker is free.")
    return _LOCKERS.pop(locker)
