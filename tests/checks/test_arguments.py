"""Checks of what a tool lets in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.arguments import validation
from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

TOOLS = Path(__file__).parent / "tools"
IDS = tuple(validation.__all__)


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
    with open_session(str(TOOLS / "good_arguments.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.fixture(scope="module")
def broken_tools() -> Iterator[Session]:
    with open_session(str(TOOLS / "broken_arguments.py"), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.parametrize("name", ["ranges", "lenient", "strict", "choice", "nothing", "look_up", "forms"])
def test_a_good_tool_is_not_flagged(good_tools: Session, name: str) -> None:
    index = [tool.name for tool in good_tools.tools].index(name)

    assert broken(verdicts(good_tools, index)) == []


@pytest.mark.parametrize(
    "name",
    [
        "missing_arguments_are_refused__talkative",
        "wrong_types_are_refused__told",
        "wrong_types_are_refused__unchecked",
        "wrong_types_are_refused__stringy",
        "out_of_range_arguments_are_refused__clamped",
        "out_of_range_arguments_are_refused__undefined",
        "null_arguments_are_refused__emptied",
        "valid_arguments_are_accepted__null",
        "valid_arguments_are_accepted__choice",
        "valid_arguments_are_accepted__tighter",
        "valid_arguments_are_accepted__five",
        "valid_arguments_are_accepted__short",
        "wrong_types_are_refused__digits",
        "schema_and_model_agree__dropping",
        "schema_and_model_agree__nested",
        "schema_and_model_agree__map",
        "schema_and_model_agree__key",
    ],
)
def test_a_broken_tool_is_found(broken_tools: Session, name: str) -> None:
    index = [tool.name for tool in broken_tools.tools].index(name)
    check_id = name.partition("__")[0]

    assert verdicts(broken_tools, index, (check_id,))[check_id] == "failed"


NULLS = """
from forge_harness import forge_tool
from pydantic import BaseModel, Field, field_validator

class Name(BaseModel):
    name: str = Field({default}description="A name.")

    @field_validator("name", mode="before")
    @classmethod
    def read(cls, value):
        return {read}

@forge_tool(args_schema=Name, tier="read", register=False)
def greet(args: Name) -> str:
    "Greet."
    return f"Hello, {{args.name}}"
"""


@pytest.mark.parametrize(
    ("default", "read", "status", "follows"),
    [
        ('"", ', 'value or ""', "not_applicable", ""),
        ("", "value.strip()", "error", "wrong_types_are_refused"),
        ("", "value", "passed", ""),
    ],
)
def test_where_null_is_judged_nowhere_the_reason_is_told(
    tmp_path: Path, default: str, read: str, status: str, follows: str
) -> None:
    path = tmp_path / "tools.py"
    path.write_text(NULLS.format(default=default, read=read))

    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        [result] = session.run(0, all_checks()["null_arguments_are_refused"])
    assert (result.status, result.follows) == (status, follows), result.message
