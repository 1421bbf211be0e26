"""Functions that sum up a column of a CSV file, in which cells may be empty."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from ..marks import breaks, keeps


def _cells(file: str, column: str) -> Iterator[str]:
    with Path(file).open(newline="", encoding="utf-8") as opened:
        reader = csv.DictReader(opened)
        if column not in (reader.fieldnames or ()):
            raise ValueError("There is no such column. Name one of the header.")
        for row in reader:
            yield (row[column] or "").strip()


def _summed_up(numbers: list[float]) -> dict[str, float]:
    return {"days": len(numbers), "lowest": min(numbers, default=0), "highest": max(numbers, default=0)}


@breaks("common_rules_hold")
def water_levels(file: str, column: str) -> dict[str, float]:
    """Return the lowest and the highest level of a river, and of how many days. Empty cells are skipped.

    Args:
        file: A CSV file with a header.
        column: The column of the river.
    """
    return _summed_up([float(cell or 0) for cell in _cells(file, column)])


@keeps("common_rules_hold")
def levels_of_water(file: str, column: str) -> dict[str, float]:
    """Return the lowest and the highest level of a river, and of how many days. Empty cells are skipped.

    Args:
        file: A CSV file with a header.
        column: The column of the river.
    """
    return _summed_up([float(cell) for cell in _cells(file, column) if cell])


@keeps("common_rules_hold")
def rain(file: str, column: str) -> dict[str, float]:
    """Return the least and the most rain of a day, and of how many days. On a day without an entry, none fell.

    Args:
        file: A CSV file with a header.
        column: The column of the place.
    """
    return _summed_up([float(cell or 0) for cell in _cells(file, column)])
