"""Requests and loaded data of a Python server are judged like those of a function."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def effects():
    with open_session(target("effects_inside.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


def judged(session, tool: str, check: str):
    index = [facts.name for facts in session.tools].index(tool)
    return session.run(index, all_checks()[check])[0]


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp",
    "pytest_forge/checks/effects",
    "pytest_forge/checks/injection",
    "tests/mcp_targets/servers/effects_inside.py",
)
@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("count_word", "readers_send_no_orders", ("failed", "reader_sent")),
        ("explain_online", "readers_send_no_orders", ("passed", "")),
        ("word_of_page", "closed_worlds_stay_closed", ("failed", "world_is_open")),
        ("word_of_service", "closed_worlds_stay_closed", ("passed", "")),
        ("explain_online", "closed_worlds_stay_closed", ("not_applicable", "")),
        ("count_with_cache", "readers_change_no_files", ("passed", "")),
        ("count_with_copy", "readers_change_no_files", ("failed", "reader_wrote")),
        ("count_and_log", "readers_change_no_files", ("passed", "")),
        ("size_of_pickle", "loaded_data_runs_nothing", ("failed", "unsafe_deserialization")),
        ("size_of_json", "loaded_data_runs_nothing", ("passed", "")),
    ],
)
def test_an_effect_is_found_and_its_look_alike_is_not_blamed(effects, tool, check, expected):
    result = judged(effects, tool, check)

    assert (result.status, result.code) == expected, result.message


def test_requests_are_not_judged_from_outside_alone():
    options = {"budget": BUDGET, "allow_destructive": True, "environment": {"FORGE_MCP_OUTSIDE_ONLY": "1"}}
    with open_session(target("effects_inside.py"), **options) as session:
        result = judged(session, "count_word", "readers_send_no_orders")

    assert (result.status, "only if it runs Python" in result.message) == ("not_applicable", True), result.message
