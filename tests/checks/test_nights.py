"""Calls on nights, and the nights on which clocks are changed."""

from __future__ import annotations

import datetime as dt

import pytest

from pytest_forge.checks.robustness.rules.changing_zones import is_zone, nights_of_change
from pytest_forge.checks.robustness.rules.nights import has_night, on_night

DAY = dt.date(2024, 3, 30)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            {"start": "2024-01-01T12:00", "end": "2024-01-01T12:00"},
            {"start": "2024-03-30T20:00", "end": "2024-03-31T08:00"},
        ),
        (
            {"span": {"start": "2024-01-01 12:00:00", "end": "2024-01-01 12:00:00"}},
            {"span": {"start": "2024-03-30 20:00:00", "end": "2024-03-31 08:00:00"}},
        ),
        (
            {"day": "2024-01-01", "since": "12:00", "until": "12:00"},
            {"day": "2024-03-30", "since": "20:00", "until": "08:00"},
        ),
        (
            {"came_on": "2024-01-01", "came_at": "12:00:00", "left_on": "2024-01-01", "left_at": "12:00:00"},
            {"came_on": "2024-03-30", "came_at": "20:00:00", "left_on": "2024-03-31", "left_at": "08:00:00"},
        ),
    ],
)
def test_a_call_with_two_times_gets_an_evening_and_a_morning(call, expected):
    assert has_night(call)
    assert on_night(call, DAY) == expected


@pytest.mark.parametrize(
    "call",
    [
        {"first_day": "2024-01-01", "last_day": "2024-01-04"},
        {"since": "12:00", "until": "13:00"},
        {"at": "2024-01-01T12:00"},
        {"at": "2024-01-01T12:00:00Z", "until": "2024-01-01T12:00:00Z"},
        {"name": "ada"},
    ],
)
def test_other_calls_have_no_night(call):
    assert not has_night(call)


@pytest.mark.parametrize(
    ("zone", "nights"),
    [
        ("Europe/Berlin", ["2024-03-30", "2024-10-26"]),
        ("America/New_York", ["2024-03-09", "2024-11-02"]),
        ("Australia/Sydney", ["2024-04-06", "2024-10-05"]),
        ("Asia/Tokyo", []),
        ("No/Such_Place", []),
        ("../etc/passwd", []),
        ("", []),
    ],
)
def test_the_nights_of_change_are_those_of_the_zone(zone, nights):
    assert [str(night) for night in nights_of_change(zone)] == nights
    assert is_zone(zone) == zone.startswith(("Europe", "America", "Australia", "Asia"))
