"""Answers of a server that are kept by the year of a day are found where its data change within a year."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("by_year", "incomplete_cache_key"), ("by_day", "")])
def test_answers_are_kept_by_the_day(served, mode, expected):
    with served("tolls.py", mode, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["equal_calls_agree"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
