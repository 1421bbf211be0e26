"""A server must keep to the folder to which it confines paths by itself, below the one that its command names."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, silent_target, target


@pytest.fixture(scope="module", params=["", "1"], ids=["seen from inside", "seen from outside"])
def own_folder(request):
    options = {"budget": BUDGET, "allow_destructive": True, "environment": {"FORGE_MCP_OUTSIDE_ONLY": request.param}}
    with open_session(target("own_folder.py"), **options) as session:
        yield session


@pytest.fixture(scope="module", params=[target, silent_target], ids=["python", "another language"])
def given_folder(request):
    server = request.param("own_folder.py", "{workspace}/pages")
    with open_session(server, budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/confinement", "tests/mcp_targets/servers/own_folder.py"
)
@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("read_by_prefix", "failed"),
        ("write_by_prefix", "failed"),
        ("read_inside", "passed"),
        ("article_by_prefix", "failed"),
        ("article_inside", "passed"),
        ("letter_by_prefix", "failed"),
        ("verse_by_prefix", "failed"),
        ("verse_inside", "passed"),
        ("read_anywhere", "not_applicable"),
    ],
)
def test_a_folder_beside_the_own_one_is_outside(own_folder, tool, expected):
    index = [facts.name for facts in own_folder.tools].index(tool)

    result = own_folder.run(index, all_checks()["paths_stay_inside"])[0]

    assert result.status == expected, result.message
    assert expected != "failed" or "pages-other" in result.message


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/confinement", "tests/mcp_targets/servers/own_folder.py"
)
@pytest.mark.parametrize(
    ("tool", "expected"),
    [("read_by_prefix", "failed"), ("write_by_prefix", "failed"), ("read_inside", "passed")],
)
def test_a_folder_beside_the_given_one_is_outside(given_folder, tool, expected):
    index = [facts.name for facts in given_folder.tools].index(tool)

    result = given_folder.run(index, all_checks()["paths_stay_inside"])[0]

    assert result.status == expected, result.message
    assert expected != "failed" or "pages-other" in result.message
