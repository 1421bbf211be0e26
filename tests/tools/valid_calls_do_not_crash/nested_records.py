"""Functions that follow the parts of a record, which may lead back to it, by calling themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps

_MAX_DEPTH = 20


def _weight(parts: dict[str, Any], name: str) -> float:
    part = parts[name]
    return part["grams"] + sum(_weight(parts, below) for below in part["contains"] if below in parts)


def _bounded_weight(parts: dict[str, Any], name: str, depth: int) -> float:
    if depth > _MAX_DEPTH:
        raise ValueError("The parts contain each other. Mend parts.json.")
    part = parts[name]
    return part["grams"] + sum(_bounded_weight(parts, one, depth + 1) for one in part["contains"] if one in parts)


@breaks("valid_calls_do_not_crash")
def total_weight(part: str, *, workspace_root: Path) -> dict[str, float]:
    """Return the weight of a part with all that it contains, in grams.

    Args:
        part: Name of the part.
        workspace_root: The workspace.
    """
    parts = json.loads((workspace_root / "parts.json").read_text())
    if part not in parts:
        raise ValueError("There is no such part. List the parts first.")
    return {"grams": _weight(parts, part)}


@keeps("valid_calls_do_not_crash", judged=True)
def weight_in_all(part: str, *, workspace_root: Path) -> dict[str, float]:
    """Return the weight of a part with all that it contains, in grams.

    Args:
        part: Name of the part.
        workspace_root: The workspace.
    """
    parts = json.loads((workspace_root / "parts.json").read_text())
    if part not in parts:
        raise ValueError("There is no such part. List the parts first.")
    return {"grams": _bounded_weight(parts, part, 0)}
