"""Tools for which letter case is said to make no difference: some count another case as another text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_FILE = Path("sign-ups.json")
_Nick = Annotated[str, Field(description="Nickname of the player, one word.")]


def _players() -> list[str]:
    return [str(name) for name in json.loads(_FILE.read_text())] if _FILE.exists() else []


def _kept(players: list[str]) -> None:
    _FILE.write_text(json.dumps(players))


@breaks("common_rules_hold")
def sign_up(nick: _Nick) -> dict[str, Any]:
    """Sign a player up for the quiz. The same nickname in capital or small letters is one player: letter case is
    ignored. Players stand in sign-ups.json.
    """
    if not nick.strip():
        raise ValueError("nick must not be empty")
    players = _players()
    if nick not in players:
        players.append(nick)
    _kept(players)
    return {"nick": nick, "players": len(players)}


@keeps("common_rules_hold", judged=True)
def sign_up_once(nick: _Nick) -> dict[str, Any]:
    """Sign a player up for the quiz. The same nickname in capital or small letters is one player: letter case is
    ignored. Players stand in sign-ups.json.
    """
    if not nick.strip():
        raise ValueError("nick must not be empty")
    players = _players()
    if nick.lower() not in map(str.lower, players):
        players.append(nick)
    _kept(players)
    return {"nick": nick, "players": len(players)}


@breaks("common_rules_hold")
def reserve_label(label: str, shelf: int = 1) -> dict[str, Any]:
    """Reserve a label for a shelf. A label is given once, in whatever letter case, and kept in sign-ups.json.

    Args:
        label: The label.
        shelf: Number of the shelf, 1 to 9.
    """
    if not label.strip() or not 1 <= shelf <= 9:
        raise ValueError("label must not be empty, and shelf must be between 1 and 9")
    labels = _players()
    if label.lower() in labels:
        return {"error": "taken", "message": "The label is taken."}
    _kept([*labels, label])
    return {"label": label, "shelf": shelf}


@keeps("common_rules_hold", judged=True)
def reserve_label_once(label: str, shelf: int = 1) -> dict[str, Any]:
    """Reserve a label for a shelf. A label is given once, in whatever letter case, and kept in sign-ups.json.

    Args:
        label: The label.
        shelf: Number of the shelf, 1 to 9.
    """
    if not label.strip() or not 1 <= shelf <= 9:
        raise ValueError("label must not be empty, and shelf must be between 1 and 9")
    labels = _players()
    if label.lower() in map(str.lower, labels):
        return {"error": "taken", "message": "The label is taken."}
    _kept([*labels, label])
    return {"label": label, "shelf": shelf}


@keeps("common_rules_hold")
def note_visit(guest: str, room: str) -> dict[str, Any]:
    """Note the visit of a guest to a room, and tell the number of visits. Rooms are found in any letter case.

    Args:
        guest: Name of the guest.
        room: "attic" or "hall".
    """
    if room.lower() not in ("attic", "hall") or not guest.strip():
        raise ValueError("room must be attic or hall, and guest must not be empty")
    guests = [*_players(), guest]
    _kept(guests)
    return {"room": room.lower(), "guest": guest, "guests": len(set(guests))}


_GUESTS = Path("guests.json")
_Mail = Annotated[str, Field(description="Mail address of the guest, at club.example.")]


def _guests(mail: str) -> list[str]:
    if not re.fullmatch(r"[a-z.]{1,30}@club\.example", mail.lower()):
        raise ValueError("mail must be an address at club.example")
    return [str(one) for one in json.loads(_GUESTS.read_text())] if _GUESTS.exists() else []


@breaks("common_rules_hold")
def expect_guest(mail: _Mail) -> dict[str, Any]:
    """Expect a guest at the dinner, and count the guests. Addresses are the same in capital and small letters, such as
    in "lea@club.example".
    """
    guests = list(dict.fromkeys([*_guests(mail), mail]))
    _GUESTS.write_text(json.dumps(guests))
    return {"guests": len(guests), "is_full": len(guests) > 1}


@keeps("common_rules_hold", judged=True)
def expect_guest_once(mail: _Mail) -> dict[str, Any]:
    """Expect a guest at the dinner, and count the guests. Addresses are the same in capital and small letters, such as
    in "lea@club.example".
    """
    guests = list(dict.fromkeys([*_guests(mail), mail.lower()]))
    _GUESTS.write_text(json.dumps(guests))
    return {"guests": len(guests), "is_full": len(guests) > 1}


@keeps("common_rules_hold")
def expect_exact_guest(mail: _Mail) -> dict[str, Any]:
    """Expect a guest at the dinner, and count the guests. Addresses are not the same in capital and small letters, such
    as in "lea@club.example".
    """
    guests = list(dict.fromkeys([*_guests(mail), mail]))
    _GUESTS.write_text(json.dumps(guests))
    return {"guests": len(guests), "is_full": len(guests) > 1}
