"""Which sentences say that hours pass as they really do."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_clocks import counts_real_hours


@pytest.mark.parametrize(
    ("description", "counts"),
    [
        ("The hours are those that really passed, whatever the clocks did.", True),
        ("The doses are exactly every_hours apart, on every day of the year.", True),
        ("Clock changes count as they pass: the night the clock is put back is an hour longer.", True),
        ("Right across daylight saving changes.", True),
        ("The hours are hours of real time, also in the nights when the clocks are put forward.", True),
        ("Hours are hours actually worked, as on a stop watch. Time zone of the place.", True),
        ("As measured with a stopwatch. zone: the time zone.", True),
        ("The duration is elapsed time in that time zone.", True),
        ("Elapsed hours, not wall-clock hours. tz: IANA name of the zone.", True),
        ("Adds hours of elapsed time rather than local clock time. The zone is an IANA name.", True),
        ("Accounts for daylight saving time transitions.", True),
        ("Daylight saving is taken into account.", True),
        ("DST changes are handled.", True),
        ("Takes summer time into account.", True),
        ("When the clocks go forward, the shift ends an hour later by the clock: 8 hours less 1 is shorter.", True),
        ("The night on which the clocks go back has 25 hours.", True),
        ("The length is the true duration in the zone of the depot.", True),
        ("Always 8 real hours later, regardless of DST.", True),
        ("Clock changes are not considered.", False),
        ("Hours by the clock on the wall, not those that really pass.", False),
        ("Exactly one room is free.", False),
        ("Hours between two times.", False),
        ("Elapsed time in seconds.", False),
        ("Hours actually worked, less breaks.", False),
        ("The reminder keeps its local time of day across daylight saving changes.", False),
        ("It rings at the same time of day, also when the clocks are changed.", False),
        ("Ignores daylight saving.", False),
        ("Times are local times of the zone.", False),
        ("Of a time that occurs twice, when clocks go back, the first one is meant.", False),
        ("Actual time zone of the place.", False),
    ],
)
def test_a_description_tells_of_real_hours(description, counts):
    assert counts_real_hours(description) == counts
