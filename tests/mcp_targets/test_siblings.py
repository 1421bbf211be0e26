"""A reader that answers for a record which the tools with the same argument refuse is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def siblings():
    with open_session(target("siblings.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("walks_of", ("failed", "failure_as_success")),
        ("walks_of_dog", ("passed", "")),
        ("walks_counted", ("passed", "")),
        ("was_walked", ("passed", "")),
        ("kennel_of", ("passed", "")),
    ],
)
def test_an_answer_for_a_record_that_siblings_refuse_is_a_failure(siblings, tool, expected):
    index = [facts.name for facts in siblings.tools].index(tool)

    [result] = siblings.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == expected, result.message
