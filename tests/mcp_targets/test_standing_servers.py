"""An async tool of a Python server that sleeps without awaiting is found; other ways to wait are not blamed."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("waits", "code"),
    [("slept", "blocking_call"), ("awaited", ""), ("in a thread", ""), ("plain", ""), ("one by one", "")],
)
def test_a_sleep_in_the_event_loop_of_a_server_is_found(served, waits, code):
    with served("tides.py", waits, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["event_loop_is_not_blocked"])

    assert (result.status, result.code) == ("failed" if code else "passed", code), result.message
