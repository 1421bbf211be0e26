"""A writer that reports a change of what is not there is found, if its description calls that a failure."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("tool", "status"), [("rehouse", "failed"), ("rehouse_known", "passed")])
def test_a_change_of_nothing_is_refused(served, tool, status):
    with served("dog_runs.py", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)

        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert result.status == status, result.message
