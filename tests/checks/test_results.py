"""Checks of what a tool gives back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.results.json_trouble import json_trouble
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

TOOLS = Path(__file__).parent / "tools"
IDS = tuple(check.id for check in all_checks().values() if check.family == "results")


def names_in(file: str) -> list[str]:
    """Return the names the module's tools are declared under, without importing it."""
    found = []
    for node in ast.walk(ast.parse((TOOLS / file).read_text())):
        if isinstance(node, ast.Call):
            named = [keyword.value for keyword in node.keywords if keyword.arg == "name"]
            first = [*named, *node.args][:1]
            if first and isinstance(first[0], ast.Constant) and isinstance(first[0].value, str):
                function = node.func.id if isinstance(node.func, ast.Name) else ""
                if function in ("tool", "forge_tool", "FnToolExecutor"):
                    found.append(first[0].value)
    return found


def verdicts(session: Session, index: int, ids: tuple[str, ...] = IDS) -> dict[str, str]:
    found = {}
    for check_id in ids:
        for result in session.run(index, all_checks()[check_id]):
            found[result.check] = result.status if result.status != "error" else f"error: {result.message}"
    return found


def broken(found: dict[str, str]) -> list[str]:
    return [check_id for check_id, status in found.items() if status not in ("passed", "not_applicable")]


@pytest.fixture(scope="module")
def good_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "good_results.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.fixture(scope="module")
def broken_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "broken_results.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.parametrize("name", names_in("good_results.py"))
def test_a_good_tool_is_not_flagged(good_tools: Session, name: str) -> None:
    index = [tool.name for tool in good_tools.tools].index(name)

    assert broken(verdicts(good_tools, index)) == []


@pytest.mark.requirement("check:results-have-a-stable-shape")
@pytest.mark.parametrize("name", names_in("broken_results.py"))
def test_a_broken_tool_is_found(broken_tools: Session, name: str) -> None:
    index = [tool.name for tool in broken_tools.tools].index(name)
    check_id = name.partition("__")[0]

    assert verdicts(broken_tools, index, (check_id,))[check_id] == "failed"


def test_an_error_that_is_a_sentence_is_reported_once(broken_tools: Session) -> None:
    index = [tool.name for tool in broken_tools.tools].index("error_codes_are_names__sentence_alone")

    assert broken(verdicts(broken_tools, index)) == ["error_codes_are_names"]


@pytest.mark.parametrize("value", [None, True, 1, 1.5, "é", [], {"a": [1, {"b": None}]}, ("a", "b")])
def test_plain_json_is_no_trouble(value: object) -> None:
    assert json_trouble(value) == ""


@pytest.mark.parametrize(
    ("value", "part"),
    [
        ({"a": [float("inf")]}, "inf in a.0"),
        ({1: 2}, "key 1"),
        ({"a": {"b": b"x"}}, "bytes in a.b"),
        (["\udc80"], "surrogate pair in 0"),
    ],
)
def test_trouble_is_named_with_its_place(value: object, part: str) -> None:
    assert part in json_trouble(value)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("asks_environment", "--env FORGE_NO_SUCH_VARIABLE"),
        ("asks_person", "standard input"),
        ("asks_key", "see valid_calls"),
    ],
)
def test_the_reason_why_no_call_works_is_told(name: str, part: str) -> None:
    with open_session(f"{TOOLS / 'failing_results.py'}:{name}", budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()["results_are_json"])

    assert result.status == "error"
    assert part in result.message


def test_what_ends_the_process_is_left_to_the_check_that_judges_it() -> None:
    with open_session(f"{TOOLS / 'failing_results.py'}:exits", budget=BUDGETS["quick"]) as session:
        found = verdicts(session, 0)
    others = [found[check_id] for check_id in broken(found) if check_id != "call_returns"]

    assert found["call_returns"] == "failed"
    assert [status for status in others if not status.endswith("see call_returns.")] == []
