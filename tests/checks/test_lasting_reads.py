"""A tool that only reads puts nothing into the table that other readers share with it."""

from __future__ import annotations

from pathlib import Path

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

TARGET = Path(__file__).parent / "tools" / "lasting_reads.py"


def test_only_the_reader_that_stores_is_found() -> None:
    with open_session(str(TARGET), budget=BUDGETS["quick"]) as session:
        results = [
            result
            for index in range(len(session.tools))
            for result in session.run(index, all_checks()["equal_calls_agree"])
        ]

    failed = [result for result in results if result.status not in ("passed", "not_applicable")]
    assert [(result.tool, result.arguments) for result in failed] == [("note_length", {"name": "a"})]
    assert "'get_note' finds what it did not find before" in failed[0].message
