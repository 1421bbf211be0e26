"""Readers of records with a rank from 0 to 5, that take the lowest rank to list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Least = Annotated[int | None, Field(ge=0, le=5, description="Lowest rank to list; null for that of the club, 2.")]


def _climbs() -> list[dict[str, Any]]:
    try:
        rows = json.loads(Path("climbs.json").read_text())
    except (OSError, ValueError):
        raise ValueError("There is no list of climbs.") from None
    if not isinstance(rows, list) or not all(isinstance(row, dict) and row.get("rank") in range(6) for row in rows):
        raise ValueError("The list of climbs is damaged.")
    return rows


@breaks("choices_are_handled")
def list_climbs(least: _Least = None) -> dict[str, Any]:
    """List the climbs of a rank and above."""
    rank = least or 2
    return {"least": rank, "climbs": [str(row.get("name")) for row in _climbs() if row["rank"] >= rank]}


@keeps("choices_are_handled")
def list_all_climbs(least: _Least = None) -> dict[str, Any]:
    """List the climbs of a rank and above."""
    rank = 2 if least is None else least
    return {"least": rank, "climbs": [str(row.get("name")) for row in _climbs() if row["rank"] >= rank]}
