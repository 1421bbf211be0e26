"""A name in a list that is nowhere fails the call, where the description says so."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def hall():
    with open_session(target("doors.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "is_found"),
    [
        ("close_known", True),
        ("close_if_one_is_known", True),
        ("close_all", False),
        ("close_what_is_there", False),
        ("tag_hall", False),
    ],
)
def test_a_name_that_is_nowhere_fails_the_call_that_says_so(hall, tool, is_found):
    index = [facts.name for facts in hall.tools].index(tool)

    [result] = hall.run(index, all_checks()["failure_is_not_success"])

    assert (result.status == "failed") is is_found, result.message
    assert not is_found or "a name in a list that is nowhere" in result.message
