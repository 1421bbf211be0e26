"""Which ranges a description states, and which are only usual, an example or something else."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ranges import counts_bytes, offered_values, told_limits, told_ranges


@pytest.mark.parametrize(
    ("description", "ranges"),
    [
        ("Minutes to look back: 5 to 1440 (one day), 60 unless given.", [(5, 1440)]),
        ("Hours to look back: 1 to 72, 24 unless given.", [(1, 72)]),
        ("A number between 1 and 50.", [(1, 50)]),
        ("Page size, 1-100.", [(1, 100)]),
        ("Characters, 0 to 10,000.", [(0, 10_000)]),
        ("Turn in degrees, -179 to 180; positive is to the right.", [(-179, 180)]),
        ("Usually 5 to 10 minutes.", []),
        ("Minutes, e.g. 5 to 10.", []),
        ("Recommended, 5 to 10.", []),
        ("Not 5 to 10.", []),
        ("A day such as 2025-03-31, at 10:00-11:00.", []),
        ("Version 1.2 to 1.4.", []),
        ("Items 1 and 2.", []),
        ("From 10 to 5.", []),
        ("Amount in cents, 0 to 10**12.", []),
        ("Amount in cents, 0 to 10^12.", []),
    ],
)
def test_a_range_is_stated_unless_a_word_takes_it_back(description, ranges):
    assert list(told_ranges(description)) == ranges


@pytest.mark.parametrize(
    ("description", "values"),
    [
        ("Seconds to wait; 0 for no limit.", [0]),
        ("Depth (-1 means all of it).", [-1]),
        ("0 to disable it, or -1 for the default.", [0, -1]),
        ("The fee is 0 for members.", []),
        ("From 0 to 5, 10 for none.", []),
    ],
)
def test_a_value_that_begins_a_clause_is_offered(description, values):
    assert [value for value, _ in offered_values(description)] == values


@pytest.mark.parametrize(
    ("name", "description", "limits"),
    [
        ("cents", "Amount in cents, at least 1, at most 100,000 and at most what is left.", (1, 100_000)),
        ("limit", "Rows per page, 1 to 50.", (1, 50)),
        ("days", "Days to look back, no more than 30 days.", (None, 30)),
        ("wait_ms", "Time to wait, 1 to 60 seconds.", (1, None)),
        ("wait_ms", "Time to wait, at least 5 seconds.", (None, None)),
        ("limit", "Rows; at most 100 are shown.", (None, None)),
        ("limit", "Rows, 1 to 50; 0 for no limit.", (None, 50)),
        ("size", "Usually at least 5.", (None, None)),
        ("size", "Hours, 1 to 24. Days, 1 to 31.", (1, None)),
        ("size", "At least 1 of the names.", (None, None)),
    ],
)
def test_a_limit_is_one_of_the_value_itself(name, description, limits):
    assert told_limits(name, description) == limits


@pytest.mark.parametrize(("name", "expected"), [("max_bytes", True), ("maxBytes", True), ("size", False)])
def test_a_name_tells_that_bytes_are_counted(name, expected):
    assert counts_bytes(name) is expected
