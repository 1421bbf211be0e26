"""Arguments that tell a tool what time it is."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_moments import tells_moment


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("at", "Time of the request in seconds."),
        ("now", ""),
        ("received", "When the message came, in seconds since the start."),
        ("seen_ts", ""),
        ("second", "The current time, as Unix seconds."),
        ("arrived", "Timestamp of the arrival."),
    ],
)
def test_an_argument_tells_a_moment(name: str, told: str) -> None:
    assert tells_moment(name, told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("client", "Name or address of the client."),
        ("amount", "How much is paid."),
        ("time", "Duration in seconds."),
        ("start_time", "Time of day, as HH:MM."),
        ("seconds", "How long the client waits."),
    ],
)
def test_an_argument_tells_no_moment(name: str, told: str) -> None:
    assert not tells_moment(name, told)
