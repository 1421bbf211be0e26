"""A 0 or a False that a server drops is found for a record that another tool has to make first, within objects too."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def tanks():
    with open_session(target("tanks.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/robustness", "tests/mcp_targets/servers/tanks.py"
)
@pytest.mark.parametrize(
    ("tool", "dropped"),
    [
        ("adjust_salt", {"salt": 0}),
        ("adjust_any_salt", {}),
        ("adjust_cover", {"covered": False}),
        ("adjust_any_cover", {}),
        ("change_tank", {"fields": {"salt": 0}}),
        ("change_any_tank", {}),
    ],
)
def test_what_is_dropped_of_a_record_is_found(tanks, tool, dropped):
    index = [facts.name for facts in tanks.tools].index(tool)

    [result] = tanks.run(index, all_checks()["choices_are_handled"])

    # Without an enum there is nothing else that could be judged.
    expected = ("failed", "edge_replaced") if dropped else ("not_applicable", "")
    assert (result.status, result.code) == expected, result.message
    assert dropped.items() <= result.arguments.items() if dropped else result.arguments is None
