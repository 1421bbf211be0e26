from __future__ import annotations

import pkgutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from forge_harness import (
    CliSettings,
    RegistrationError,
    ToolCategory,
    ToolRegistry,
    ToolSettings,
    register_builtins,
)
from forge_harness.tools import adapters, builtin, code, copilot, dev
from forge_harness.tools.catalog import (
    CATALOG,
    adapter_tools,
    builtin_tools,
    code_agent_tools,
    copilot_tools,
    dev_tools,
)


def modules(room: object) -> set[str]:
    return {found.name for found in pkgutil.iter_modules(room.__path__)}  # type: ignore[attr-defined]


def test_a_file_is_a_tool_and_has_its_name() -> None:
    rooms = {
        ToolCategory.ADAPTER: modules(adapters),
        ToolCategory.BUILTIN: modules(builtin),
        ToolCategory.CODE: modules(code),
        ToolCategory.COPILOT: modules(copilot),
        ToolCategory.DEV: modules(dev),
    }

    for category, names in rooms.items():
        assert names == {entry.name for entry in CATALOG.values() if entry.category is category}


def test_programs_are_run_by_a_tool_only_if_one_is_allowed() -> None:
    allowed = ToolSettings(cli=CliSettings(allowed_binaries=["echo"]))

    assert "cli_execute" in register_builtins(ToolRegistry(), settings=allowed)
    assert "cli_execute" not in register_builtins(ToolRegistry())


def test_skills_are_read_by_a_tool_only_if_they_have_a_folder(tmp_path: Path) -> None:
    assert "read_skill" in register_builtins(ToolRegistry(), settings=ToolSettings(skills=tmp_path))
    assert "read_skill" not in register_builtins(ToolRegistry())


@pytest.mark.requirement("catalog:tells-each-tools-category")
def test_the_rows_say_what_the_tools_say(tmp_path: Path) -> None:
    settings = ToolSettings(cli=CliSettings(allowed_binaries=["echo"]), skills=tmp_path)
    configured = (*adapter_tools(), *builtin_tools(settings), *code_agent_tools())
    tools = {tool.name: tool for tool in (*configured, *copilot_tools(), *dev_tools())}

    assert {name: (tool.definition().category, tool.tier) for name, tool in tools.items()} == {
        name: (entry.category, entry.tier) for name, entry in CATALOG.items()
    }


@pytest.mark.parametrize(
    ("category", "make"),
    [
        (ToolCategory.BUILTIN, builtin_tools),
        (ToolCategory.ADAPTER, adapter_tools),
        (ToolCategory.CODE, code_agent_tools),
    ],
)
def test_the_rows_name_the_settings_that_tools_are_made_from(
    category: ToolCategory, make: Callable[[ToolSettings], object], tmp_path: Path
) -> None:
    names = {field.name for field in fields(ToolSettings)}
    read = set[str]()

    class Noted(ToolSettings):
        def __getattribute__(self, name: str) -> object:
            read.update({name} & names)
            return super().__getattribute__(name)

    make(Noted(cli=CliSettings(allowed_binaries=["echo"]), skills=tmp_path))

    assert read == {need for entry in CATALOG.values() if entry.category is category for need in entry.needs}


@pytest.mark.requirement("catalog:registers-all-builtins")
def test_registering_twice_is_no_error() -> None:
    registry = ToolRegistry()

    assert register_builtins(registry) == register_builtins(registry) == sorted(registry)
    assert "file_read" not in registry


def test_a_taken_name_registers_nothing() -> None:
    registry = ToolRegistry()
    registry["uuid_generate"] = {"description": "Mine.", "input_schema": {"type": "object"}, "impl": dict}

    with pytest.raises(RegistrationError, match="'uuid_generate' is already registered"):
        register_builtins(registry)

    assert list(registry) == ["uuid_generate"]
