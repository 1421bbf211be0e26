from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

TOOLS = Path(__file__).parent / "tools"
IDS = [check.id for check in all_checks().values() if check.family == "approval"]


def verdicts(target: str) -> dict[str, str]:
    with open_session(target, budget=BUDGETS["quick"]) as session:
        return {check_id: session.run(0, all_checks()[check_id])[0].status for check_id in IDS}


@pytest.fixture(scope="module")
def look_alikes() -> Iterator[Session]:
    with open_session(str(TOOLS / "approval_look_alikes.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.parametrize("check_id", IDS)
def test_a_good_tool_is_left_alone(look_alikes: Session, check_id: str) -> None:
    results = [look_alikes.run(index, all_checks()[check_id])[0] for index in range(len(look_alikes.tools))]

    assert [result for result in results if result.status not in {"passed", "not_applicable"}] == []
    assert len(results) == 8


@pytest.mark.parametrize(
    ("tool", "check_id"),
    [
        ("definition_writes", "nothing_happens_before_a_grant"),
        ("validator_spawns", "nothing_happens_before_a_grant"),
        ("validator_remembers", "nothing_happens_before_a_grant"),
        ("rewrites_a_number", "approved_arguments_are_executed"),
        ("moves_a_date", "approved_arguments_are_executed"),
    ],
)
def test_a_further_broken_tool_is_found(tool: str, check_id: str) -> None:
    judged = verdicts(f"{TOOLS / 'approval_breakers.py'}:{tool}")

    assert judged[check_id] == "failed"
