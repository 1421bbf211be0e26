"""A pattern of names must not list what is outside the folder, whatever its argument is called."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target, target

CASES = [
    ("shaped", "failed"),
    ("shaped_anywhere", "failed"),
    ("shaped_below", "failed"),
    ("shaped_inside", "passed"),
]


@pytest.fixture(scope="module", params=[target, silent_target], ids=["python", "another language"])
def given_folder(request):
    server = request.param("shaped_names.py", "{workspace}/scores")
    with open_session(server, budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture(scope="module")
def own_folder():
    with open_session(target("shaped_names.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/confinement", "tests/mcp_targets/servers/shaped_names.py"
)
@pytest.mark.parametrize(("tool", "expected"), [*CASES, ("shaped_names", "passed"), ("named", "not_applicable")])
def test_a_pattern_of_names_stays_in_the_folder_of_the_command(given_folder, tool, expected):
    index = [facts.name for facts in given_folder.tools].index(tool)

    result = given_folder.run(index, all_checks()["paths_stay_inside"])[0]

    assert result.status == expected, result.message


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/confinement", "tests/mcp_targets/servers/shaped_names.py"
)
@pytest.mark.parametrize(("tool", "expected"), CASES)
def test_a_pattern_of_names_stays_in_a_folder_of_its_own(own_folder, tool, expected):
    index = [facts.name for facts in own_folder.tools].index(tool)

    result = own_folder.run(index, all_checks()["paths_stay_inside"])[0]

    assert result.status == expected, result.message
