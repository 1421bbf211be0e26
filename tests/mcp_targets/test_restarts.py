"""A server that keeps its data, and not which calls it has made, repeats a call after it was started again."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("entries",), ("failed", "repeat_acts_after_restart")),
        (("entries", "keys"), ("passed", "")),
        ((), ("passed", "")),
        (("entries", "tells"), ("passed", "")),
    ],
)
def test_a_call_that_is_noticed_until_a_restart_is_found(served, words, expected):
    with served("restarted.py", *words, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["repeated_calls_add_nothing"])

    assert (found.status, found.code) == expected, found.message
