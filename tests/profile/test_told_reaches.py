"""Arguments that limit a number of the items in an answer, and those that go round."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_reaches import both_ends, goes_below, limits_items, may_be_rounded, may_leave_out


@pytest.mark.parametrize(
    ("name", "described", "limits"),
    [
        ("radius_km", "", True),
        ("max_price", "", True),
        ("stars_min", "", True),
        ("within_minutes", "", True),
        ("km", "How far to look.", True),
        ("price", "Books at this price or cheaper.", True),
        ("score", "The lowest score to report.", True),
        ("grams", "The heaviest parcel to list.", True),
        ("latitude", "At most 90.", False),
        ("limit", "How many to return at most.", False),
        ("max_results", "", False),
        ("amount", "What to pay.", False),
    ],
)
def test_a_number_limits_items(name: str, described: str, limits: bool) -> None:
    assert limits_items(name, {"type": "number", "description": described}) == limits


@pytest.mark.parametrize(
    ("name", "described", "is_least"),
    [
        ("min_score", "", True),
        ("score", "Hits with this score or better.", True),
        ("threshold", "", True),
        ("max_price", "", False),
        ("radius", "At most so far away.", False),
    ],
)
def test_a_limit_is_the_least_or_the_most(name: str, described: str, is_least: bool) -> None:
    assert goes_below(name, described) == is_least


@pytest.mark.parametrize(
    ("name", "node", "ends"),
    [
        ("lon", {}, (-180.0, 180.0)),
        ("longitude", {"description": "Degrees east, 0 to 360."}, (0.0, 360.0)),
        ("hue", {"minimum": 0, "maximum": 360}, (0.0, 360.0)),
        ("hour", {"description": "Time of day in hours, 0 to 24."}, (0.0, 24.0)),
        ("hue", {"description": "From 0 to 180."}, None),
        ("hours", {"description": "How long to look ahead."}, None),
        ("latitude", {"description": "-90 to 90"}, None),
        ("share", {"minimum": 0, "maximum": 360}, None),
    ],
)
def test_an_argument_goes_round(name: str, node: dict[str, object], ends: tuple[float, float] | None) -> None:
    assert both_ends(name, {"type": "number", **node}) == ends


@pytest.mark.parametrize(
    ("told", "may"),
    [
        ("List all shops within a distance.", False),
        ("Give a random sample of the shops within a distance.", True),
        ("Shops are clustered at low zoom levels.", True),
    ],
)
def test_items_may_be_left_out(told: str, may: bool) -> None:
    assert may_leave_out(told) == may


@pytest.mark.parametrize(
    ("told", "may"),
    [("The distance, rounded to a tenth.", True), ("Distances are approximate.", True), ("The way around.", False)],
)
def test_numbers_may_be_rounded(told: str, may: bool) -> None:
    assert may_be_rounded(told) == may
