"""A 0 or a False that a server takes for a value not given is found, in its answer or in that of a reader."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def zeros():
    with open_session(target("zeros.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/robustness", "tests/mcp_targets/servers/zeros.py"
)
@pytest.mark.parametrize(
    ("tool", "dropped"),
    [
        ("set_pressure", {"pressure": 0}),
        ("set_any_pressure", {}),
        ("set_night", {"night": False}),
        ("set_any_night", {}),
        ("order_filters", {"filters": 0}),
        ("order_any_filters", {}),
        ("order_as_usual", {}),
        ("note_height", {}),
        ("draw", {}),
    ],
)
def test_a_zero_that_is_taken_for_nothing_is_found(zeros, tool, dropped):
    index = [facts.name for facts in zeros.tools].index(tool)

    [result] = zeros.run(index, all_checks()["choices_are_handled"])

    assert (result.status, result.code) == (("failed", "edge_replaced") if dropped else ("passed", "")), result.message
    assert dropped.items() <= result.arguments.items() if dropped else result.arguments is None
