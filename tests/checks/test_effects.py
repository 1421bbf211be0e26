"""Checks of what a tool does to the world besides answering."""

from __future__ import annotations

import http.client
from collections.abc import Callable

import pytest
from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.oracles.sent_requests import sent_requests
from pytest_forge.verdict import CheckResult

IDS = tuple(name for name, one in all_checks().items() if one.family == "effects")
Judge = Callable[[str, str, str], CheckResult]
JudgeAll = Callable[[str, str, tuple[str, ...]], dict[str, CheckResult]]


@pytest.fixture
def of_broken(judge: Judge) -> Callable[[str, str], CheckResult]:
    return lambda name, check: judge(module_of(name), name, check)


@pytest.mark.in_turns("pytest_forge/checks/effects")
@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("runs_undeclared", set()),
        ("writes_undeclared", set()),
        ("keeps_a_file_open", {"resources_are_given_back"}),
        ("sets_a_variable", {"process_state_is_left_alone"}),
    ],
)
def test_an_undeclared_tier_is_judged_by_what_stays_only(judge_all: JudgeAll, function: str, found: set[str]) -> None:
    results = judge_all(module_of(function), function, IDS)

    assert {check for check, result in results.items() if result.status in ("failed", "error")} == found


def test_a_child_that_no_later_call_can_end_is_found(of_broken: Callable[[str, str], CheckResult]) -> None:
    result = of_broken("start_watch", "resources_are_given_back")

    assert result.status == "failed"
    assert "(sleep) without keeping a reference" in result.message


def test_the_finding_names_the_smallest_call(of_broken: Callable[[str, str], CheckResult]) -> None:
    result = of_broken("readers_change_no_files__one_choice", "readers_change_no_files")

    assert set(result.arguments or {}) == {"name", "form"}
    assert (result.arguments or {})["form"] == "saved"
    assert "created the file 'answer.txt'" in result.message


def test_no_value_of_a_variable_is_in_the_finding(of_broken: Callable[[str, str], CheckResult]) -> None:
    result = of_broken("process_state_is_left_alone__environment", "process_state_is_left_alone")

    assert "'LAST_CITY'" in result.message
    assert not any(str(value) in result.message for value in (result.arguments or {}).values() if len(str(value)) > 2)


def test_a_request_to_what_is_no_address_is_passed_over() -> None:
    with sent_requests() as sent, pytest.raises((OSError, UnicodeError)):
        http.client.HTTPConnection("[nowhere", timeout=0.1).request("GET", "/")

    assert sent == []
