"""Changes that are reported as made and are not: of closed or missing records, and of times that are taken."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def parcels():
    with open_session(target("parcels.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("reroute", ("failed", "change_unmade")),
        ("grade", ("failed", "change_unmade")),
        ("reroute_open", ("passed", "")),
        ("reroute_any", ("passed", "")),
        ("reroute_told", ("passed", "")),
        ("recall", ("passed", "")),
    ],
)
def test_a_change_that_meets_nothing_is_not_answered_as_made(parcels, tool, expected):
    index = [facts.name for facts in parcels.tools].index(tool)

    [result] = parcels.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == expected, result.message


@pytest.mark.parametrize(("mode", "expected"), [("answers", "failure_as_success"), ("raises", "")])
def test_a_number_of_nothing_is_refused_if_the_description_says_so(served, mode, expected):
    with served("badges.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("take_back")
        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize(("mode", "expected"), [("misses", "taken_period_accepted"), ("sees", "")])
def test_a_reader_is_asked_for_the_time_of_each_call(served, mode, expected):
    with served("halls.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("take_hall")
        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
