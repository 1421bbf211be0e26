"""A writer that answers for a record which does not exist is found, though there is no record at first."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("tool", "status"), [("move_chore", "failed"), ("move_known_chore", "passed")])
def test_a_record_is_made_for_a_writer_that_takes_any_number(served, tool, status):
    with served("chores.py", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)

        # It has found calls that work, and makes what they need no more.
        session.run(index, all_checks()["call_returns"])
        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert result.status == status, result.message
