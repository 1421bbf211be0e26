"""Which descriptions say that the last day of a range belongs to it."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ends import includes_end, may_share_end


@pytest.mark.parametrize(
    ("description", "of_end", "is_included"),
    [
        ("Lists the events of some days. Both days belong to the range.", "", True),
        ("Lists events.", "Last day, inclusive.", True),
        ("Lists events between two dates (both included).", "", True),
        ("Lists tags, inclusive of drafts.", "Last day.", False),
        ("The first day is included, the last day is excluded.", "", False),
        ("Lists events.", "Last day (not included).", False),
        ("Lists events.", "Last day.", False),
        ("Lists events of a range of days; the first day is included.", "", False),
        ("Lists events. The first day is included and the last not.", "", False),
        ("Lists events.", "Last day, inclusive; not before the first.", True),
        ("Lists events.", "Last day, YYYY-MM-DD, included; not before the first.", True),
        ("Lists events.", "Last day (YYYY-MM-DD), also included.", True),
        ("Lists events.", "Last day, YYYY-MM-DD, not included.", False),
        ("Reserves a tent.", "Day of return, YYYY-MM-DD; the breakfast, included in the price, is small.", False),
        ("Books a hut. Both days are part of the stay.", "", True),
        ("Reserves a tent.", "Last day of the trip; still belongs to it.", True),
        ("Reserves a tent.", "Day of return, which no longer belongs to the trip.", False),
    ],
)
def test_the_last_day_belongs_to_a_range_if_words_say_so(description, of_end, is_included):
    assert includes_end(description, of_end) == is_included


@pytest.mark.parametrize(
    ("description", "may_share"),
    [
        ("One stay may begin on the day on which another ends: hand-over is at noon.", True),
        ("Trips may touch: a tent goes out again on the same day.", True),
        ("A trip that meets another one is refused.", False),
        ("No tent goes out twice on the same day.", False),
        ("It is never lent twice.", False),
    ],
)
def test_ranges_may_share_a_day_if_words_say_so(description, may_share):
    assert may_share_end(description) == may_share
