"""A cancelled call that leaves a part of its change is found, if it is said to do everything or nothing."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("left", ("failed", "cancelled_call_half_done")), ("taken_back", ("passed", "")), ("told", ("passed", ""))],
)
def test_a_cancelled_call_leaves_no_half_of_a_change(served, mode, expected):
    with served("carts.py", mode, allow_destructive=True, budget=BUDGETS["quick"]) as session:
        index = [facts.name for facts in session.tools].index("load_cart")
        [found] = session.run(index, all_checks()["cancelled_calls_leave_the_server_working"])

    assert (found.status, found.code) == expected, found.message
