"""A server that keeps a text in one letter case, and looks for it in another, is found if case is not to matter."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "status", "code"), [("exact", "failed", "case_counted"), ("any", "passed", "")])
def test_what_one_tool_keeps_another_finds_in_any_letter_case(served, mode, status, code):
    with served("lanterns.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("return_lantern")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code.partition(":")[0]) == (status, code), result.message
