"""A server that forgets which calls it has made once another tool is called for their records is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("forgets", "repeat_acts_later"), ("keeps", "")])
def test_a_repetition_is_noticed_after_another_tool_was_called(served, mode, expected):
    with served("jobs.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("start_job")
        [found] = session.run(index, all_checks()["repeated_calls_add_nothing"])

    assert (found.status, found.code) == ("failed" if expected else "passed", expected), found.message
