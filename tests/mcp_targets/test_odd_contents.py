"""A server prints nothing beside its messages, whatever another tool has stored."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "tool", "is_found"),
    [
        ("compiler", "check_all", True),
        ("program", "dry_run", True),
        ("direct", "check_steps", True),
        ("compiler", "show", False),
        ("quiet", "check_all", False),
        ("quiet", "dry_run", False),
        ("errors", "check_all", False),
        ("errors", "dry_run", False),
    ],
)
def test_odd_contents_have_nothing_printed(served, mode, tool, is_found):
    with served("recipes.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["results_are_json"])

    assert (result.status, result.code) == (("failed", "not_json") if is_found else ("passed", "")), result.message
