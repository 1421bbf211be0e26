"""Ranges that may go over the place where a circle begins."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.profile.told_wraps import Wrap, told_wrap, wraps

_NUMBER = {"type": "number"}
_MONTH = {"type": "integer", "minimum": 1, "maximum": 12}


@pytest.mark.parametrize(
    "told",
    [
        "A section that contains the 180th meridian has a ``west`` that is greater than its ``east``.",
        "Boxes may cross the antimeridian.",
        "If min_lon is larger than max_lon, the box spans the date line.",
        "A season may go over New Year, as from November to February.",
        "The range wraps around.",
        "`west` may be greater than `east`.",
        "Where the start is later than the end, the shift runs through midnight.",
    ],
)
def test_a_range_may_go_over_the_beginning(told: str) -> None:
    assert told_wrap(told)


@pytest.mark.parametrize(
    "told",
    [
        "List the ports of a section.",
        "A box cannot cross the antimeridian.",
        "If west is greater than east, the two are swapped.",
        "Raises ValueError if west is greater than east.",
        "West must be less than east.",
        "If the start is later than the end, nothing is found.",
        "None if the first month is later than the last one.",
        "If the start is later than the end, both are read as days of the next week.",
    ],
)
def test_nothing_is_said_of_such_a_range(told: str) -> None:
    assert not told_wrap(told)


@pytest.mark.parametrize(
    ("nodes", "found"),
    [
        ({"west": _NUMBER, "east": _NUMBER}, Wrap("west", "east", -180.0, 180.0)),
        (
            {"west": {"type": "number", "description": "0 to 360"}, "east": _NUMBER},
            Wrap("west", "east", 0.0, 360.0),
        ),
        ({"min_lon": _NUMBER, "max_lon": _NUMBER}, Wrap("min_lon", "max_lon", -180.0, 180.0)),
        (
            {"from_month": _MONTH, "to_month": _MONTH},
            Wrap("from_month", "to_month", 1, 12, is_counted=True),
        ),
        (
            {"bbox": {"type": "array", "description": "South, west, north and east edge."}},
            Wrap("bbox", "", -180.0, 180.0, places=(1, 3)),
        ),
    ],
)
def test_the_ends_of_a_range_on_a_circle_are_found(nodes: dict[str, Any], found: Wrap) -> None:
    assert list(wraps(nodes)) == [found]


@pytest.mark.parametrize(
    "nodes",
    [{"min_price": _NUMBER, "max_price": _NUMBER}, {"lat": _NUMBER, "lon": _NUMBER}, {"from_month": _MONTH}],
)
def test_other_numbers_are_no_such_ends(nodes: dict[str, Any]) -> None:
    assert not list(wraps(nodes))
