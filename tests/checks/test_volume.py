"""What random calls find, and how far each budget goes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.targets.past_calls import PastCalls
from pytest_forge.verdict import CheckResult

# The findings of the deep budget are kept for the other tests of their process.
pytestmark = pytest.mark.xdist_group("test_volume")

TARGET = module_of("behind_three_keys")


@cache
def crash_of(name: str, budget: str, *, seed: int = 0) -> CheckResult:
    # One call may take as long as in a quick run: what is compared are the phases.
    limits = replace(BUDGETS[budget], call_s=2.0, load_s=60.0, random_s=min(2.5, BUDGETS[budget].random_s))
    with open_session(f"{TARGET}:{name}", budget=limits, seed=seed) as session:
        [result] = session.run(0, all_checks()["valid_calls_do_not_crash"])
    return result


@pytest.mark.in_turns("pytest_forge/checks/calls", "pytest_forge/engine/fuzz_runs.py")
def test_what_lies_behind_three_conditions_is_found_deep_and_not_standard() -> None:
    standard, deep = (crash_of("behind_three_keys", budget) for budget in ("standard", "deep"))

    assert (standard.status, deep.status) == ("passed", "failed")
    assert "KeyError" in deep.message
    assert deep.arguments is not None
    assert deep.arguments["third"].endswith("k")


def test_a_value_of_a_past_result_is_an_argument_of_a_later_call() -> None:
    result = crash_of("behind_a_past_result", "quick")

    assert result.status == "failed"
    assert "ZeroDivisionError" in result.message


@pytest.mark.in_turns("pytest_forge/checks/calls", "pytest_forge/engine/fuzz_runs.py")
def test_one_seed_finds_the_same_call_each_time() -> None:
    first, second = crash_of("behind_three_keys", "deep"), crash_of.__wrapped__("behind_three_keys", "deep")

    assert (first.id, first.arguments, first.message) == (second.id, second.arguments, second.message)


def test_the_call_of_a_past_finding_is_made_first_in_a_run_that_would_not_come_so_far() -> None:
    found = crash_of("behind_three_keys", "deep")

    with open_session(f"{TARGET}:behind_three_keys", budget=BUDGETS["quick"]) as session:
        check = all_checks()["valid_calls_do_not_crash"]
        [without] = session.run(0, check)
        [again] = session.run(0, check, past=PastCalls(found.arguments))

    assert (without.status, again.status) == ("passed", "failed")
    assert again.id == found.id
