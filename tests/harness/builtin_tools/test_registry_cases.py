"""The recorded cases of the registry, and the sets of tools that are registered together."""

from __future__ import annotations

from typing import Any

import pytest

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    BuilderExecutor,
    CodeAgentGroup,
    RegistrationError,
    ToolDefinition,
    ToolRegistry,
    dispatch_tool_call,
    register_builtins,
    register_code_agent_tools,
)

from .deviations import outcomes
from .searched_project import SKIPPED_FOLDERS

REGISTRY = [  # the names registered, what is done then, its outcome
    (["json_parse"], "list", ["json_parse"]),
    (["dup", "dup"], "list", "E:duplicate"),
    (["github__create_issue"], "list", "E:reserved_separator"),
    ([], "execute nope", "UnknownTool"),
    (["b", "a"], "list", ["a", "b"]),
    (["a", "b"], "filter a zzz", (["a"], ["a", "b"])),
    (["b", "a"], "definitions", ["a", "b"]),
    ([""], "list", "E:bad_name"),
]
REGISTER_ALL = [
    (
        "register_builtins",
        {
            *("http_request", "web_fetch", "json_parse", "csv_parse", "datetime_now"),
            *("uuid_generate", "math_calculate", "web_search", "file_create"),
        },
    )
]
CODE_AGENT_TOOLS = {
    *("file_read", "file_write", "file_edit", "file_patch"),
    *("grep_search", "glob_search", "directory_tree"),
}
CODE_AGENT_SEARCH = {"grep_search", "glob_search", "directory_tree"}
CODE_AGENT_READ = {"file_read"} | CODE_AGENT_SEARCH
CODE_AGENT_WRITE = {"file_write", "file_edit", "file_patch"}
FILE_TOOLS = {"file_read", "file_write", "file_edit", "file_patch"}


def tool(name: str) -> BuilderExecutor:
    """A new tool at each call."""
    return BuilderExecutor(ToolDefinition(name, "Nothing.", {"type": "object", "properties": {}}), lambda *_: None)


def outcome_of(names: list[str], action: str) -> Any:
    registry = ToolRegistry()
    try:
        for name in names:
            registry.register(tool(name))
    except RegistrationError as error:
        return "E:duplicate" if "already registered" in str(error) else "E:bad_name"
    match action.split():
        case ["list"]:
            return list(registry)
        case ["filter", *wanted]:
            return list(ToolRegistry({name: registry[name] for name in wanted if name in registry})), list(registry)
        case ["definitions"]:
            return [definition["name"] for definition in registry.get_tool_definitions()]
        case ["execute", name]:
            return dispatch_tool_call(name, {})["error"]
    raise AssertionError(action)


@pytest.mark.parametrize(("names", "action", "outcome"), outcomes(REGISTRY=REGISTRY))
def test_the_registry_answers_as_recorded(names: list[str], action: str, outcome: Any) -> None:
    assert outcome_of(names, action) == outcome


@pytest.mark.requirement("catalog:registers-all-builtins")
@pytest.mark.parametrize(("function", "names"), outcomes(REGISTER_ALL=REGISTER_ALL))
def test_all_builtins_are_registered(function: str, names: set[str]) -> None:
    registry = ToolRegistry()

    assert register_builtins(registry) == sorted(names)
    assert {tool.definition().category for tool in registry.values()} == {"builtin"}


@pytest.mark.requirement("catalog:code-agent-groups")
@pytest.mark.parametrize(
    ("group", "names"),
    [
        (CodeAgentGroup.ALL, CODE_AGENT_TOOLS | FILE_TOOLS),
        (CodeAgentGroup.SEARCH, CODE_AGENT_SEARCH),
        (CodeAgentGroup.READ, CODE_AGENT_READ),
        (CodeAgentGroup.WRITE, CODE_AGENT_WRITE),
    ],
)
def test_a_group_registers_its_tools(group: CodeAgentGroup, names: set[str]) -> None:
    registry = ToolRegistry()

    assert register_code_agent_tools(registry, group=group) == sorted(registry) == sorted(names)


@pytest.mark.requirement("catalog:code-agent-tools-are-asked-for")
def test_the_builtins_hold_no_code_agent_tool() -> None:
    assert not {*register_builtins(ToolRegistry())} & CODE_AGENT_TOOLS


@pytest.mark.requirement("tool:interface")
def test_every_tool_of_ours_can_be_described_and_executed() -> None:
    registry = ToolRegistry()
    register_builtins(registry)
    register_code_agent_tools(registry)

    for name, each in registry.items():
        definition = each.definition()
        assert definition.name == name
        assert definition.description
        assert definition.input_schema["type"] == "object"
        assert callable(each.run)


@pytest.mark.parametrize("name", ["directory_tree", "glob_search", "grep_search"])
def test_a_definition_names_the_folders_that_are_left_out(name: str) -> None:
    with FORGE_TOOL_REGISTRY.restored():
        register_code_agent_tools()
        description = FORGE_TOOL_REGISTRY[name].description

    assert [folder for folder in SKIPPED_FOLDERS if folder not in description] == []
