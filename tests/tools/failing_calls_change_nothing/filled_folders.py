"""Tools that store what an object with free keys holds, part by part."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from ..marks import breaks, keeps

_ROOMS = Path("rooms")
_STOCK = Path("cellar.json")


def _sheet(name: str, text: str) -> bytes:
    if not re.fullmatch(r"[a-z]{2,20}\.(xml|svg)", name):
        raise ValueError("A sheet has a name such as hall.svg.")
    if not text:
        raise ValueError("A sheet must not be empty.")
    return text.encode()


@breaks("failing_calls_change_nothing")
def pin_up_sheets(room: str, sheets: dict[str, str]) -> int:
    """Pin up sheets in a room, each a file in the folder of the room, and return how many there are.

    Args:
        room: Letters of the room, such as "aula".
        sheets: The name of each sheet, which ends in .xml or .svg, and its content.
    """
    if not re.fullmatch(r"[a-z]{2,20}", room) or not sheets:
        raise ValueError("Give a room and a sheet.")
    folder = _ROOMS / room
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in sheets.items():
        (folder / name).write_bytes(_sheet(name, text))
    return len(sheets)


@keeps("failing_calls_change_nothing", judged=True)
def hang_sheets(room: str, sheets: dict[str, str]) -> int:
    """Hang sheets in a room, each a file in the folder of the room, and return how many there are.

    Args:
        room: Letters of the room, such as "aula".
        sheets: The name of each sheet, which ends in .xml or .svg, and its content.
    """
    if not re.fullmatch(r"[a-z]{2,20}", room) or not sheets:
        raise ValueError("Give a room and a sheet.")
    made = {name: _sheet(name, text) for name, text in sheets.items()}
    folder = _ROOMS / room
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in made.items():
        (folder / name).write_bytes(data)
    return len(sheets)


@keeps("failing_calls_change_nothing", judged=True)
def lay_out_sheets(room: str, sheets: dict[str, str]) -> int:
    """Lay out the sheets of a new room, each a file in its folder, and take the room away if one of them is wrong.

    Args:
        room: Letters of the room, such as "aula".
        sheets: The name of each sheet, which ends in .xml or .svg, and its content.
    """
    if not re.fullmatch(r"[a-z]{2,20}", room) or not sheets:
        raise ValueError("Give a room and a sheet.")
    folder = _ROOMS / room
    if folder.exists():
        raise ValueError("There is such a room.")
    folder.mkdir(parents=True)
    try:
        for name, text in sheets.items():
            (folder / name).write_bytes(_sheet(name, text))
    except ValueError:
        shutil.rmtree(folder)
        raise
    return len(sheets)


@breaks("failing_calls_change_nothing")
def cellar_barrels(barrels: dict[str, int]) -> int:
    """Store barrels in the cellar and return how many kinds there are now.

    Args:
        barrels: How many of each kind, 1 to 500.
    """
    for kind, number in barrels.items():
        if not 1 <= number <= 500:
            raise ValueError("Give 1 to 500 barrels of a kind.")
        stock = json.loads(_STOCK.read_text()) if _STOCK.exists() else {}
        stock[kind] = stock.get(kind, 0) + number
        _STOCK.write_text(json.dumps(stock))
    return len(json.loads(_STOCK.read_text())) if _STOCK.exists() else 0


@keeps("failing_calls_change_nothing", judged=True)
def store_barrels(barrels: dict[str, int]) -> int:
    """Store barrels in the cellar and return how many kinds there are now.

    Args:
        barrels: How many of each kind, 1 to 500.
    """
    stock = json.loads(_STOCK.read_text()) if _STOCK.exists() else {}
    for kind, number in barrels.items():
        if not 1 <= number <= 500:
            raise ValueError("Give 1 to 500 barrels of a kind.")
        stock[kind] = stock.get(kind, 0) + number
    _STOCK.write_text(json.dumps(stock))
    return len(stock)
