"""The family robustness: what valid arguments do to broken tools, and to good ones that look like them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.verdict import CheckResult

TOOLS = Path(__file__).parent / "tools"
IDS = tuple(check.id for check in all_checks().values() if check.family == "robustness")


def names_in(file: str) -> list[str]:
    """Return the names under which the module's broken tools are declared, without importing it."""
    return re.findall(rf"\b(?:{'|'.join(IDS)})__\w+", (TOOLS / file).read_text())


#: Good tools that take part of a second for a call: a quick run has not the time for all checks of them.
SLOW = ("hashes_slowly", "waits_and_computes_aside")


def judged(session: Session, name: str, ids: tuple[str, ...]) -> list[CheckResult]:
    index = [tool.name for tool in session.tools].index(name)
    return [result for check_id in ids for result in session.run(index, all_checks()[check_id])]


@pytest.fixture(scope="module")
def broken_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "broken_robustness.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.fixture(scope="module")
def endless_tools() -> Iterator[Session]:
    # Each is waited for several times, and for nothing.
    with open_session(str(TOOLS / "broken_robustness.py"), budget=replace(BUDGETS["quick"], call_s=0.7)) as session:
        yield session


def good_names() -> list[str]:
    """Return the names of the good tools, without importing them."""
    text = (TOOLS / "good_robustness.py").read_text()
    return re.findall(r'^@tool\("(\w+)"', text, re.MULTILINE) + re.findall(
        r"^(\w+) = (?:FnTool|LegacyTool)", text, re.MULTILINE
    )


@pytest.fixture(scope="module")
def good_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "good_robustness.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.parametrize("name", good_names())
def test_a_good_tool_has_no_finding(good_tools: Session, name: str) -> None:
    results = judged(good_tools, name, IDS)

    bad = [result for result in results if result.status in ("failed", "error")]
    unseen = [result for result in bad if name in SLOW and result.code == "not_enough_seen"]
    assert [(result.check, result.message) for result in bad if result not in unseen] == []


@pytest.fixture(scope="module")
def broken_functions() -> Iterator[Session]:
    with open_session(str(TOOLS / "broken_robustness_functions.py"), budget=BUDGETS["quick"]) as session:
        yield session


BROKEN = sorted(set(names_in("broken_robustness.py")))


@pytest.mark.parametrize("name", [name for name in BROKEN if not name.startswith("valid_calls_return__")])
def test_a_broken_tool_is_found(broken_tools: Session, name: str) -> None:
    check_id = name.partition("__")[0]

    results = judged(broken_tools, name, (check_id,))

    assert [(result.check, result.status) for result in results] == [(check_id, "failed")]


@pytest.mark.parametrize("name", [name for name in BROKEN if name.startswith("valid_calls_return__")])
def test_a_tool_that_does_not_come_back_is_found(endless_tools: Session, name: str) -> None:
    [result] = judged(endless_tools, name, ("valid_calls_return",))

    assert result.status == "failed"


@pytest.mark.parametrize("name", sorted(set(names_in("broken_robustness_functions.py"))))
def test_a_broken_function_is_found(broken_functions: Session, name: str) -> None:
    check_id = name.partition("__")[0]

    results = judged(broken_functions, name, (check_id,))

    assert [(result.check, result.status) for result in results] == [(check_id, "failed")]


def test_the_finding_is_the_smallest_call_and_names_the_line(broken_tools: Session) -> None:
    [finding] = judged(broken_tools, "valid_calls_do_not_crash__remainder", ("valid_calls_do_not_crash",))

    assert finding.arguments == {"total": 0, "people": 7}
    assert re.search(r"ZeroDivisionError at line \d+ \(return .*args\.people - 7", finding.message)
