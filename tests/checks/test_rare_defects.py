"""What is wrong with a few calls of many: the checks that judge ordinary calls judge those, too."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from corpus import module_of, samples

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.targets.past_calls import PastCalls
from pytest_forge.verdict import CheckResult

SEQUENCES = Path(module_of("results_are_json__share"))
#: What looks at the calls of a walk.
IDS = (
    "results_are_json", "errors_carry_no_detail", "results_hold_no_environment", "readers_change_no_files",
    "writers_keep_to_their_own_files", "processes_need_the_tier_execute", "readers_send_no_orders",
    "valid_calls_do_not_crash", "valid_calls_return", "calls_in_any_order_do_not_crash",
)  # fmt: skip


def expected(name: str) -> list[tuple[str, str]]:
    return [] if name.startswith("good_") else [(name.partition("__")[0], "failed")]


def judged(session: Session, name: str, *ids: str) -> list[CheckResult]:
    index = [tool.name for tool in session.tools].index(name)
    session.judge_together(index, [all_checks()[check_id] for check_id in ids])
    return [result for check_id in ids for result in session.run(index, all_checks()[check_id])]


def alone(name: str, check: str) -> CheckResult:
    with open_session(module_of(name), budget=BUDGETS["quick"]) as session:
        return judged(session, name, check)[0]


def found_in(results: list[CheckResult]) -> list[tuple[str, str]]:
    """Return the findings and errors, but for errors that follow from one of the findings."""
    failed = {result.check for result in results if result.status == "failed"}
    bad = [result for result in results if result.status in ("failed", "error") and result.follows not in failed]
    return [(result.check, result.status) for result in bad]


@pytest.fixture(scope="module")
def players() -> Iterator[Session]:
    # As many sequences as it takes, and no more time for one call.
    limits = replace(BUDGETS["quick"], random_calls=1_800, random_s=2.0, load_s=60.0)
    with open_session(str(SEQUENCES), budget=limits) as session:
        yield session


@pytest.mark.in_turns
@pytest.mark.parametrize("name", [sample.tool for sample in samples(SEQUENCES)])
def test_what_shows_after_other_calls_is_one_finding_and_a_good_tool_has_none(players: Session, name: str) -> None:
    results = judged(players, name, *IDS)

    found = found_in(results)
    assert found == expected(name), results


def test_the_calls_before_are_as_few_as_it_takes(players: Session) -> None:
    [share] = judged(players, "results_are_json__share", "results_are_json")
    [dump] = judged(players, "readers_change_no_files__dump", "readers_change_no_files")

    assert [call["tool"] for call in share.before] == ["good_add_score", "good_remove_score"]
    assert share.message.startswith("After good_add_score(")
    assert [call["tool"] for call in dump.before] == ["good_add_score", "good_add_score"]


def test_the_finding_is_the_smallest_call() -> None:
    spawn = alone("processes_need_the_tier_execute__pdf", "processes_need_the_tier_execute")
    file = alone("readers_change_no_files__debug", "readers_change_no_files")
    leak = alone("errors_carry_no_detail__key_in_error", "errors_carry_no_detail")

    assert spawn.arguments == {"fmt": "pdf", "pages": 41}
    assert file.arguments == {"amount": 7_301}
    assert leak.arguments == {"mode": "sync", "items": []}


def test_a_past_finding_shows_again_in_a_run_that_would_not_come_so_far() -> None:
    check = all_checks()["results_are_json"]
    call = {"prefix": "abcd", "number": 7_301}

    with open_session(
        f"{module_of('results_are_json__key')}:results_are_json__key", budget=BUDGETS["quick"], seed=5
    ) as session:
        [again] = session.run(0, check, past=PastCalls(call))

    assert again.status == "failed"
    assert "which is not a string" in again.message
