"""Lists of tools that change: found where nobody was told, or where data has come into them."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


def judged(session, tool, check):
    index = [facts.name for facts in session.tools].index(tool)
    [result] = session.run(index, all_checks()[check])
    return result


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/checks/definition", "tests/mcp_targets/servers/changing.py"
)
@pytest.mark.parametrize(
    ("mode", "status", "says"),
    [
        ("gone", "failed", "it was gone"),
        ("reworded", "failed", "it was another"),
        ("told", "passed", ""),
        ("same", "passed", ""),
    ],
)
def test_a_list_that_changes_without_a_notice_is_found(served, mode, status, says):
    with served("changing.py", mode) as session:
        result = judged(session, "show_note", "schema_is_stable")

    assert (result.status, says in result.message) == (status, True), result.message


@pytest.mark.parametrize(
    ("mode", "status"), [("tells_titles", "failed"), ("fences_titles", "passed"), ("same", "passed")]
)
def test_what_a_call_stored_is_not_to_stand_in_a_definition(served, mode, status):
    with served("changing.py", mode, allow_destructive=True) as session:
        shown = judged(session, "show_note", "definitions_hold_no_data")
        stored = judged(session, "add_note", "definitions_hold_no_data")

    assert (shown.status, stored.status) == (status, "passed"), shown.message
    assert status == "passed" or "of 'add_note'" in shown.message


def test_an_answer_under_a_wrong_id_is_told_from_silence(served):
    with served("changing.py", "wrong_id", allow_destructive=True) as session:
        result = judged(session, "add_note", "call_returns")

    assert result.status == "failed"
    assert "answered with the id 7" in result.message
