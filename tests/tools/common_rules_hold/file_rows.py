"""Functions that add up a file by a name: one of them passes over rows without a number, though it tells of others."""

from __future__ import annotations

import csv
from pathlib import Path

from ..marks import breaks, keeps

_VISITS = Path("visits.csv")


def _rows_of(place: str) -> list[list[str]]:
    if not _VISITS.is_file():
        raise ValueError("There are no visits.")
    with _VISITS.open(encoding="utf-8", errors="replace", newline="") as file:
        return [row for row in csv.reader(file) if row and row[0].strip() == place]


@breaks("common_rules_hold")
def visits_of(place: str) -> dict:
    """Add up the visits of a place in visits.csv, a row for each day, as place,visits.

    Args:
        place: Name of the place.
    """
    visits = days = unusable = 0
    for row in _rows_of(place):
        if len(row) != 2:
            unusable += 1
        elif row[1].isdecimal():
            visits, days = visits + int(row[1]), days + 1
    return {"visits": visits, "days": days, "unusable": unusable}


@keeps("common_rules_hold")
def all_visits_of(place: str) -> dict:
    """Add up the visits of a place in visits.csv, a row for each day, as place,visits.

    Args:
        place: Name of the place.
    """
    visits = days = unusable = 0
    for row in _rows_of(place):
        if len(row) != 2 or not row[1].isdecimal():
            unusable += 1
        else:
            visits, days = visits + int(row[1]), days + 1
    return {"visits": visits, "days": days, "unusable": unusable}


@keeps("common_rules_hold")
def known_visits_of(place: str) -> dict:
    """Add up the visits of a place in visits.csv, a row for each day. Rows without a number are left out.

    Args:
        place: Name of the place.
    """
    visits = days = short = 0
    for row in _rows_of(place):
        if len(row) != 2:
            short += 1
        elif row[1].isdecimal():
            visits, days = visits + int(row[1]), days + 1
    return {"visits": visits, "days": days, "short": short}
