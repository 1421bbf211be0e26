"""`pytest_forge.arguments`: calls for tools of every kind, which their models take, and which shrink."""

from __future__ import annotations

import datetime as dt
import enum
import ipaddress
import re
import uuid
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from pydantic import (
    AnyUrl,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    FilePath,
    FileUrl,
    FutureDate,
    HttpUrl,
    Json,
    NaiveDatetime,
    PastDate,
    PostgresDsn,
    WebsocketUrl,
    create_model,
    model_validator,
)

from forge_harness import FnToolExecutor, forge_tool
from pytest_forge import UnsupportedSchemaError, arguments, random_arguments

QUIET = {"database": None, "deadline": None, "suppress_health_check": list(HealthCheck)}


class Box(BaseModel):
    model_config = ConfigDict(extra="forbid")
    width: int = Field(ge=1, le=9)
    label: str = ""
    inside: Box | None = None


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Period(BaseModel):
    start: dt.date
    end: dt.date

    @model_validator(mode="after")
    def is_in_order(self) -> Period:
        if self.end < self.start:
            raise ValueError("ends before it starts")
        return self


class Search(BaseModel):
    model_config = ConfigDict(extra="forbid")
    query: str = Field(min_length=1, max_length=40)
    limit: int = Field(10, ge=1, le=100)
    ratio: float = Field(0.5, ge=0, le=1)
    tags: list[str] = Field(default_factory=list, max_length=5)
    note: str | None = None
    exact: bool = False


MODELS = {
    "texts": {"a": Annotated[str, Field(pattern=r"^\p{L}+$")], "b": Annotated[str, Field(min_length=5_000)], "c": Path},
    "numbers": {"a": Annotated[int, Field(multiple_of=7, gt=3)], "b": Decimal, "c": Annotated[float, Field(lt=0)]},
    "moments": {"a": dt.date, "b": dt.datetime, "c": dt.time, "d": dt.timedelta},
    "narrow moments": {"a": PastDate, "b": FutureDate, "c": AwareDatetime, "d": NaiveDatetime},
    "identifiers": {"a": uuid.UUID, "b": ipaddress.IPv4Address, "c": ipaddress.IPv6Network, "d": Json[list[int]]},
    "addresses": {"a": AnyUrl, "b": HttpUrl, "c": FileUrl, "d": WebsocketUrl, "e": PostgresDsn},
    "collections": {"a": set[int], "b": tuple[int, str], "c": dict[Color, list[int]], "d": dict[int, str]},
    "unions": {"a": Annotated[Cat | Dog, Field(discriminator="kind")], "b": int | str | None, "c": Any},
    "recursion": {"a": Box, "b": list[Box]},
}


@pytest.mark.parametrize("name", [*MODELS, "validators"])
def test_a_model_takes_whatever_is_made_for_it(name: str) -> None:
    fields: dict[str, Any] = {key: (kind, ...) for key, kind in MODELS.get(name, {}).items()}
    model = Period if name == "validators" else create_model("Made", **fields)

    calls = [*random_arguments(model, seed=1, limit=60), *drawn(model, 8)]

    assert len(calls) > 60
    assert all(model.model_validate(call) for call in calls)


def test_a_strict_model_takes_what_is_made_as_json() -> None:
    class Strict(BaseModel):
        model_config = ConfigDict(strict=True)
        day: dt.date
        key: uuid.UUID

    @forge_tool(args_schema=Strict, register=False)
    def strict(args: Strict) -> str:
        """Take a day."""
        return str(args.day)

    calls = list(random_arguments(strict, seed=1, limit=20))

    assert all(isinstance(strict.validate(call), Strict) for call in calls)


def test_a_model_that_asks_for_what_no_schema_tells_is_refused() -> None:
    class Hidden(BaseModel):
        path: FilePath

    with pytest.raises(UnsupportedSchemaError, match="refuses all values that its schema allows"):
        arguments(Hidden)


def add(first: int, second: int = 0) -> int:
    """Add two numbers."""
    return first + second


