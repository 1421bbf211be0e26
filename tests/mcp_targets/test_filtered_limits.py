"""A server that applies a limit before a filter is found, unless it says so."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "code"), [("late", "limit_not_filled"), ("first", ""), ("told", "")])
def test_a_limit_counts_what_a_filter_lets_through(served, mode, code):
    with served("buoys.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("list_buoys")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert result.code.partition(":")[0] == code, result.message


@pytest.mark.parametrize("filtered", ["state", "flag"])
@pytest.mark.parametrize(("mode", "code"), [("late", "limit_not_filled"), ("first", "")])
def test_a_limit_counts_what_a_filter_lets_through_of_changed_records(served, mode, filtered, code):
    with served("errands.py", mode, filtered, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("list_errands")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert result.code.partition(":")[0] == code, result.message
