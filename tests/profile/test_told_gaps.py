"""Descriptions that show which rank follows a shared one."""

import pytest

from pytest_forge.profile.told_ranks import told_gaps


@pytest.mark.parametrize(
    ("told", "has_gaps"),
    [
        ("Equal scores share a rank, and the next rank counts everybody before it: 1, 1, 3.", True),
        ("Equal scores share a rank: 1, 2, 2, 3, not 1, 2, 2, 4.", False),
        ("Equal scores share a place, 1, 1 then 3.", True),
        ("Equal scores share a rank, and are listed by name.", None),
        ("Ranks are 1, 2, 3.", None),
        ("Versions such as 1, 1, 3.", None),
    ],
)
def test_ranks_behind_a_shared_one(told: str, has_gaps: bool | None) -> None:
    assert told_gaps(told) is has_gaps
