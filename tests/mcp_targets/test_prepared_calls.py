"""What a server keeps is made by its other tools first, so that those that look it up are judged at all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import Session, open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def keeping() -> Iterator[Session]:
    with open_session(target("keeping.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


def judged(session: Session, tool: str, check: str):
    index = next(index for index, facts in enumerate(session.tools) if facts.name == tool)
    [result] = session.run(index, all_checks()[check])
    return result


@pytest.mark.parametrize("tool", ["item_size", "job_state", "drop_number"])
def test_a_tool_that_needs_an_entry_is_called_after_the_one_that_makes_it(keeping, tool):
    first = judged(keeping, tool, "structured_results_match")
    again = judged(keeping, tool, "structured_results_match")

    assert first.status == again.status == "failed"
    assert "output schema at 'total'" in first.message


def test_a_file_gets_an_ending_that_a_refusal_names(keeping):
    made = judged(keeping, "open_ledger", "temporary_files_are_removed")
    found = judged(keeping, "ledger_size", "structured_results_match")

    assert made.status == "passed", made.message
    assert "output schema at 'total'" in found.message


def test_a_text_is_written_as_a_refusal_shows_it(keeping):
    found = judged(keeping, "note_fee", "structured_results_match")

    assert "output schema at 'total'" in found.message


def test_a_good_tool_that_needs_an_entry_passes(keeping):
    results = [judged(keeping, "item_text", check) for check in ("readers_change_no_files", "wrong_types_are_refused")]

    assert [(result.status, result.message) for result in results] == [("passed", "")] * 2


def test_a_tool_is_called_with_what_another_tool_lists(keeping):
    result = judged(keeping, "forecast", "results_are_json")

    assert (result.status, result.message) == ("passed", "")


def test_a_free_name_has_the_ending_that_the_schema_demands(keeping):
    result = judged(keeping, "double_item", "temporary_files_are_removed")

    assert "No plausible call worked" not in result.message


@pytest.mark.parametrize(("tool", "status"), [("copy_draft", "failed"), ("copy_draft_safely", "passed")])
def test_a_copy_over_a_name_that_is_taken_is_found_once_there_is_something_to_copy(keeping, tool, status):
    result = judged(keeping, tool, "writers_keep_to_their_own_files")

    assert result.status == status, result.message
    assert status == "passed" or "destructiveHint false" in result.message


@pytest.fixture(scope="module")
def visits() -> Iterator[Session]:
    with open_session(target("visits.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize("tool", ["plan_visit", "note_reading", "length_of_plan"])
def test_days_and_names_are_those_that_a_refusal_leaves(visits, tool):
    found = judged(visits, tool, "structured_results_match")

    assert "output schema at 'total'" in found.message
