"""Functions that keep a file until its time of change is another one: one looks at whole seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Mast = Annotated[str, Field(pattern=r"^[a-z]{1,12}$", description="Name of the mast, e.g. north.")]
_coarse: dict[tuple[str, int], dict] = {}
_fine: dict[tuple[str, int, int], dict] = {}


def _path() -> Path:
    path = Path("masts.json")
    if not path.is_file():
        raise ValueError("There is no list of masts.")
    return path


def _height(masts: dict, mast: str) -> dict:
    if not isinstance(masts.get(mast), int):
        raise ValueError("There is no such mast.")
    return {"metres": masts[mast]}


@breaks("equal_calls_agree")
def height_of(mast: Mast) -> dict:
    """Return the height of a mast."""
    path = _path()
    key = str(path), int(path.stat().st_mtime)
    if key not in _coarse:
        _coarse[key] = json.loads(path.read_text())
    return _height(_coarse[key], mast)


@keeps("equal_calls_agree")
def height_now(mast: Mast) -> dict:
    """Return the height of a mast."""
    path = _path()
    key = str(path), path.stat().st_mtime_ns, path.stat().st_size
    if key not in _fine:
        _fine[key] = json.loads(path.read_text())
    return _height(_fine[key], mast)


Berth = Annotated[str, Field(description="Number of the berth, such as B-12.")]
_draughts: dict[str, dict] = {}
_draughts_now: dict[str, dict] = {}


def _draught(kept: dict[str, dict], stamp: str, berth: str) -> dict:
    if stamp not in kept:
        kept.clear()
        kept[stamp] = json.loads(Path("berths.json").read_text())
    if not isinstance(kept[stamp].get(berth), int):
        raise ValueError("There is no such berth.")
    return {"berth": berth, "centimetres": kept[stamp][berth]}


@breaks("equal_calls_agree")
def draught_of(berth: Berth) -> dict:
    """Return how deep a berth is, as berths.json says."""
    state = Path("berths.json").stat()
    return _draught(_draughts, f"{state.st_mtime:.0f}/{state.st_size}", berth)


@keeps("equal_calls_agree")
def draught_now(berth: Berth) -> dict:
    """Return how deep a berth is, as berths.json says."""
    state = Path("berths.json").stat()
    return _draught(_draughts_now, f"{state.st_mtime_ns}/{state.st_size}", berth)
