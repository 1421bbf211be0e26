"""A call that waits as long as its argument asks is told from one that hangs, by what smaller numbers take."""

from __future__ import annotations

import pytest

from pytest_forge.checks.calls.asked_wait import is_asked_wait
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS

WAITS = """
import time
def rest(amount: float) -> str:
    time.sleep(max(amount, 0))
    return "rested"
"""

#: The least whole number is a second.
WAITS_SECONDS = """
import time
def rest(sleep_time: int) -> str:
    '''Rest for a while.

    Args:
        sleep_time: Time to sleep in seconds.
    '''
    time.sleep(sleep_time)
    return "rested"
"""

LOOPS = """
import time
def rest(amount: float) -> str:
    while amount > 30:
        time.sleep(0.01)
    return "rested"
"""


@pytest.mark.in_turns("pytest_forge/checks/calls/asked_wait.py", "pytest_forge/checks/robustness/returning.py")
@pytest.mark.parametrize(("text", "status"), [(WAITS, "not_applicable"), (LOOPS, "failed")])
def test_a_tool_that_sleeps_as_long_as_it_is_told_does_not_hang(opened, text, status):
    with opened(text) as session:
        [result] = session.run(0, all_checks()["valid_calls_return"])

    assert result.status == status, result.message


@pytest.mark.in_turns("pytest_forge/checks/calls/asked_wait.py", "pytest_forge/checks/robustness/returning.py")
def test_a_tool_that_sleeps_for_whole_seconds_does_not_hang(opened):
    with opened(WAITS_SECONDS, budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()["valid_calls_return"])

    assert result.status == "not_applicable", result.message


@pytest.mark.parametrize(
    ("work", "is_wait"),
    [
        (lambda call: call["n"] / 100, True),
        (lambda call: 0.001 * call["n"] ** 2, False),
        (lambda call: 1.2 ** call["n"] / 1000, False),
        (lambda call: 0.0, False),
        (lambda call: None, False),
        # Whole seconds, of which three take longer than there is time for.
        (lambda call: call["n"] if call["n"] < 3 else None, True),
    ],
)
def test_time_that_grows_with_the_number_is_a_wait_that_was_asked_for(work, is_wait):
    schema = {"type": "object", "properties": {"n": {"type": "integer"}, "name": {"type": "string"}}}

    assert is_asked_wait({"n": 3600, "name": "x"}, schema, work) is is_wait
