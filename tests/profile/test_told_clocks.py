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
        ("Clock changes are not considered.", False),
        ("Hours by the clock on the wall, not those that really pass.", False),
        ("Exactly one room is free.", False),
        ("Hours between two times.", False),
    ],
)
def test_a_description_tells_of_real_hours(description, counts):
    assert counts_real_hours(description) == counts
