"""Series of numbers from a first one to a last one, whose steps are added up, divided out or counted."""

from __future__ import annotations

import math
from decimal import Decimal

from ..marks import breaks, keeps

_MOST = 500


def _checked(start: float, stop: float, by: float) -> None:
    if not all(map(math.isfinite, (start, stop, by))) or by <= 0 or stop < start or (stop - start) / by > _MOST:
        raise ValueError("Not a span of at most 500 steps.")


@breaks("common_rules_hold")
def dilutions(start: float, stop: float, by: float) -> dict[str, list[float]]:
    """List the concentrations of a dilution series, from the weakest to the strongest one.

    Args:
        start: The weakest concentration.
        stop: The strongest one.
        by: Difference of two concentrations, above 0.
    """
    _checked(start, stop, by)
    found = []
    while start <= stop:
        found.append(round(start, 9))
        start += by
    return {"concentrations": found}


@keeps("common_rules_hold", judged=True)
def counted_dilutions(start: float, stop: float, by: float) -> dict[str, list[float]]:
    """List the concentrations of a dilution series, from the weakest to the strongest one.

    Args:
        start: The weakest concentration.
        stop: The strongest one.
        by: Difference of two concentrations, above 0.
    """
    _checked(start, stop, by)
    return {"concentrations": [start + number * by for number in range(math.floor((stop - start) / by + 1e-9) + 1)]}


@breaks("common_rules_hold")
def bids(increment: float, ceiling: float) -> list[dict[str, float]]:
    """List the bids that an auction may have, from nothing up to a ceiling that is itself no bid.

    Args:
        increment: Difference of two bids, above 0.
        ceiling: What no bid reaches.
    """
    _checked(0.0, ceiling, increment)
    made, bid = [], 0.0
    while bid < ceiling:
        made.append({"bid": bid})
        bid += increment
    return made


@keeps("common_rules_hold", judged=True)
def decimal_bids(increment: float, ceiling: float) -> list[dict[str, float]]:
    """List the bids that an auction may have, from nothing up to a ceiling that is itself no bid.

    Args:
        increment: Difference of two bids, above 0.
        ceiling: What no bid reaches.
    """
    _checked(0.0, ceiling, increment)
    step, end = Decimal(str(increment)), Decimal(str(ceiling))
    return [{"bid": float(number * step)} for number in range(math.ceil(end / step))]


@keeps("common_rules_hold")
def doubtful_dilutions(start: float, stop: float, by: float) -> list[float]:
    """List the concentrations of a dilution series. By the rounding of floats, the last one may be missing.

    Args:
        start: The weakest concentration.
        stop: The strongest one.
        by: Difference of two concentrations, above 0.
    """
    _checked(start, stop, by)
    return [start + number * by for number in range(math.floor((stop - start) / by) + 1)]


@keeps("common_rules_hold")
def marked_metres(start: float, stop: float, by: float) -> list[int]:
    """List the whole metres at which a path is marked, each of them once.

    Args:
        start: The first mark, in metres.
        stop: The end of the path, in metres.
        by: Distance of two marks, in metres, above 0.
    """
    _checked(start, stop, by)
    return sorted({round(start + number * by) for number in range(math.floor((stop - start) / by) + 1)})
