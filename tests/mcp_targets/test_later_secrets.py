"""A value that was stored as a secret stays masked whatever is called afterwards."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "tool", "is_found"),
    [
        ("now", "parameter_log", True),
        ("silent", "parameter_log", True),
        ("removed", "list_removed", True),
        ("renamed", "list_parameters", True),
        ("codes", "list_removed", True),
        ("codes", "list_parameters", False),
        ("now", "list_parameters", False),
        ("then", "parameter_log", False),
        ("then", "list_removed", False),
        ("shown", "list_parameters", False),
        ("told", "parameter_log", False),
    ],
)
def test_a_secret_stays_masked_after_later_calls(served, mode, tool, is_found):
    with served("parameters.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["results_hold_no_environment"])

    assert (result.status, result.code) == (("failed", "secret_shown") if is_found else ("passed", "")), result.message
