"""What a server prints about a record that comes twice, or that is there already, is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target


@pytest.fixture(scope="module")
def guest_list():
    with open_session(silent_target("doubles.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "status"),
    [("invite_loudly", "failed"), ("invite", "passed"), ("count_loudly", "failed"), ("count", "passed")],
)
def test_a_line_about_a_double_among_the_messages_is_found(guest_list, tool, status):
    index = [facts.name for facts in guest_list.tools].index(tool)

    [result] = guest_list.run(index, all_checks()["results_are_json"])

    assert result.status == status, result.message
