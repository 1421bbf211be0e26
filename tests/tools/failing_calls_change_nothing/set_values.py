"""Functions that set values, which an equal call sets to the same, and what they leave when one of them is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from ..marks import breaks, keeps

_BRIGHTEST = 100


class Watering(BaseModel):
    """Water for a bed of the garden."""

    bed: str
    litres: int


class Lamp(BaseModel):
    """Light of a lamp."""

    lamp: Literal["left", "right"]
    percent: int


def _beds(workspace_root: Path) -> dict[str, int]:
    beds = json.loads((workspace_root / "beds.json").read_text(encoding="utf-8"))
    if not isinstance(beds, dict) or not all(type(litres) is int for litres in beds.values()):
        raise ValueError("The beds are damaged. Mend beds.json.")
    return beds


@breaks("failing_calls_change_nothing")
def set_waterings(waterings: list[Watering], *, workspace_root: Path) -> dict[str, object]:
    """Set how much water beds get.

    Args:
        waterings: The beds with their water.
        workspace_root: The workspace.
    """
    for watering in waterings:
        beds = _beds(workspace_root)
        if watering.bed not in beds:
            return {"error": "unknown_bed", "message": "There is no such bed. Nothing was set."}
        beds[watering.bed] = watering.litres
        (workspace_root / "beds.json").write_text(json.dumps(beds), encoding="utf-8")
    return {"set": len(waterings)}


@keeps("failing_calls_change_nothing", judged=True)
def change_waterings(waterings: list[Watering], *, workspace_root: Path) -> dict[str, object]:
    """Set how much water beds get.

    Args:
        waterings: The beds with their water.
        workspace_root: The workspace.
    """
    beds = _beds(workspace_root)
    for watering in waterings:
        if watering.bed not in beds:
            return {"error": "unknown_bed", "message": "There is no such bed. Nothing was set."}
        beds[watering.bed] = watering.litres
    (workspace_root / "beds.json").write_text(json.dumps(beds), encoding="utf-8")
    return {"set": len(waterings)}


@keeps("failing_calls_change_nothing", judged=True)
def set_lamps(lamps: list[Lamp], *, workspace_root: Path) -> dict[str, object]:
    """Dim lamps of the greenhouse; a state of all lamps is laid out where there is none.

    Args:
        lamps: The lamps with their light.
        workspace_root: The workspace.
    """
    path = workspace_root / "lamps.json"
    if not path.exists():
        path.write_text(json.dumps(dict.fromkeys(("left", "right"), 0)), encoding="utf-8")
    state = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(state, dict):
        return {"error": "damaged", "message": "The lamps cannot be read."}
    if not all(0 <= lamp.percent <= _BRIGHTEST for lamp in lamps):
        return {"error": "no_such_light", "message": "A light is from 0 to 100 percent."}
    path.write_text(json.dumps(state | {lamp.lamp: lamp.percent for lamp in lamps}), encoding="utf-8")
    return {"lamps": len(lamps)}
