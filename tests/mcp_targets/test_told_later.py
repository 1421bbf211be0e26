"""A rule is judged by what a reader tells later of the record that a call has made."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("told", ["later", "period", "lines"])
@pytest.mark.parametrize(("mode", "expected"), [("last", "lost_day"), ("first", "")])
def test_a_series_keeps_its_day_wherever_it_is_told(served, mode, told, expected):
    with served("rounds.py", mode, told, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("plan_round")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize("given", ["zone", "home", "ports"])
@pytest.mark.parametrize(("counting", "expected"), [("clock", "clock_change_ignored"), ("passed", "")])
def test_hours_that_another_tool_tells_are_those_that_pass(served, counting, given, expected):
    with served("berths.py", counting, given, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("moor")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
