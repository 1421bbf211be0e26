"""Executors: functions, doubles, builders and any object of the right shape as tools."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from forge_harness import (
    BuilderExecutor,
    Dispatcher,
    ExecutorTool,
    FnToolExecutor,
    MockToolExecutor,
    RegistrationError,
    ToolDefinition,
    ToolExecutor,
    ToolRegistry,
    ToolTier,
    WorkspaceRequiredError,
)

CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


def dispatch(executor: Any, arguments: dict[str, Any]) -> Any:
    registry = ToolRegistry()
    registry.register(executor)
    return Dispatcher(registry).dispatch(executor.name, arguments)


@pytest.mark.requirement("executor:fn-is-the-simplest-path")
def test_a_function_of_the_arguments_is_a_tool() -> None:
    executor = FnToolExecutor("get_weather", lambda arguments: {"city": arguments.get("city", "Mountain View")})

    assert dispatch(executor, {"city": "Bern"}).value == {"city": "Bern"}
    assert dispatch(executor, {}).value == {"city": "Mountain View"}


@pytest.mark.requirement("executor:fn-wraps-async-handlers")
def test_an_async_handler_is_awaited() -> None:
    async def get_weather(arguments: dict[str, Any]) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"conditions": "sunny"}

    assert dispatch(FnToolExecutor("get_weather", get_weather), {}).value == {"conditions": "sunny"}


def test_the_description_is_the_first_line_of_the_handlers_docstring() -> None:
    def handler(arguments: dict[str, Any]) -> None:
        """Tell the weather.

        For a city.
        """

    assert FnToolExecutor("get_weather", handler).definition().description == "Tell the weather."
    assert FnToolExecutor("get_weather", lambda arguments: 1).definition().description == "get_weather"
    assert FnToolExecutor("get_weather", handler, description="Else.").definition().description == "Else."


@pytest.mark.requirement("definition:registry-produces-them")
def test_the_registry_produces_the_definition() -> None:
    registry = ToolRegistry()
    registry.register(FnToolExecutor("get_weather", print, description="Tell.", input_schema=CITY, tier="read"))

    assert registry.get_tool_definitions() == [
        {"name": "get_weather", "description": "Tell.", "input_schema": {**CITY, "additionalProperties": False}}
    ]


def test_declared_arguments_are_validated() -> None:
    executor = FnToolExecutor("get_weather", lambda arguments: 1, input_schema=CITY)

    assert dispatch(executor, {"city": "Bern"}).ok
    for wrong in ({}, {"city": 5}, {"city": "Bern", "extra": 1}):
        assert dispatch(executor, wrong).error_type == "ToolValidationError"


@pytest.mark.requirement("executor:any-object-of-the-shape")
def test_any_object_of_the_right_shape_is_a_tool() -> None:
    class Weather:
        name = "get_weather"

        def definition(self) -> ToolDefinition:
            return ToolDefinition("get_weather", "Tell.", CITY, tier=ToolTier.READ, required_scopes=("net",))

        def execute(self, arguments: dict[str, Any], /) -> Any:
            return arguments["city"]

    tool = ToolRegistry().register(Weather())

    assert isinstance(Weather(), ToolExecutor)
    assert (tool.tier, tool.required_scopes) == (ToolTier.READ, ("net",))
    assert dispatch(Weather(), {"city": "Bern"}).value == "Bern"


def read_note(arguments: dict[str, Any], *, workspace_root: Path) -> str:
    return (workspace_root / arguments["name"]).read_text()


NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


class Notes:
    """An object that is a tool and works on files."""

    name = "read_note"
    workspace_root_aware = True

    def definition(self) -> ToolDefinition:
        return ToolDefinition("read_note", "Read a note.", NAMED, tier=ToolTier.READ)

    def execute(self, arguments: dict[str, Any], /, *, workspace_root: Path) -> str:
        return read_note(arguments, workspace_root=workspace_root)


FILE_EXECUTORS = pytest.mark.parametrize(
    "executor",
    [
        FnToolExecutor("read_note", read_note, input_schema=NAMED, tier="read", workspace_root_aware=True),
        Notes(),
    ],
    ids=["function", "object"],
)


@FILE_EXECUTORS
def test_an_aware_executor_is_given_the_workspace_root(executor: Any, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Buy milk.")

    tool = ExecutorTool(executor)
    result = Dispatcher(workspace_root=tmp_path).dispatch(tool, {"name": "note.txt"})

    assert (result.value, tool.workspace_root_aware) == ("Buy milk.", True)


@FILE_EXECUTORS
def test_an_aware_executor_without_a_root_is_not_called(executor: Any) -> None:
    result = dispatch(executor, {"name": "note.txt"})

    assert result.error_type == "WorkspaceRequiredError"
    with pytest.raises(WorkspaceRequiredError):
        ExecutorTool(executor).run({"name": "note.txt"}, workspace_root=None)


def test_an_aware_executor_that_cannot_take_the_root_is_refused() -> None:
    executor = FnToolExecutor("read_note", print_note, workspace_root_aware=True)

    with pytest.raises(RegistrationError, match="cannot take the keyword 'workspace_root'"):
        ToolRegistry().register(executor)


def print_note(arguments: dict[str, Any]) -> None:
    print(arguments)


def test_an_object_whose_definition_is_none_is_refused() -> None:
    class Wrong:
        name = "get_weather"

        def definition(self) -> dict[str, Any]:
            return {"name": "get_weather"}

        def execute(self, arguments: dict[str, Any], /) -> Any:
            return 1

    with pytest.raises(RegistrationError, match="Return a ToolDefinition"):
        ToolRegistry().register(Wrong())  # type: ignore[arg-type]  # the mistake under test


def test_an_executor_advertised_under_another_name_is_refused() -> None:
    executor = BuilderExecutor(ToolDefinition("get_weather", "Tell.", CITY), print)
    executor.__class__ = type("Renamed", (BuilderExecutor,), {"name": "other"})

    with pytest.raises(RegistrationError, match="Give both the same name"):
        ExecutorTool(executor)


def test_what_was_advertised_does_not_change_after_registration() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    definition = ToolDefinition("get_weather", "Tell.", schema)
    tool = ExecutorTool(BuilderExecutor(definition, print))

    schema["properties"]["evil"] = {"type": "string"}  # type: ignore[index]  # the mischief under test
    tool.definition().input_schema.clear()

    assert list(tool.definition().input_schema["properties"]) == ["city"]


@pytest.mark.requirement("executor:mock-for-tests")
def test_a_mock_returns_what_it_was_told_and_remembers_what_it_was_asked() -> None:
    executor = MockToolExecutor("get_weather", {"conditions": ["sunny"]})
    arguments = {"city": ["Bern"]}

    result = dispatch(executor, arguments)
    arguments["city"].append("Biel")
    result.value["conditions"].append("rain")

    executor.execute(arguments)
    arguments["city"].append("Thun")

    assert executor.calls == [{"city": ["Bern"]}, {"city": ["Bern", "Biel"]}]
    assert dispatch(executor, {}).value == {"conditions": ["sunny"]}


@pytest.mark.requirement("executor:mock-for-tests")
def test_a_mock_remembers_what_it_was_asked_whatever_becomes_of_it() -> None:
    executor = MockToolExecutor("get_weather")
    arguments = {"city": ["Bern"]}

    executor.execute(arguments)
    arguments["city"].append("Biel")

    assert executor.calls == [{"city": ["Bern"]}]


@pytest.mark.requirement("executor:mock-for-tests")
def test_a_mock_told_to_fail_raises() -> None:
    executor = MockToolExecutor("get_weather", ConnectionError("down"))

    assert dispatch(executor, {}).error_type == "ConnectionError"
    assert executor.calls == [{}]


@pytest.mark.requirement("executor:builder-runs-elsewhere")
def test_a_builder_hands_the_call_over() -> None:
    async def run(name: str, arguments: dict[str, Any]) -> list[Any]:
        return [name, arguments]

    executor = BuilderExecutor(ToolDefinition("get_weather", "Tell.", CITY, tier=ToolTier.WRITE), run)

    assert dispatch(executor, {"city": "Bern"}).value == ["get_weather", {"city": "Bern"}]
    assert ExecutorTool(executor).tier is ToolTier.WRITE


def test_an_executors_own_limit_counts() -> None:
    executor = FnToolExecutor("hang", lambda arguments: asyncio.Event().wait(), timeout_s=0.01)

    assert dispatch(executor, {}).error_type == "ToolTimeoutError"


@pytest.mark.requirement("tier:undeclared-is-the-strictest")
def test_an_undeclared_tier_is_the_strictest() -> None:
    tool = ExecutorTool(FnToolExecutor("x", print))

    assert (tool.tier, tool.tier_declared) == (ToolTier.EXECUTE, False)
    assert ExecutorTool(FnToolExecutor("x", print, tier="read")).tier_declared
