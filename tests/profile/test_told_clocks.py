"""Which sentences say that hours pass as they really do, and that the time on the clock stays."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_clocks import counts_real_hours, keeps_local_time, takes_utc


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
        ("A shift counts in full, with the time that really passed from start to end.", True),
        ("Returns the minutes that actually elapsed while the machine was on.", True),
        ("The stay is billed by elapsed hours, not by the difference of the two clock times.", True),
        ("True elapsed time between check-in and check-out.", True),
        ("Daylight saving time is taken into account.", True),
        ("Accounts for DST transitions.", True),
        ("The total is DST-aware.", True),
        ("The sum takes clock changes into account.", True),
        ("A night when the clocks change counts 7 or 9 hours.", True),
        ("On the nights when the clocks go back, a watch is nine hours long.", True),
        ("The hour is counted correctly, even if the clocks go back in between.", True),
        ("Adds up how long each lamp burnt, including daylight saving changes.", True),
        ("The local time at which the watch has lasted that long. zone: IANA name.", True),
        ("Tells the time in that zone when the given minutes have passed.", True),
        ("Local time in the zone of the ship, once 90 minutes have elapsed.", True),
        ("Length of the shift as worked, in minutes. zone: the time zone of the place.", True),
        ("The hours of the journey, as they are driven. zone: time zone of the depot.", True),
        ("When the clocks go forward, a shift ends an hour later.", True),
        ("In that night it ends later by the clock. tz: IANA name.", True),
        ("When the oven has run for the whole time, in the time zone of the bakery.", True),
        ("The local time at which the watch has lasted that long.", False),
        ("Raises if the deadline has passed. zone: the time zone.", False),
        ("Hours between two local times. zone: the time zone of the place.", False),
        ("Whether a worker has worked. zone: the time zone of the plant.", False),
        ("Wall time after the given hours have passed on the wall clock of the zone.", False),
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
        ("Hours are taken from the clock on the wall, without regard to daylight saving time.", False),
        ("Daylight saving is taken into account, so a meeting stays at the same local time.", False),
        ("Ignores DST transitions.", False),
        ("Elapsed time is measured by the caller.", False),
        ("Prints the hours as shown by the clock, rather than those that really pass.", False),
        ("The actual hours of each worker.", False),
    ],
)
def test_a_description_tells_of_real_hours(description, counts):
    assert counts_real_hours(description) == counts


@pytest.mark.parametrize(
    ("description", "is_utc"),
    [
        ("Hours that really pass between two moments in UTC.", True),
        ("Start and end are GMT.", True),
        ("Start and end are local times; the answer is in UTC.", False),
        ("Start and end in the given IANA zone, such as Europe/Berlin, and not in UTC.", False),
        ("Start and end of the shift.", False),
    ],
)
def test_a_description_tells_of_moments_in_utc(description, is_utc):
    assert takes_utc(description) == is_utc


@pytest.mark.parametrize(
    ("description", "keeps"),
    [
        ("Schedule a meeting that takes place every week at the same local time.", True),
        ("Each occurrence keeps the local start time of the first one.", True),
        ("A standup every weekday. All of them stay at the same wall-clock time.", True),
        ("The wall time of the series does not shift when the clocks change.", True),
        ("The local time never moves, whatever daylight saving does to the offset of each day.", True),
        ("Repeats daily; the time of day is kept in all weeks.", True),
        ("Runs weekly at the same time in the given time zone.", True),
        ("Every Monday at 08:00 local time.", True),
        ("At a given local time every day.", True),
        ("Happens at the same time each week, as seen by people in the zone.", True),
        ("09:00 stays 09:00 after a change of the clocks.", True),
        ("Preserves the local time of day across DST transitions.", True),
        ("Each reminder fires at the same time in its time zone, also in summer.", True),
        ("Returns each occurrence both in local time and in UTC.", False),
        ("The doses are exactly 24 hours apart, so the local time does shift each spring.", False),
        ("Two meetings every week at the same local time are refused.", False),
        ("If the series has the same local time as another one, it is refused.", False),
        ("The time of day may not stay the same in all weeks.", False),
        ("Every week by 168 hours rather than at the same local time.", False),
        ("Converts a local time to the same time in UTC.", False),
        ("Convert the times of each guest to the local time of the host.", False),
        ("Every event has a local time.", False),
    ],
)
def test_a_time_on_the_clock_that_stays(description, keeps):
    assert keeps_local_time(description) is keeps
