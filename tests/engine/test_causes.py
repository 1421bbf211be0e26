"""Causes: an error that a hanging call has caused names the finding that tells why."""

from __future__ import annotations

from pytest_forge.engine.causes import named_by_cause
from pytest_forge.verdict import CallHung, CheckResult


def result(check: str, status: str, message: str = "", follows: str = "", code: str = "") -> CheckResult:
    return CheckResult("match", "t.py:match", check, "injection", "MUST", status, message, follows=follows, code=code)


HUNG = CallHung()
SILENT = result("text_is_not_executed", "error", str(HUNG), HUNG.follows, HUNG.code)


def test_the_error_names_the_finding_that_tells_why():
    told = named_by_cause([SILENT, result("expressions_take_bounded_time", "failed", "It hangs.")])

    assert (told[0].follows, told[0].message) == (
        "expressions_take_bounded_time",
        "Not judged: a call did not return, see expressions_take_bounded_time.",
    )


def test_without_such_a_finding_the_error_stands_by_itself_and_says_what_to_do():
    told = named_by_cause([SILENT, result("sql_values_are_bound", "failed", "It is SQL.")])

    assert told[0].follows == ""
    assert told[0].message.startswith("Not judged: a call did not return. Limit the waits and computations")


def test_a_finding_that_is_there_keeps_its_errors():
    told = named_by_cause([result("valid_calls_return", "failed"), SILENT, result("call_returns", "passed")])

    assert told[1] == SILENT
