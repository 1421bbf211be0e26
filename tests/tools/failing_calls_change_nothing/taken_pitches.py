"""Functions that reserve pitches, of which a later one may be reserved already; only their words tell the form."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ..marks import breaks, keeps

_BOOK = Path("pitches.json")
_PITCH = re.compile(r"[A-F][1-9]")


def _reserved() -> dict[str, str]:
    try:
        return json.loads(_BOOK.read_text("utf-8")) if _BOOK.exists() else {}
    except ValueError:
        raise ValueError("The book of pitches is damaged.") from None


def _keep(reserved: dict[str, str]) -> None:
    fresh = _BOOK.with_suffix(".new")
    fresh.write_text(json.dumps(reserved), "utf-8")
    fresh.replace(_BOOK)


def _check(pitches: list[str], guest: str) -> None:
    if not pitches or len(set(pitches)) != len(pitches) or not all(_PITCH.fullmatch(one) for one in pitches):
        raise ValueError("pitches must be different ones from A1 to F9.")
    if not guest or not guest.isprintable():
        raise ValueError("guest must be a name.")


@breaks("failing_calls_change_nothing")
def reserve_pitches(pitches: list[str], guest: str) -> dict:
    """Reserve pitches of the camping site.

    Args:
        pitches: The pitches, rows A to F and 1 to 9, such as "B4".
        guest: Name of the guest.
    """
    _check(pitches, guest)
    for pitch in pitches:
        reserved = _reserved()
        if pitch in reserved:
            raise ValueError("A pitch is reserved already.")
        _keep({**reserved, pitch: guest})
    return {"reserved": pitches, "guest": guest}


@keeps("failing_calls_change_nothing")
def reserve_all_pitches(pitches: list[str], guest: str) -> dict:
    """Reserve pitches of the camping site.

    Args:
        pitches: The pitches, rows A to F and 1 to 9, such as "B4".
        guest: Name of the guest.
    """
    _check(pitches, guest)
    reserved = _reserved()
    if not reserved.keys().isdisjoint(pitches):
        raise ValueError("A pitch is reserved already.")
    _keep({**reserved, **dict.fromkeys(pitches, guest)})
    return {"reserved": pitches, "guest": guest}


@keeps("failing_calls_change_nothing")
def reserve_free_pitches(pitches: list[str], guest: str) -> dict:
    """Reserve those of some pitches that are free, and list the others.

    Args:
        pitches: The pitches, rows A to F and 1 to 9, such as "B4".
        guest: Name of the guest.
    """
    _check(pitches, guest)
    reserved = _reserved()
    free = [pitch for pitch in pitches if pitch not in reserved]
    _keep({**reserved, **dict.fromkeys(free, guest)})
    return {"reserved": free, "taken": [pitch for pitch in pitches if pitch in reserved], "guest": guest}
