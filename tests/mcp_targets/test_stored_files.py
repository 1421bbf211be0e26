"""A server that keeps files of one kind in its folder works there once the ordinary files are gone."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def stored_files():
    with open_session(target("stored_files.py", "{workspace}"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/effects", "tests/mcp_targets/servers/stored_files.py"
)
@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("list_plants", "valid_calls_do_not_crash", "passed"),
        ("add_plant", "valid_calls_do_not_crash", "passed"),
        ("add_plant", "missing_arguments_are_refused", "passed"),
        ("add_plant", "writers_keep_to_their_own_files", "passed"),
        ("note_plant", "writers_keep_to_their_own_files", "failed"),
    ],
)
def test_files_of_another_kind_are_not_its_own(stored_files, tool, check, expected):
    index = [facts.name for facts in stored_files.tools].index(tool)

    result = stored_files.run(index, all_checks()[check])[0]

    assert result.status == expected, result.message
    assert expected != "failed" or "replaced the changed file" in result.message
