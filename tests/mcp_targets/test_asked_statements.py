"""Statements that a server's reader takes for questions, and that write."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "status"), [("writes", "failed"), ("reads", "passed")])
def test_a_question_that_writes_is_found_in_the_answers(served, mode, status):
    with served("asked.py", mode, allow_destructive=True) as session:
        [result] = session.run(0, all_checks()["readers_change_no_files"])

    assert result.status == status, result.message
