"""A server that stores the beginning of a refused change with the next one is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("leaves", "half_made_change"), ("rolls_back", "")])
def test_what_was_begun_is_not_stored_with_a_later_call(served, mode, expected):
    with served("deliveries.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("take_in")
        [result] = session.run(index, all_checks()["failing_calls_change_nothing"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize("shows", ["at_once", "late"])
@pytest.mark.parametrize("shape", ["records", "map"])
@pytest.mark.parametrize(("refusing", "expected"), [("keeps", "half_made_change"), ("undoes", "")])
def test_several_records_of_another_tool_change_together(served, refusing, shape, shows, expected):
    with served("kennels.py", refusing, shape, shows, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("board")
        [result] = session.run(index, all_checks()["failing_calls_change_nothing"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
