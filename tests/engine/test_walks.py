"""Walks: calls in volume are made once a tool, and only for a check that has found nothing by itself."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.engine.walks import Walks

EXAMPLES = "pytest_forge.checks.examples.results_are_json"


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tools, by their places, for which calls in volume were made."""
    places: list[int] = []
    take = Walks.take

    def noted(self: Walks, index: int, *others: Any) -> dict[str, Any]:
        places.append(index)
        return take(self, index, *others)

    monkeypatch.setattr(Walks, "take", noted)
    return places


def test_a_check_that_finds_something_itself_asks_for_no_calls_in_volume(taken: list[int]) -> None:
    with open_session(EXAMPLES, budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()["results_are_json"])

    assert (result.status, taken) == ("failed", [])


def test_the_calls_in_volume_of_a_tool_are_made_once_for_all_checks(taken: list[int]) -> None:
    names = ("results_are_json", "valid_calls_do_not_crash", "calls_in_any_order_do_not_crash", "valid_calls_return")
    with open_session(EXAMPLES, budget=BUDGETS["quick"]) as session:
        results = [result for name in names for result in session.run(1, all_checks()[name])]

    assert [result.status for result in results] == ["passed"] * 4
    assert taken == [1]
