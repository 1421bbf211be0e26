"""Descriptions of days and moments that are still to come."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ahead import tells_ahead


@pytest.mark.parametrize(
    "told",
    [
        "YYYY-MM-DD, from today to 60 days ahead, in UTC",
        "When to remind, an ISO date and time in the future.",
        "Day of the visit; must not be in the past.",
        "The day, no earlier than today.",
        "A future date, such as 2031-05-01.",
        "Start of the booking, within the next 90 days.",
        "Full hour that has not begun yet.",
        "Departure, at most 30 days in advance.",
        "Must be a future date.",
        "An event that is still to come.",
        "Date of an upcoming day of play.",
    ],
)
def test_what_is_still_to_come_is_known(told: str) -> None:
    assert tells_ahead(told)


@pytest.mark.parametrize(
    "told",
    [
        "Date of birth, in the past.",
        "The day, YYYY-MM-DD.",
        "Day of the sale, at most 30 days ago.",
        "First day of the report.",
        "Days from the start of the project.",
        "Not used; kept for future versions.",
        "Name of the client.",
        "The next page.",
    ],
)
def test_any_other_day_is_not(told: str) -> None:
    assert not tells_ahead(told)
