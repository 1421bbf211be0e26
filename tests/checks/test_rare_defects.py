"""What is wrong with a few calls of many: the checks that judge ordinary calls judge those, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.verdict import CheckResult

TOOLS = Path(__file__).parent / "tools" / "rare_defects.py"
NAMES = re.findall(r'^@tool\("(\w+)"', TOOLS.read_text(), re.MULTILINE)
BROKEN = [name for name in NAMES if not name.startswith("good_")]
#: What looks at the calls of a walk.
IDS = (
    "results_are_json", "errors_carry_no_detail", "results_hold_no_environment", "readers_change_no_files",
    "writers_keep_to_their_own_files", "processes_need_the_tier_execute", "readers_send_no_orders",
    "valid_calls_do_not_crash", "valid_calls_return",
)  # fmt: skip


@pytest.fixture(scope="module")
def tools() -> Iterator[Session]:
    with open_session(str(TOOLS), budget=BUDGETS["quick"]) as session:
        yield session


def judged(session: Session, name: str, *ids: str) -> list[CheckResult]:
    index = [tool.name for tool in session.tools].index(name)
    return [result for check_id in ids for result in session.run(index, all_checks()[check_id])]


@pytest.mark.parametrize("name", NAMES)
def test_each_rare_defect_is_one_finding_and_a_good_tool_has_none(tools: Session, name: str) -> None:
    results = judged(tools, name, *IDS)

    found = [(result.check, result.status) for result in results if result.status in ("failed", "error")]
    assert found == ([(name.partition("__")[0], "failed")] if name in BROKEN else []), results


def test_the_finding_is_the_smallest_call(tools: Session) -> None:
    [spawn] = judged(tools, "processes_need_the_tier_execute__pdf", "processes_need_the_tier_execute")
    [file] = judged(tools, "readers_change_no_files__debug", "readers_change_no_files")
    [leak] = judged(tools, "errors_carry_no_detail__key_in_error", "errors_carry_no_detail")

    assert spawn.arguments == {"fmt": "pdf", "pages": 41}
    assert file.arguments == {"amount": 7_301}
    assert leak.arguments == {"mode": "sync", "items": []}


def test_a_past_finding_shows_again_in_a_run_that_would_not_come_so_far() -> None:
    check = all_checks()["results_are_json"]
    call = {"prefix": "abcd", "number": 7_301}

    with open_session(f"{TOOLS}:results_are_json__key", budget=BUDGETS["quick"], seed=5) as session:
        [again] = session.run(0, check, past={"arguments": call, "before": []})

    assert again.status == "failed"
    assert "which is no string" in again.message
