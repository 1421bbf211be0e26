"""Passwords, keys and tokens that a call is given stay out of what the tool logs."""

from __future__ import annotations

from pathlib import Path

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

TARGET = Path(__file__).parent / "tools" / "logging_tools.py"


def test_only_tools_that_log_a_secret_are_found() -> None:
    with open_session(str(TARGET), budget=BUDGETS["quick"]) as session:
        results = [
            result
            for index in range(len(session.tools))
            for result in session.run(index, all_checks()["secrets_stay_out_of_logs"])
        ]

    assert {result.tool: result.status for result in results} == {
        "logs_its_call": "failed",
        "logs_a_key_of_a_form": "failed",
        "logs_the_user": "passed",
        "logs_a_page_token": "not_applicable",
        "logs_how_long_it_is": "passed",
    }
