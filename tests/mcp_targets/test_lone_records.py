"""A refused call that has done half of its work is found, though no call of the tool or only one in a state works."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def cellar():
    with open_session(target("cellar.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/targets/mcp", "pytest_forge/checks/effects", "tests/mcp_targets/servers/cellar.py")
@pytest.mark.parametrize(
    ("tool", "is_half_done"),
    [("pour", True), ("pour_for_a_guest", False), ("pour_and_note", False), ("seat", True), ("seat_at_a_table", False)],
)
def test_half_of_the_work_is_found(cellar, tool, is_half_done):
    index = [facts.name for facts in cellar.tools].index(tool)

    [result] = cellar.run(index, all_checks()["failing_calls_change_nothing"])

    assert (result.code == "half_made_change") is is_half_done, result.message
    assert result.status == "failed" if is_half_done else result.status != "failed"
