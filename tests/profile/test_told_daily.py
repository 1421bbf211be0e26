"""Descriptions of what happens each day."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_daily import tells_of_each_day


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Hours since the backup that runs every night.", True),
        ("Hours since the daily backup.", True),
        ("The time of day of the next bus.", True),
        ("Minutes to the next full hour on the 24-hour clock.", True),
        ("Hours that a ticket has waited.", False),
        ("Days since the last visit.", False),
    ],
)
def test_what_happens_each_day_is_known(told: str, expected: bool) -> None:
    assert tells_of_each_day(told) is expected
