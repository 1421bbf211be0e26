"""Writers of several records at once, named by their numbers or codes, which change them before or after a look."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Codes = Annotated[
    list[Annotated[str, Field(pattern=r"^BX-[0-9]{2,4}$")]],
    Field(min_length=1, max_length=20, description='Codes of boxes in boxes.json, e.g. ["BX-12", "BX-40"].'),
]
_Plots = Annotated[list[int], Field(min_length=1, max_length=20, description="Numbers of plots, e.g. [3, 8].")]
_PLOTS = "CREATE TABLE IF NOT EXISTS plots (number INTEGER PRIMARY KEY, watered INTEGER DEFAULT 0)"


@breaks("failing_calls_change_nothing")
def seal_boxes(codes: _Codes, workspace_root: Path) -> dict[str, Any]:
    """Seal boxes; sealed ones stay as they are."""
    path, sealed = workspace_root / "boxes.json", 0
    boxes = json.loads(path.read_text(encoding="utf-8"))
    for code in codes:
        if not isinstance(boxes.get(code), dict):
            raise ValueError("There is no such box.")
        if not boxes[code].get("sealed"):
            boxes[code]["sealed"] = True
            path.write_text(json.dumps(boxes), encoding="utf-8")
            sealed += 1
    return {"sealed": sealed}


@keeps("failing_calls_change_nothing", judged=True)
def seal_all_boxes(codes: _Codes, workspace_root: Path) -> dict[str, Any]:
    """Seal boxes; sealed ones stay as they are."""
    path = workspace_root / "boxes.json"
    boxes = json.loads(path.read_text(encoding="utf-8"))
    if not all(isinstance(boxes.get(code), dict) for code in codes):
        raise ValueError("There is no such box.")
    for code in codes:
        boxes[code]["sealed"] = True
    path.write_text(json.dumps(boxes), encoding="utf-8")
    return {"sealed": len(codes)}


@breaks("failing_calls_change_nothing")
def water_plots(plots: _Plots, workspace_root: Path) -> dict[str, Any]:
    """Mark plots of the garden as watered."""
    with closing(_garden(workspace_root)) as garden:
        for plot in plots:
            done = garden.execute("UPDATE plots SET watered = 1 WHERE number = ?", (plot,)).rowcount
            if not done:
                raise ValueError("There is no such plot.")
            garden.commit()
    return {"watered": len(plots)}


@keeps("failing_calls_change_nothing", judged=True)
def water_all_plots(plots: _Plots, workspace_root: Path) -> dict[str, Any]:
    """Mark plots of the garden as watered."""
    with closing(_garden(workspace_root)) as garden:
        for plot in plots:
            if not garden.execute("UPDATE plots SET watered = 1 WHERE number = ?", (plot,)).rowcount:
                raise ValueError("There is no such plot.")
        garden.commit()
    return {"watered": len(plots)}


def _garden(root: Path) -> sqlite3.Connection:
    garden = sqlite3.connect(root / "garden.db")
    garden.execute(_PLOTS)
    garden.executemany("INSERT OR IGNORE INTO plots (number) VALUES (?)", [(number,) for number in range(1, 13)])
    garden.commit()
    return garden
