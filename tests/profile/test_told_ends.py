"""Which descriptions say that the last day of a range belongs to it."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ends import includes_end, lists_end, may_share_end


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
        ("Adds up takings.", "End date (incl.), YYYY-MM-DD.", True),
        ("Adds up takings on or before the end of a range.", "Day.", False),
        ("Adds up takings.", "Day up to and including which takings count.", True),
        ("Counts visits.", "The last day, prices incl. VAT.", False),
        ("Counts visits of a range of days.\nuntil: last day\nlimit: inclusive maximum", "", False),
        ("Rents a boat.", "Last day of the period.", False),
    ],
)
def test_the_last_day_belongs_to_a_range_if_words_say_so(description, of_end, is_included):
    assert includes_end(description, of_end) == is_included


@pytest.mark.parametrize(
    ("description", "of_end", "is_listed"),
    [
        ("Adds up takings.", "Last day, inclusive.", True),
        ("Adds up takings on or before the end of a range.", "Day.", True),
        ("Adds up takings.", "Last day of the period, as YYYY-MM-DD.", True),
        ("Adds up takings.", "The final date in the reporting period, must not be before the first.", True),
        ("Adds up takings.", "Last day to report (YYYY-MM-DD).", True),
        ("Adds up takings.", "Last day covered.", True),
        ("Counts the visits of a museum, all that were made from the\n    first to the last day.", "", True),
        ("Counts visits from start_date through end_date.", "", True),
        ("Counts visits.", "Same as `start` for a single day.", True),
        ("Counts visits.", "Visits count until the end of the last day.", True),
        ("Counts the visits of a range; all of the last day counts.", "", True),
        ("Counts visits.", "Last day of the stay.", False),
        ("Counts nights from the first to the last day of the stay.", "", False),
        ("Counts visits.", "May be the same as start.", False),
        ("Counts visits.", "The last day of the month.", False),
        ("Goes through the last orders of a range.", "", False),
        ("Counts visits.", "Last day of the period, which does not count.", False),
        ("Counts visits.", "First day after the last day of the period.", False),
    ],
)
def test_what_happens_on_the_last_day_is_listed_if_words_say_so(description, of_end, is_listed):
    assert lists_end(description, of_end) == is_listed


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