SCHEMA = {
    "type": "object",
    "properties": {"first": {"type": "integer"}, "second": {"type": "integer"}},
    "required": ["first"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "tool",
    [
        add,
        {"name": "add", "description": "Add.", "input_schema": SCHEMA, "impl": add},
        FnToolExecutor("add", lambda call: add(**call), description="Add.", input_schema=SCHEMA),
        SCHEMA,
        {"name": "add", "description": "Add.", "inputSchema": SCHEMA},
        {"name": "add", "description": "Add.", "input_schema": SCHEMA},
        {"type": "function", "function": {"name": "add", "description": "Add.", "parameters": SCHEMA}},
        {
            "name": "add",
            "description": "Add.",
            "parameters": {
                "type": "OBJECT",
                "properties": {"first": {"type": "INTEGER"}, "second": {"type": "INTEGER"}},
                "required": ["first"],
            },
        },
        {
            "name": "add",
            "description": "Add.",
            "parameters": {
                "type": "dict",
                "properties": {"first": {"type": "long"}, "second": {"type": "int"}},
                "required": ["first"],
            },
        },
        {"type": "object", "properties": {"first": {"type": "int", "required": True}, "second": {"type": "integer"}}},
    ],
    ids=["function", "legacy", "executor", "schema", "mcp", "anthropic", "openai", "gemini", "bfcl", "marked"],
)
def test_arguments_are_made_for_every_kind_of_tool(tool: Any) -> None:
    calls = [*random_arguments(tool, seed=1, limit=40), *drawn(tool, 8)]

    assert {frozenset(call) for call in calls} == {frozenset({"first"}), frozenset({"first", "second"})}
    assert all(type(value) is int for call in calls for value in call.values())


def test_what_is_no_tool_is_refused() -> None:
    with pytest.raises(UnsupportedSchemaError, match="is neither a tool nor a schema"):
        arguments(3)


@pytest.mark.parametrize(
    ("fails", "smallest"),
    [
        (lambda call: True, {"query": "0"}),
        (lambda call: call.get("limit", 0) > 50, {"query": "0", "limit": 51}),
        (lambda call: len(call.get("tags", ())) >= 2, {"query": "0", "tags": ["", ""]}),
        (lambda call: len(call.get("note") or "") > 3, {"query": "0", "note": "0000"}),
        (lambda call: len(call["query"]) > 9, {"query": "0" * 10}),
        (lambda call: "exact" in call and "limit" in call, {"query": "0", "limit": 1, "exact": False}),
    ],
    ids=["anything", "a number", "a list", "an optional text", "a required text", "two optional arguments"],
)
def test_a_failing_call_shrinks_to_the_smallest(fails: Callable[[Any], bool], smallest: dict[str, Any]) -> None:
    last: list[Any] = []

    @settings(max_examples=400, **QUIET)
    @given(arguments(Search))
    def never_fails(call: Any) -> None:
        if fails(call):
            last.append(call)
            raise AssertionError

    with pytest.raises(AssertionError):
        never_fails()

    assert last[-1] == smallest


def test_a_failing_recursive_call_shrinks_to_one_level() -> None:
    last: list[Any] = []

    @settings(max_examples=400, **QUIET)
    @given(arguments(Box))
    def never_fails(call: Any) -> None:
        if call.get("inside"):
            last.append(call)
            raise AssertionError

    with pytest.raises(AssertionError):
        never_fails()

    assert last[-1] == {"width": 1, "inside": {"width": 1}}


def test_edges_come_alone_and_in_pairs() -> None:
    class Split(BaseModel):
        total: int = Field(ge=0, le=100)
        parts: int = Field(ge=1, le=100)
        rest: int = Field(0, ge=0, le=7)

    calls = listed(Split, "boundary")

    assert {0, 100} <= {call["total"] for call in calls}
    assert {0, 7} <= {call["rest"] for call in calls if "rest" in call}
    assert any(call["total"] == call["parts"] == 100 for call in calls)
    assert all(Split.model_validate(call) for call in calls)


def test_constants_of_the_tools_own_code_are_among_the_edges() -> None:
    def guess(number: int) -> str:
        """Guess."""
        return "hit" if number == 48_151 else "miss"

    calls = listed(guess, "boundary")

    assert {"number": 48_151} in calls


def test_constants_of_the_tools_own_code_come_among_random_ones() -> None:
    marker = "open sesame"

    def open_door(word: str, number: Annotated[int, Field(ge=1_000)]) -> bool:
        """Open the door."""
        return word == marker and number == 48_151

    calls = [*random_arguments(open_door, seed=1, limit=200), *drawn(open_door, 400)]

    assert "open sesame" in {call["word"] for call in calls[:200]}
    assert 48_151 in {call["number"] for call in calls[:200]}
    assert {"open sesame", 48_151} <= {value for call in calls[200:] for value in call.values()}


def test_a_nearly_valid_call_breaks_something() -> None:
    calls = listed(SCHEMA, "nearly_valid")

    assert {"first": None} in calls
    assert {"second": 1} in calls
    assert all(type(call.get("first")) is not int or len(call) > 1 for call in calls)


def test_a_hostile_call_is_valid_and_fits_the_role() -> None:
    class Fetch(BaseModel):
        model_config = ConfigDict(extra="forbid")
        url: str
        file_path: str = Field(max_length=30)
        mode: Literal["r", "w"] = "r"

    calls = listed(Fetch, "hostile")

    assert all(Fetch.model_validate(call) for call in calls)
    assert "http://169.254.169.254/latest/meta-data/" in {call["url"] for call in calls}
    assert "../../../../etc/passwd" in {call["file_path"] for call in calls}


def test_a_llm_shaped_call_makes_one_known_mistake() -> None:
    schema = {
        "type": "object",
        "properties": {
            "max_count": {"type": "integer", "examples": [5]},
            "place": {"type": "object", "properties": {"x": {"type": "integer", "examples": [1]}}, "required": ["x"]},
        },
        "required": ["max_count", "place"],
    }

    calls = listed(schema, "llm_shaped")

    for wrong in (
        {"max_count": "5", "place": {"x": 1}},
        {"max_count": 5, "place": '{"x": 1}'},
        {"max_count": 5, "place": '{{"x": 1}}'},
        {"max_count": 5, "place": '{"x": 1'},
        {"max_count": {"item": 5}, "place": {"x": 1}},
        {"maxCount": 5, "place": {"x": 1}},
        {"arguments": {"max_count": 5, "place": {"x": 1}}},
    ):
        assert wrong in calls


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match=re.escape("The mode 'odd' does not exist.")):
        arguments(SCHEMA, mode="odd")  # type: ignore[arg-type]  # what is tested


def drawn(tool: Any, count: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []

    @settings(max_examples=count, **QUIET)
    @given(arguments(tool))
    def draw(call: dict[str, Any]) -> None:
        found.append(call)

    draw()
    return found


def listed(tool: Any, mode: Any) -> list[dict[str, Any]]:
    """Return the calls of a listed mode, all of them."""
    found: dict[str, dict[str, Any]] = {}

    @settings(max_examples=1_000, **QUIET)
    @given(arguments(tool, mode=mode))
    def draw(call: dict[str, Any]) -> None:
        found.setdefault(repr(call), call)

    draw()
    return list(found.values())
