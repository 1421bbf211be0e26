"""Checks of what a tool does to the world besides answering."""

from __future__ import annotations

import ast
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session
from pytest_forge.oracles.sent_requests import sent_requests

TOOLS = Path(__file__).parent / "tools"
IDS = tuple(name for name, one in all_checks().items() if one.family == "effects")


def names_in(file: str) -> list[str]:
    """Return the names the module's tools are declared under, without importing it."""
    found = []
    for node in ast.parse((TOOLS / file).read_text()).body:
        calls = [*getattr(node, "decorator_list", ()), getattr(node, "value", None)]
        for call in calls:
            named = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
            if named in ("tool", "FnToolExecutor"):
                found.append(call.args[0].value)
    return found


@pytest.fixture(scope="module")
def good_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "good_effects.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.fixture(scope="module")
def broken_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "broken_effects.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.parametrize("name", names_in("good_effects.py"))
def test_a_good_tool_is_not_flagged(good_tools: Session, name: str) -> None:
    index = [tool.name for tool in good_tools.tools].index(name)

    results = [result for check_id in IDS for result in good_tools.run(index, all_checks()[check_id])]

    assert [result for result in results if result.status not in ("passed", "not_applicable")] == []


@pytest.mark.parametrize("name", names_in("broken_effects.py"))
def test_a_broken_tool_is_found(broken_tools: Session, name: str) -> None:
    index = [tool.name for tool in broken_tools.tools].index(name)

    result = broken_tools.run(index, all_checks()[name.partition("__")[0]])[0]

    assert result.status == "failed"
    assert result.arguments is not None


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("runs_undeclared", set()),
        ("writes_undeclared", set()),
        ("keeps_a_file_open", {"resources_are_given_back"}),
        ("sets_a_variable", {"process_state_is_left_alone"}),
    ],
)
def test_an_undeclared_tier_is_judged_by_what_stays_only(function: str, found: set[str]) -> None:
    with open_session(f"{TOOLS / 'plain_effects.py'}:{function}", budget=BUDGETS["quick"]) as session:
        results = [result for check_id in IDS for result in session.run(0, all_checks()[check_id])]

    assert {result.check for result in results if result.status in ("failed", "error")} == found


def test_a_child_that_no_later_call_can_end_is_found(broken_tools: Session) -> None:
    index = [tool.name for tool in broken_tools.tools].index("start_watch")

    result = broken_tools.run(index, all_checks()["resources_are_given_back"])[0]

    assert result.status == "failed"
    assert "(sleep) that nothing holds" in result.message


def test_the_finding_names_the_smallest_call(broken_tools: Session) -> None:
    index = [tool.name for tool in broken_tools.tools].index("readers_change_no_files__one_choice")

    result = broken_tools.run(index, all_checks()["readers_change_no_files"])[0]

    assert set(result.arguments or {}) == {"name", "form"}
    assert (result.arguments or {})["form"] == "saved"
    assert "created the file 'answer.txt'" in result.message


def test_no_value_of_a_variable_is_in_the_finding(broken_tools: Session) -> None:
    index = [tool.name for tool in broken_tools.tools].index("process_state_is_left_alone__environment")

    result = broken_tools.run(index, all_checks()["process_state_is_left_alone"])[0]

    assert "'LAST_CITY'" in result.message
    assert not any(str(value) in result.message for value in (result.arguments or {}).values() if len(str(value)) > 2)


def test_a_request_to_what_is_no_address_is_passed_over() -> None:
    with sent_requests() as sent, pytest.raises((OSError, UnicodeError)):
        http.client.HTTPConnection("[nowhere", timeout=0.1).request("GET", "/")

    assert sent == []
