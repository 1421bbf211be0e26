"""Readers of tables of their own, one for each number, that a sensor or a person has written."""

from __future__ import annotations

import csv
from pathlib import Path
from statistics import fmean

from ..marks import breaks, keeps

_HIGHEST = 60.0


def _depths(well: int) -> list[float]:
    found = []
    try:
        with Path(f"wells/well-{well:02d}.csv").open(newline="") as file:
            for row in csv.DictReader(file):
                try:
                    found.append(float(row["depth"]))
                except (KeyError, TypeError, ValueError):
                    continue
    except OSError:
        raise LookupError("There is no table of this well.") from None
    return found


@breaks("results_are_json")
def mean_depth(well: int) -> dict[str, float | None]:
    """Tell the mean depth of the water in a well, in metres.

    Args:
        well: Number of the well, 1 to 40.
    """
    depths = [depth for depth in _depths(well) if not (depth < 0 or depth > _HIGHEST)]
    return {"depth": fmean(depths) if depths else None}


@keeps("results_are_json", judged=True)
def usual_depth(well: int) -> dict[str, float | None]:
    """Tell the mean depth of the water in a well, in metres, without what lies outside 0 to 60.

    Args:
        well: Number of the well, 1 to 40.
    """
    depths = [depth for depth in _depths(well) if 0 <= depth <= _HIGHEST]
    return {"depth": fmean(depths) if depths else None}
