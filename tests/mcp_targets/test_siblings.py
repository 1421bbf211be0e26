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


@pytest.fixture(scope="module")
def shelved():
    with open_session(target("shelved.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("find_seeds", ("failed", "failure_as_success")),
        ("find_seeds_there", ("passed", "")),
        # A part of a drawer's name is enough: it searches.
        ("find_seeds_anywhere", ("passed", "")),
    ],
)
def test_a_search_in_a_place_that_siblings_refuse_is_a_failure(shelved, tool, expected):
    index = [facts.name for facts in shelved.tools].index(tool)

    [result] = shelved.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == expected, result.message


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
