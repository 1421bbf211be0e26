"""Means of ratings, and what a boat costs, rounded in the way that shops and schools do, or in another one."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from ..marks import breaks, keeps


def _checked(ratings: list[float]) -> None:
    if not ratings or not all(0.5 <= rating <= 7 for rating in ratings):
        raise ValueError("Ratings are from 0.5 to 7.")


@breaks("common_rules_hold")
def mean_rating(ratings: list[float]) -> dict[str, Any]:
    """Return the mean of ratings of a boat, rounded to one decimal as learned at school.

    Args:
        ratings: Ratings from 0.5 to 7, such as [4.5, 6].
    """
    _checked(ratings)
    return {"mean": round(sum(ratings) / len(ratings), 1), "ratings": len(ratings)}


@keeps("common_rules_hold", judged=True)
def mean_rating_of_school(ratings: list[float]) -> dict[str, Any]:
    """Return the mean of ratings of a boat, rounded to one decimal as learned at school.

    Args:
        ratings: Ratings from 0.5 to 7, such as [4.5, 6].
    """
    _checked(ratings)
    mean = sum(map(Decimal, ratings)) / len(ratings)
    return {"mean": float(mean.quantize(Decimal("0.1"), ROUND_HALF_UP)), "ratings": len(ratings)}


@keeps("common_rules_hold")
def mean_rating_to_even(ratings: list[float]) -> dict[str, Any]:
    """Return the mean of ratings of a boat, rounded to one decimal.

    Args:
        ratings: Ratings from 0.5 to 7, such as [4.5, 6].
    """
    _checked(ratings)
    return {"mean": round(sum(ratings) / len(ratings), 1), "ratings": len(ratings)}


@breaks("common_rules_hold")
def hire_of_boats(trips: list[dict[str, Any]]) -> dict[str, Any]:
    """Work out the hire of boats. The price of each trip is rounded to cents as merchants do.

    Args:
        trips: The trips, each with "quarters" (begun quarters of an hour) and "hourly" (euros for an hour).
    """
    prices = []
    for trip in trips:
        quarters, hourly = int(trip["quarters"]), Decimal(str(trip["hourly"]))
        if not 0 < quarters <= 400 or hourly < 0:
            raise ValueError("A trip takes 1 to 400 quarters of an hour.")
        prices.append((hourly * quarters / 4).quantize(Decimal("0.01")))
    return {"prices": [str(price) for price in prices], "total": str(sum(prices))}


@keeps("common_rules_hold")
def hire_of_boats_as_told(trips: list[dict[str, Any]]) -> dict[str, Any]:
    """Work out the hire of boats. The price of each trip is rounded to cents as merchants do.

    Args:
        trips: The trips, each with "quarters" (begun quarters of an hour) and "hourly" (euros for an hour).
    """
    prices = []
    for trip in trips:
        quarters, hourly = int(trip["quarters"]), Decimal(str(trip["hourly"]))
        if not 0 < quarters <= 400 or hourly < 0:
            raise ValueError("A trip takes 1 to 400 quarters of an hour.")
        prices.append((hourly * quarters / 4).quantize(Decimal("0.01"), ROUND_HALF_UP))
    return {"prices": [str(price) for price in prices], "total": str(sum(prices))}
