"""Checks of what a tool lets in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session

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


FOUND_BY_SIGNATURE_OR_TIME = """
from pydantic import BaseModel, Field, field_validator
from forge_harness import forge_tool

def entry(name, *arguments):
    properties = {argument: {"type": "string"} for argument in arguments}
    schema = {"type": "object", "properties": properties, "required": [*arguments], "additionalProperties": False}
    return {"name": name, "description": "Count letters.", "input_schema": schema, "impl": count}

def count(text, unit):
    return {"count": len(text), "unit": unit}

not_taken = entry("not_taken", "text", "unit", "locale")
not_advertised = entry("not_advertised", "text")

class Args(BaseModel):
    number: int = Field(description="Any number.")

    @field_validator("number", mode="before")
    @classmethod
    def _ask(cls, value):
        while not isinstance(value, int):
            pass
        return value

@forge_tool(args_schema=Args, tier="read", register=False)
def slow_to_refuse(args):
    '''Give the number back.'''
    return {"number": args.number}
"""


@pytest.mark.parametrize(
    ("name", "check_id", "code"),
    [
        ("not_taken", "schema_and_model_agree", "argument_not_taken"),
        ("not_advertised", "schema_and_model_agree", "argument_not_advertised"),
        ("slow_to_refuse", "wrong_types_are_refused", "refusal_too_slow"),
    ],
)
def test_a_defect_of_arguments_is_found_by_its_code(tmp_path: Path, name: str, check_id: str, code: str) -> None:
    path = tmp_path / "tools.py"
    path.write_text(FOUND_BY_SIGNATURE_OR_TIME)
    with open_session(f"{path}:{name}", budget=replace(BUDGETS["quick"], call_s=0.5)) as session:
        results = session.run(0, all_checks()[check_id])

    assert [(result.status, result.code) for result in results] == [("failed", code)], results
