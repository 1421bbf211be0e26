"""Which descriptions say that a day is one of a place."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_zones import told_local_day


@pytest.mark.parametrize(
    "told",
    [
        "Return the events that start on a given day, as the user sees it.",
        "The visits of a day in the given time zone.",
        "Lists what happens on the user's day.",
        "The local date.",
        "The sailor's own day.",
        "Runners' days.",
        "Zone: the zone in which the day is meant; defaults to UTC.",
        "All departures on your calendar day.",
        "What is due on a date, as people there count.\n\nThe day in that city.",
    ],
)
def test_a_day_is_one_of_a_place(told: str) -> None:
    assert told_local_day(told)


@pytest.mark.parametrize(
    "told",
    [
        "The events of a day, in UTC. The zone is that of the user.",
        "The UTC day in the user's zone.",
        "The events of a day. The zone is for display only, in the user's time zone.",
        "The zone of the day is used only to format the output.",
        "Lists events between two moments.",
        "The user's day, whatever the zone.",
    ],
)
def test_other_days_may_be_those_of_utc(told: str) -> None:
    assert not told_local_day(told)
