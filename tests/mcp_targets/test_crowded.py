"""A call with several records, each of which there is room for, but not for all, must leave everything as it was."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def pottery():
    with open_session(target("crowded.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/targets/mcp", "pytest_forge/checks/effects", "tests/mcp_targets/servers/crowded.py")
@pytest.mark.parametrize(
    ("tool", "status"),
    [
        ("move_one_by_one", "failed"),
        ("move_together", "passed"),
        ("take_line_by_line", "failed"),
        ("take_together", "passed"),
    ],
)
def test_records_that_have_room_one_by_one_stay_if_they_have_none_together(pottery, tool, status):
    index = [facts.name for facts in pottery.tools].index(tool)

    [result] = pottery.run(index, all_checks()["failing_calls_change_nothing"])

    assert result.status == status, result.message
