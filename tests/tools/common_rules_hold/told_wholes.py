"""Functions whose parts are said to add up: minutes by weight, percentages, bins of values, and taxes."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ..marks import breaks, keeps

_TENTH = Decimal("0.1")


class Topic(TypedDict):
    """A topic of a meeting."""

    title: str
    weight: int


Minutes = Annotated[int, Field(ge=1, le=600, description="Length of the meeting.")]
Topics = Annotated[list[Topic], Field(min_length=1, max_length=20, description="The topics; weights are above zero.")]
Votes = Annotated[dict[str, int], Field(min_length=1, max_length=30, description="Votes by candidate.")]
Values = Annotated[list[float], Field(min_length=1, max_length=500, description="The measured values.")]
Width = Annotated[float, Field(ge=0.5, le=100, description="Width of a bin.")]
Gross = Annotated[int, Field(ge=0, le=10_000_000, description="Amount with tax, in cents.")]


def _weighed(minutes: int, topics: list[Topic]) -> list[Decimal]:
    if any(topic["weight"] <= 0 for topic in topics):
        raise ValueError("Each weight must be above zero.")
    whole = sum(topic["weight"] for topic in topics)
    return [Decimal(minutes * topic["weight"]) / whole for topic in topics]


@breaks("common_rules_hold")
def plan_minutes_rounded(minutes: Minutes, topics: Topics) -> list[dict[str, str | int]]:
    """Plan a meeting: whole minutes for each topic by its weight.

    The minutes of all topics sum up to the length of the meeting.
    """
    times = [int(one.quantize(Decimal(1), ROUND_HALF_UP)) for one in _weighed(minutes, topics)]
    rest = minutes - sum(times)
    for place in range(max(rest, 0)):
        times[place % len(times)] += 1
    return [{"title": topic["title"], "minutes": time} for topic, time in zip(topics, times, strict=True)]


@keeps("common_rules_hold", judged=True)
def plan_minutes_with_rest(minutes: Minutes, topics: Topics) -> list[dict[str, str | int]]:
    """Plan a meeting: whole minutes for each topic by its weight.

    The minutes of all topics sum up to the length of the meeting.
    """
    times = [int(one.quantize(Decimal(1), ROUND_DOWN)) for one in _weighed(minutes, topics)]
    for place in range(minutes - sum(times)):
        times[place] += 1
    return [{"title": topic["title"], "minutes": time} for topic, time in zip(topics, times, strict=True)]


def _percent(votes: dict[str, int]) -> dict[str, Decimal]:
    cast = sum(votes.values())
    if cast <= 0 or min(votes.values()) < 0:
        raise ValueError("There must be votes.")
    return {name: (Decimal(100 * count) / cast).quantize(_TENTH, ROUND_DOWN) for name, count in votes.items()}


@breaks("common_rules_hold")
def percentages_rounded_down(votes: Votes) -> dict[str, dict[str, float]]:
    """Give the share of each candidate. Percentages have one digit, and always add up to 100."""
    return {name: {"votes": votes[name], "percent": float(share)} for name, share in _percent(votes).items()}


@keeps("common_rules_hold", judged=True)
def percentages_with_rest(votes: Votes) -> dict[str, dict[str, float]]:
    """Give the share of each candidate. Percentages have one digit, and always add up to 100."""
    shares = _percent(votes)
    rest = 100 - sum(shares.values())
    for name in sorted(shares, key=lambda name: (-votes[name], name)):
        if rest > 0:
            shares[name], rest = shares[name] + _TENTH, rest - _TENTH
    return {name: {"votes": votes[name], "percent": float(share)} for name, share in shares.items()}


@keeps("common_rules_hold")
def percentages_with_a_difference(votes: Votes) -> dict[str, dict[str, float]]:
    """Give the share of each candidate. Percentages are rounded, so they may not add up to 100."""
    return percentages_rounded_down(votes)


def _counts(values: list[float], width: float, bins: int) -> dict[str, list[int]]:
    if not all(-10_000 <= value <= 10_000 for value in values):
        raise ValueError("Each value must be between -10000 and 10000.")
    counts = [0] * bins
    for value in values:
        place = int((value - min(values)) // width)
        if place < bins:
            counts[place] += 1
    return {"counts": counts}


@breaks("common_rules_hold")
def bins_without_the_largest(values: Values, width: Width = 2.0) -> dict[str, list[int]]:
    """Count values in bins of equal width; the counts add up to the number of values."""
    return _counts(values, width, max(math.ceil((max(values) - min(values)) / width), 1))


@keeps("common_rules_hold", judged=True)
def bins_with_the_largest(values: Values, width: Width = 2.0) -> dict[str, list[int]]:
    """Count values in bins of equal width; the counts add up to the number of values."""
    return _counts(values, width, math.floor((max(values) - min(values)) / width) + 1)


@breaks("common_rules_hold")
def taxes_rounded_apart(gross_cents: Gross) -> dict[str, float]:
    """Take two taxes out of a price. The net, the state tax and the city tax always add up to gross_cents."""
    net = gross_cents / 1.08
    return {"net_cents": round(net), "state_tax": round(net * 0.05), "city_tax": round(net * 0.03), "rate": 0.08}


@keeps("common_rules_hold", judged=True)
def taxes_with_the_rest(gross_cents: Gross) -> dict[str, float]:
    """Take two taxes out of a price. The net, the state tax and the city tax always add up to gross_cents."""
    net = gross_cents / 1.08
    state, city = round(net * 0.05), round(net * 0.03)
    return {"net_cents": gross_cents - state - city, "state_tax": state, "city_tax": city, "rate": 0.08}
