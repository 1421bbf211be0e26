"""Checks of what a tool gives back."""

from __future__ import annotations

from pathlib import Path

import pytest
from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.checks.results.json_trouble import json_trouble
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

IDS = tuple(check.id for check in all_checks().values() if check.family == "results")


def verdicts(session: Session, index: int, ids: tuple[str, ...] = IDS) -> dict[str, str]:
    found = {}
    session.judge_together(index, [all_checks()[check_id] for check_id in ids])
    for check_id in ids:
        for result in session.run(index, all_checks()[check_id]):
            found[result.check] = result.status if result.status != "error" else f"error: {result.message}"
    return found


def broken(found: dict[str, str]) -> list[str]:
    return [check_id for check_id, status in found.items() if status not in ("passed", "not_applicable")]


def test_an_error_that_is_a_sentence_is_reported_once() -> None:
    name = "error_codes_are_names__sentence_alone"
    with open_session(module_of(name), budget=BUDGETS["quick"]) as session:
        found = verdicts(session, [tool.name for tool in session.tools].index(name))

    assert broken(found) == ["error_codes_are_names"]


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


FAILING = """

import os
import sys

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(description="A number.", ge=0, le=100)


@forge_tool(args_schema=NumberArguments, description="Needs a token.", tier="read", register=False)
def asks_environment(args: NumberArguments) -> dict[str, str]:
    return {"token": os.environ["FORGE_NO_SUCH_VARIABLE"]}


@forge_tool(args_schema=NumberArguments, description="Asks a person.", tier="read", register=False)
def asks_person(args: NumberArguments) -> dict[str, str]:
    return {"said": input()}


@forge_tool(args_schema=NumberArguments, description="Looks a number up.", tier="read", register=False)
def asks_key(args: NumberArguments) -> dict[str, str]:
    known: dict[int, str] = {}
    return {"found": known[args.number]}


@forge_tool(args_schema=NumberArguments, description="Ends it all.", tier="read", register=False)
def exits(args: NumberArguments) -> None:
    sys.exit(args.number)
"""


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    return path


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("asks_environment", "--env FORGE_NO_SUCH_VARIABLE"),
        ("asks_person", "standard input"),
        ("asks_key", "see valid_calls"),
    ],
)
def test_the_reason_why_no_call_works_is_told(failing: Path, name: str, part: str) -> None:
    with open_session(f"{failing}:{name}", budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()["results_are_json"])

    assert result.status == "error"
    assert part in result.message


def test_what_ends_the_process_is_left_to_the_check_that_judges_it(failing: Path) -> None:
    with open_session(f"{failing}:exits", budget=BUDGETS["quick"]) as session:
        found = verdicts(session, 0)
    others = [found[check_id] for check_id in broken(found) if check_id != "call_returns"]

    assert found["call_returns"] == "failed"
    assert [status for status in others if not status.endswith("see call_returns.")] == []
