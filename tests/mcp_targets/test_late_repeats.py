"""A server that answers a call as done which it has refused before, once it is possible, is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS


@pytest.mark.parametrize(("mode", "code"), [("kept", "refused_then_done"), ("forgotten", "")])
def test_a_refused_call_is_made_once_it_is_possible(served, mode, code):
    with served("kegs.py", mode, allow_destructive=True, budget=BUDGETS["quick"]) as session:
        index = [facts.name for facts in session.tools].index("draw")
        [result] = session.run(index, all_checks()["failing_calls_change_nothing"])

    assert result.code.partition(":")[0] == code, result.message
