"""Tools that add to a store, and what they do with one that cannot be read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_BUOYS, _KNOTS, _WHARVES = Path("buoys.json"), Path("knots.txt"), Path("wharves.json")


def _buoys() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(_BUOYS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return found


def _buoys_or_none() -> dict[str, Any]:
    try:
        return _buoys()
    except (OSError, ValueError):
        return {}


def _store(buoys: dict[str, Any]) -> None:
    draft = Path("buoys.json.part")
    draft.write_text(json.dumps(buoys), encoding="utf-8")
    os.replace(draft, _BUOYS)


@breaks("failure_is_not_success")
def moor_buoy(mark: str, colour: str) -> dict[str, Any]:
    """Note the colour of a buoy, and return all of them.

    Args:
        mark: What is painted on the buoy.
        colour: Its colour.
    """
    buoys = {**_buoys_or_none(), mark: colour}
    _store(buoys)
    return {"mark": mark, "buoys": len(buoys)}


@keeps("failure_is_not_success", judged=True)
def anchor_buoy(mark: str, colour: str) -> dict[str, Any]:
    """Note the colour of a buoy, and return how many there are.

    Args:
        mark: What is painted on the buoy.
        colour: Its colour.
    """
    try:
        buoys = {**_buoys(), mark: colour}
    except (OSError, ValueError):
        return {"error": "unreadable", "message": "The list of buoys cannot be read."}
    _store(buoys)
    return {"mark": mark, "buoys": len(buoys)}


@keeps("failure_is_not_success", judged=True)
def lay_buoy(mark: str, colour: str) -> dict[str, Any]:
    """Note the colour of a buoy, and return how many there are.

    Args:
        mark: What is painted on the buoy.
        colour: Its colour.
    """
    try:
        buoys = _buoys()
    except (OSError, ValueError):
        os.replace(_BUOYS, "buoys.json.damaged")
        buoys = {}
    _store({**buoys, mark: colour})
    return {"mark": mark, "buoys": len(buoys) + 1}


@keeps("failure_is_not_success")
def renew_buoy(mark: str, colour: str) -> dict[str, Any]:
    """Note the colour of a buoy, and return how many there are. A damaged list of buoys is begun anew.

    Args:
        mark: What is painted on the buoy.
        colour: Its colour.
    """
    buoys = {**_buoys_or_none(), mark: colour}
    _store(buoys)
    return {"mark": mark, "buoys": len(buoys)}


@keeps("failure_is_not_success")
def quote_wharf(wharf: str, ship: str) -> dict[str, Any]:
    """Quote a wharf for a ship; quotes are kept, so that a ship need not be measured again.

    Args:
        wharf: Name of the wharf.
        ship: Name of the ship.
    """
    try:
        known = json.loads(_WHARVES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        known = {}
    known[f"{wharf}/{ship}"] = len(wharf) * 10 + len(ship)
    _WHARVES.write_text(json.dumps(known), encoding="utf-8")
    return {"wharf": wharf, "euros": known[f"{wharf}/{ship}"]}


@breaks("failure_is_not_success")
def tie_knot(knot: str) -> int:
    """Add a knot to the list of knots in knots.txt, and return how many there are.

    Args:
        knot: Name of the knot.
    """
    try:
        lines = _KNOTS.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    lines = sorted({*lines, " ".join(knot.split())})
    _KNOTS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


@keeps("failure_is_not_success", judged=True)
def splice_knot(knot: str) -> str:
    """Add a knot to the list of knots in knots.txt, without reading it.

    Args:
        knot: Name of the knot.
    """
    with _KNOTS.open("a", encoding="utf-8") as file:
        file.write(f"{' '.join(knot.split())}\n")
    return "Added."


@breaks("failure_is_not_success")
def rig_boat(harbour: str, boat: str, sails: int) -> dict[str, int]:
    """Note how many sails a boat has, in the file boats.json of a harbour.

    Args:
        harbour: Folder of the harbour.
        boat: Name of the boat.
        sails: Number of its sails.
    """
    file = Path(harbour) / "boats.json"
    try:
        boats = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        boats = {}
    boats[boat] = sails
    draft = file.with_suffix(".part")
    draft.write_text(json.dumps(boats), encoding="utf-8")
    os.replace(draft, file)
    return {"boats": len(boats)}
