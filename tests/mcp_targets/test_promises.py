"""The promises of annotations and arguments of a server are judged by its files and by its reading tools."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def promises():
    with open_session(target("promises.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "check", "expected"),
    [
        ("add_entry", "repeated_calls_add_nothing", ("failed", "repeat_acts")),
        ("want_entry", "repeated_calls_add_nothing", ("passed", "")),
        ("clear_entries", "dry_runs_change_nothing", ("failed", "dry_run_acted")),
        ("clear_wanted", "dry_runs_change_nothing", ("passed", "")),
        ("price_of", "equal_calls_agree", ("failed", "stale_answer")),
        ("current_price_of", "equal_calls_agree", ("passed", "")),
        ("room_of", "equal_calls_agree", ("passed", "")),
        ("list_entries", "equal_calls_agree", ("passed", "")),
        ("first_entry", "equal_calls_agree", ("failed", "answers_differ")),
    ],
)
def test_a_broken_promise_is_found_and_a_kept_one_is_not_blamed(promises, tool, check, expected):
    index = [facts.name for facts in promises.tools].index(tool)

    [result] = promises.run(index, all_checks()[check])

    assert (result.status, result.code) == expected, result.message
