"""Which descriptions say that the last day of a range belongs to it."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ends import includes_end


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
    ],
)
def test_the_last_day_belongs_to_a_range_if_words_say_so(description, of_end, is_included):
    assert includes_end(description, of_end) == is_included
