"""A reader that answers for an unknown record as for an empty one is found, if the server knows better."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def lending_shop():
    with open_session(target("empty_records.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/results", "tests/mcp_targets/servers/empty_records.py"
)
@pytest.mark.parametrize(
    ("tool", "status"),
    [
        ("borrowed", "failed"),
        ("borrowed_told", "not_applicable"),
        ("borrowed_by", "passed"),
        ("last_borrowed", "passed"),
        # There is no label without things, so nothing is what an unknown one has.
        ("labelled", "passed"),
    ],
)
def test_an_unknown_record_that_is_answered_like_an_empty_one_is_a_failure(lending_shop, tool, status):
    index = [facts.name for facts in lending_shop.tools].index(tool)

    [result] = lending_shop.run(index, all_checks()["failure_is_not_success"])

    assert result.status == status, result.message
