"""A record that the search for a working call has used up is there again for the check."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def bakery():
    with open_session(target("used_up.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(("tool", "status"), [("shape_one_by_one", "failed"), ("shape_at_once", "passed")])
def test_work_that_a_call_leaves_half_done_is_found_once_its_record_is_there(bakery, tool, status):
    index = [facts.name for facts in bakery.tools].index(tool)

    [result] = bakery.run(index, all_checks()["failing_calls_change_nothing"])

    assert result.status == status, result.message


@pytest.mark.parametrize(("tool", "status"), [("move_in_place", "failed"), ("move_by_plan", "passed")])
def test_a_call_that_the_search_has_made_can_be_made_again(served, tool, status):
    with served("jetties.py", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["failing_calls_change_nothing"])

    assert result.status == status, result.message
