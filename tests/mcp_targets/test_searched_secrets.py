"""A search that looks into secrets, and a reader that shows what another one masks, are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def lockers():
    with open_session(target("lockers.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("find_lockers", ("failed", "secret_shown")),
        ("find_owners", ("passed", "")),
        ("has_opened", ("passed", "")),
    ],
)
def test_a_search_does_not_look_into_secrets(lockers, tool, expected):
    index = [facts.name for facts in lockers.tools].index(tool)

    [result] = lockers.run(index, all_checks()["results_hold_no_environment"])

    assert (result.status, result.code) == expected, result.message


@pytest.mark.parametrize(
    ("tool", "is_found"),
    [("show_settings", False), ("compare_sites", True), ("compare_names", False), ("reveal_secrets", False)],
)
def test_what_one_reader_masks_no_other_shows(served, tool, is_found):
    with served("settings_compared.py", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["results_hold_no_environment"])

    assert (result.code == "secret_shown") is is_found, result.message
