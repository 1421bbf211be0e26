"""Records that belong to others: both are made, so that those that need them are called, and lists of them are full."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


def judged(session, tool, check):
    index = [facts.name for facts in session.tools].index(tool)
    [result] = session.run(index, all_checks()[check])
    return result


@pytest.mark.parametrize("check", ["wrong_types_are_refused", "result_keys_are_stable"])
def test_a_tool_is_called_that_needs_a_record_which_needs_another(served, check):
    with served("folders.py", "sorted", allow_destructive=True) as session:
        result = judged(session, "change_folder", check)

    assert (result.status, result.message) == ("passed", "")


@pytest.mark.parametrize(("mode", "code"), [("lost", "page_loses_entries"), ("sorted", "")])
def test_pages_of_records_that_belong_to_others_are_followed(served, mode, code):
    with served("folders.py", mode, allow_destructive=True) as session:
        result = judged(session, "list_folders", "equal_calls_agree")

    assert (result.status, result.code.partition(":")[0]) == ("failed" if code else "passed", code), result.message
