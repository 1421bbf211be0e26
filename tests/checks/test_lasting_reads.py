"""A tool that only reads puts nothing into the table that other readers share with it."""

from __future__ import annotations

from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

TARGET = module_of("note_length")


def test_only_the_readers_that_keep_what_they_should_not_are_found() -> None:
    with open_session(TARGET, budget=BUDGETS["quick"]) as session:
        results = [
            result
            for index in range(len(session.tools))
            for result in session.run(index, all_checks()["equal_calls_agree"])
        ]

    # The one that nobody can call takes nothing from those beside it.
    failed = [result for result in results if result.status not in ("passed", "not_applicable")]
    assert [(result.tool, result.arguments) for result in failed] == [
        ("note_length", {"name": "a"}),
        ("show_in_capitals", {"name": "a"}),
        ("get_price", {"item": "apple"}),
    ]
    assert "'get_note' finds an entry that it did not find before" in failed[0].message
    assert "after 'put_note' changes the data" in failed[1].message
    assert "after 'set_price' changes the data" in failed[2].message
