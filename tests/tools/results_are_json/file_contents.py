"""Functions that add up what a file holds, which may be no number."""

from __future__ import annotations

import csv
import math
from pathlib import Path

from ..marks import breaks, keeps


def _amounts(table: str) -> list[float]:
    try:
        with Path(table).open(newline="", encoding="utf-8", errors="replace") as rows:
            cells = [cell for row in csv.reader(rows) for cell in row]
    except (OSError, ValueError, csv.Error):
        raise ValueError("the table cannot be read") from None
    found = []
    for cell in cells:
        try:
            found.append(float(cell))
        except ValueError:
            continue
    return found


@breaks("results_are_json")
def total_of(table: str) -> dict[str, float]:
    """Add up the numbers of a table.

    Args:
        table: Path of a CSV file, e.g. "sales.csv".
    """
    return {"total": sum(_amounts(table))}


@keeps("results_are_json", judged=True)
def finite_total_of(table: str) -> dict[str, float]:
    """Add up the finite numbers of a table.

    Args:
        table: Path of a CSV file, e.g. "sales.csv".
    """
    return {"total": sum(amount for amount in _amounts(table) if math.isfinite(amount))}
