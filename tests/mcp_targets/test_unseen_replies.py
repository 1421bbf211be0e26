"""What a server has not shown is no pass: calls without an answer, and checks with nothing to judge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import Session, open_session

from .conftest import target

BUDGET = Budget(load_s=20, call_s=0.5, check_s=4)


@pytest.fixture(scope="module")
def unseen() -> Iterator[Session]:
    with open_session(target("unseen.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


def judged(session: Session, tool: str, check: str):
    index = [facts.name for facts in session.tools].index(tool)
    return session.run(index, all_checks()[check])[0]


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/engine/enough.py", "tests/mcp_targets/servers/unseen.py"
)
@pytest.mark.parametrize(
    "check",
    [
        "error_dicts_are_well_formed",
        "exits_are_contained",
        "failure_is_not_success",
        "results_are_json",
    ],
)
def test_a_call_without_an_answer_leaves_a_check_undecided(unseen, check):
    result = judged(unseen, "hangs_at_long_names", check)

    assert (result.status, result.follows) == ("error", "valid_calls_return"), result.message


@pytest.mark.in_turns(
    "pytest_forge/targets/mcp", "pytest_forge/engine/enough.py", "tests/mcp_targets/servers/unseen.py"
)
@pytest.mark.parametrize(
    ("tool", "check", "status", "reason"),
    [
        ("refuses_nothing", "exits_are_contained", "not_applicable", "No call ended in an error."),
        ("refuses_nothing", "nothing_happens_before_a_grant", "not_applicable", "No wrong call was refused."),
        ("needs_a_key", "valid_arguments_are_accepted", "error", "No key is set."),
        ("needs_a_key", "requests_stay_public", "error", "No key is set."),
        ("needs_a_key", "local_schemes_are_refused", "error", "No key is set."),
        ("misses_the_network", "requests_stay_public", "passed", ""),
        ("hides_the_network", "valid_arguments_are_accepted", "error", "The sandbox has no network."),
        ("runs_as_task", "valid_arguments_are_accepted", "not_applicable", "taskSupport"),
        ("takes_a_while_for_each_letter", "valid_arguments_are_accepted", "not_applicable", "The schema does not set"),
    ],
)
def test_what_shows_nothing_to_judge_is_not_passed(unseen, tool, check, status, reason):
    result = judged(unseen, tool, check)

    assert (result.status, reason in result.message) == (status, True), result.message


def test_time_that_grows_with_each_letter_is_no_finding(unseen):
    result = judged(unseen, "takes_a_while_for_each_letter", "time_grows_with_the_input")

    assert result.status != "failed", result.message


def test_growth_is_told_from_what_every_call_takes(unseen):
    result = judged(unseen, "compares_all_with_all", "time_grows_with_the_input")

    assert result.status == "failed" or result.code == "not_enough_seen", result.message


def test_a_hanging_call_is_confirmed_in_the_time_that_the_check_has_left():
    # Asking with three times the limit, and starting the server again before that, takes longer than the check has.
    short = Budget(load_s=20, call_s=0.7, check_s=3.2)
    with open_session(target("unseen.py"), budget=short, allow_destructive=True) as session:
        result = judged(session, "computes_powers", "expressions_take_bounded_time")

    assert result.code == "endless_power", result.message
