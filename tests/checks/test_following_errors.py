"""Errors that follow a finding say which, and ask for nothing else."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

TODOS = '''
TODOS = [{"title": "water the plants"}]

def finish_todo(number: int) -> dict:
    """Finish a to-do.

    Args:
        number: Where it stands in the list.
    """
    return TODOS[number] | {"done": True}

async def remind(number: int, every_minutes: int = 30) -> list[int]:
    """Remind of a to-do.

    Args:
        number: Where it stands in the list.
        every_minutes: Minutes between two reminders.
    """
    at, found = 0, [len(TODOS)]
    while at < 600:
        at += every_minutes
    return found
'''


@pytest.fixture(scope="module")
def todos(tmp_path_factory):
    path = tmp_path_factory.mktemp("todos") / "todos.py"
    path.write_text(TODOS)
    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        yield session


def test_a_check_without_a_working_call_follows_the_finding_of_the_same_exception(todos):
    [crash] = todos.run(0, all_checks()["valid_calls_do_not_crash"])
    [size] = todos.run(0, all_checks()["result_size_is_bounded"])

    assert (crash.status, crash.id) == ("failed", "finish_todo[valid_calls_do_not_crash]#crash:IndexError")
    assert (size.status, size.follows) == ("error", "valid_calls_do_not_crash"), size.message
    assert "ended with IndexError" in size.message


def test_a_neighbour_that_hangs_takes_no_sequence_of_calls_from_a_tool(todos):
    [result] = todos.run(0, all_checks()["calls_in_any_order_do_not_crash"])

    assert result.status == "passed", result.message


PAINT = """
from typing import Literal

def paint(colour: Literal["red", "blue"], at: int) -> str:
    "Paint a place in a colour."
    return ["a", "b"][at + 7] + colour
"""


@pytest.mark.parametrize("check", ["choices_are_handled", "common_rules_hold"])
def test_choices_none_of_which_works_follow_the_finding_of_their_exception(tmp_path, check):
    path = tmp_path / "paint.py"
    path.write_text(PAINT)

    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()[check])

    assert (result.status, result.follows) == ("error", "valid_calls_do_not_crash"), result.message
