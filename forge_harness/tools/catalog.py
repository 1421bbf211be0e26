"""The catalogue of our tools: a row for each, and the functions that register them.

A tool's module is imported when it is registered, never by ``import forge_harness``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from ..errors import RegistrationError
from ..project.tool_settings import ToolSettings
from ..registry.process_tools import FORGE_TOOL_REGISTRY
from ..registry.tool_registry import ToolRegistry
from ..tool import Tool, ToolCategory, ToolTier

__all__ = [
    "CATALOG",
    "CatalogEntry",
    "CodeAgentGroup",
    "adapter_tools",
    "builtin_tools",
    "code_agent_tools",
    "copilot_tools",
    "dev_tools",
    "register_adapter_tools",
    "register_builtins",
    "register_code_agent_tools",
    "register_copilot_tools",
    "register_dev_tools",
]


class CodeAgentGroup(StrEnum):
    """The groups in which code-agent tools are registered. Source: seed 002, "layered groups"."""

    SEARCH = "CodeAgentSearchTools"
    READ = "CodeAgentReadTools"
    WRITE = "CodeAgentWriteTools"
    ALL = "CodeAgentTools"


@dataclass(frozen=True)
class CatalogEntry:
    """One of our tools, known without importing it.

    Args:
        name: The tool's name, and its module's.
        category: Where it comes from; the name of its room.
        tier: What it may do.
        needs: The settings that it is made from, by their names in `ToolSettings`.
        groups: The groups of code-agent tools that it belongs to.
    """

    name: str
    category: ToolCategory
    tier: ToolTier
    needs: tuple[str, ...] = ()
    groups: tuple[CodeAgentGroup, ...] = ()


_BUILTIN, _ADAPTER = ToolCategory.BUILTIN, ToolCategory.ADAPTER
_CODE, _COPILOT, _DEV = ToolCategory.CODE, ToolCategory.COPILOT, ToolCategory.DEV
_READ, _WRITE, _EXECUTE = ToolTier.READ, ToolTier.WRITE, ToolTier.EXECUTE
_SEARCHES = (CodeAgentGroup.SEARCH, CodeAgentGroup.READ, CodeAgentGroup.ALL)
_READS = (CodeAgentGroup.READ, CodeAgentGroup.ALL)
_WRITES = (CodeAgentGroup.WRITE, CodeAgentGroup.ALL)

#: Every tool of ours by its name, in alphabetical order within its room.
CATALOG: dict[str, CatalogEntry] = {
    entry.name: entry
    for entry in (
        CatalogEntry("cli_execute", _BUILTIN, _EXECUTE, ("cli", "guardrails")),
        CatalogEntry("csv_parse", _BUILTIN, _READ),
        CatalogEntry("datetime_now", _BUILTIN, _READ),
        CatalogEntry("file_create", _BUILTIN, _WRITE, ("files_folder",)),
        CatalogEntry("http_request", _BUILTIN, _EXECUTE, ("egress",)),
        CatalogEntry("json_parse", _BUILTIN, _READ),
        CatalogEntry("math_calculate", _BUILTIN, _READ),
        CatalogEntry("read_skill", _BUILTIN, _READ, ("skills",)),
        CatalogEntry("uuid_generate", _BUILTIN, _READ),
        CatalogEntry("web_fetch", _BUILTIN, _READ, ("egress",)),
        CatalogEntry("web_search", _BUILTIN, _READ, ("egress", "environment")),
        CatalogEntry("mcp_call", _ADAPTER, _EXECUTE, ("egress",)),
        CatalogEntry("openapi_call", _ADAPTER, _EXECUTE, ("egress",)),
        CatalogEntry("webhook_call", _ADAPTER, _EXECUTE, ("egress",)),
        CatalogEntry("directory_tree", _CODE, _READ, groups=_SEARCHES),
        CatalogEntry("file_edit", _CODE, _WRITE, groups=_WRITES),
        CatalogEntry("file_patch", _CODE, _WRITE, groups=_WRITES),
        CatalogEntry("file_read", _CODE, _READ, groups=_READS),
        CatalogEntry("file_write", _CODE, _WRITE, groups=_WRITES),
        CatalogEntry("glob_search", _CODE, _READ, groups=_SEARCHES),
        CatalogEntry("grep_search", _CODE, _READ, groups=_SEARCHES),
        CatalogEntry("discover_workspace", _COPILOT, _READ),
        CatalogEntry("list_schedulers", _COPILOT, _READ),
        CatalogEntry("list_templates", _COPILOT, _READ),
        CatalogEntry("propose_contract", _COPILOT, _READ),
        CatalogEntry("read_sample_schema", _COPILOT, _READ),
        CatalogEntry("validate_contract", _COPILOT, _READ),
        CatalogEntry("debug_console", _DEV, _EXECUTE),
        CatalogEntry("local_file_browser", _DEV, _READ),
        CatalogEntry("local_shell", _DEV, _EXECUTE),
        CatalogEntry("test_runner", _DEV, _EXECUTE),
    )
}


def builtin_tools(settings: ToolSettings | None = None) -> list[Tool]:
    """Return the builtin tools, made from *settings*."""
    from .builtin.csv_parse import csv_parse
    from .builtin.datetime_now import datetime_now
    from .builtin.file_create import file_create
    from .builtin.http_request import http_request
    from .builtin.json_parse import json_parse
    from .builtin.math_calculate import math_calculate
    from .builtin.uuid_generate import uuid_generate
    from .builtin.web_fetch import web_fetch
    from .builtin.web_search import web_search

    given = settings or ToolSettings()
    client = given.client
    return [
        *_program_tools(given),
        csv_parse,
        datetime_now,
        file_create(given),
        http_request(client),
        json_parse,
        math_calculate,
        *_skill_tools(given),
        uuid_generate,
        web_fetch(client),
        web_search(client, environment=given.variables),
    ]


def _program_tools(settings: ToolSettings) -> list[Tool]:
    """Return `cli_execute`, which a model cannot use before a program is allowed."""
    if not settings.cli.allowed_binaries:
        return []
    from .builtin.cli_execute import cli_execute

    return [cli_execute(settings.cli, settings.guardrails)]


def _skill_tools(settings: ToolSettings) -> list[Tool]:
    """Return `read_skill`, which a model cannot use without skills."""
    if settings.skills is None:
        return []
    from .builtin.read_skill import read_skill

    return [read_skill(settings.skills)]


def adapter_tools(settings: ToolSettings | None = None) -> list[Tool]:
    """Return the tools that reach other systems, made from *settings*."""
    from .adapters.mcp_call import mcp_call
    from .adapters.openapi_call import openapi_call
    from .adapters.webhook_call import webhook_call

    client = (settings or ToolSettings()).client
    return [mcp_call(client), openapi_call(client), webhook_call(client)]


def code_agent_tools(settings: ToolSettings | None = None) -> list[Tool]:  # noqa: ARG001  # the first that needs one will
    """Return the code-agent tools, made from *settings*."""
    from .code.directory_tree import directory_tree
    from .code.file_edit import file_edit
    from .code.file_patch import file_patch
    from .code.file_read import file_read
    from .code.file_write import file_write
    from .code.glob_search import glob_search
    from .code.grep_search import grep_search

    return [
        directory_tree,
        file_edit,
        file_patch,
        file_read,
        file_write,
        glob_search,
        grep_search,
    ]


def copilot_tools() -> list[Tool]:
    """Return the tools that look at data and draft contracts for it."""
    from .copilot.discover_workspace import discover_workspace
    from .copilot.list_schedulers import list_schedulers
    from .copilot.list_templates import list_templates
    from .copilot.propose_contract import propose_contract
    from .copilot.read_sample_schema import read_sample_schema
    from .copilot.validate_contract import validate_contract

    return [
        discover_workspace,
        list_schedulers,
        list_templates,
        propose_contract,
        read_sample_schema,
        validate_contract,
    ]


def dev_tools() -> list[Tool]:
    """Return the development tools."""
    from .dev.debug_console import debug_console
    from .dev.local_file_browser import local_file_browser
    from .dev.local_shell import local_shell
    from .dev.test_runner import test_runner

    return [debug_console, local_file_browser, local_shell, test_runner]


def register_builtins(registry: ToolRegistry | None = None, *, settings: ToolSettings | None = None) -> list[str]:
    """Register every builtin tool, and return their names in alphabetical order; a second call changes nothing.

    `cli_execute` is among them if *settings* allow a program, and `read_skill` if they name a folder of skills.

    Args:
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        settings: What the tools are made from; by default nothing outside the workspace is allowed.

    Raises:
        RegistrationError: If another tool has one of the names. Nothing is registered then.

    Source: seed 002, "Register all builtins".
    """
    return _register(builtin_tools(settings), registry)


def register_adapter_tools(registry: ToolRegistry | None = None, *, settings: ToolSettings | None = None) -> list[str]:
    """Register the tools that reach other systems, and return their names; a second call changes nothing.

    Args:
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        settings: What the tools are made from; by default nothing is sent.

    Raises:
        RegistrationError: If another tool has one of the names. Nothing is registered then.

    Source: seed 002, "Adapter tools".
    """
    return _register(adapter_tools(settings), registry)


def register_code_agent_tools(
    registry: ToolRegistry | None = None,
    *,
    group: CodeAgentGroup | str = CodeAgentGroup.ALL,
    settings: ToolSettings | None = None,
) -> list[str]:
    """Register a group of code-agent tools, and return their names in alphabetical order.

    Args:
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        group: ``"CodeAgentSearchTools"``, ``"CodeAgentReadTools"``, ``"CodeAgentWriteTools"`` or ``"CodeAgentTools"``.
        settings: What the tools are made from.

    Raises:
        ValueError: If *group* is unknown.
        RegistrationError: If another tool has one of the names. Nothing is registered then.

    Source: seed 002, "Code-agent tools are registered in layered groups".
    """
    wanted = CodeAgentGroup(group)
    return _register((tool for tool in code_agent_tools(settings) if wanted in CATALOG[tool.name].groups), registry)


def register_copilot_tools(registry: ToolRegistry | None = None) -> list[str]:
    """Register the tools that look at a user's data and draft contracts for it, and return their names.

    The names are in alphabetical order, and a second call changes nothing. `AGENT_SYSTEM_PROMPT` tells a model when to
    call each of them.

    Args:
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.

    Raises:
        RegistrationError: If another tool has one of the names. Nothing is registered then.

    Source: seed 000, "Tools are what the multi-turn copilot agent calls".
    """
    return _register(copilot_tools(), registry)


def register_dev_tools(registry: ToolRegistry | None = None) -> list[str]:
    """Register the development tools, and return their names in alphabetical order; a second call changes nothing.

    They run what a model writes, so they are for the machine of a developer: `forge run --dev` offers them, and a
    production build leaves them out.

    Args:
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.

    Raises:
        RegistrationError: If another tool has one of the names. Nothing is registered then.

    Source: seed 002, "Development tools are available during forge run --dev".
    """
    return _register(dev_tools(), registry)


def _register(tools: Iterable[Tool], registry: ToolRegistry | None) -> list[str]:
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    given = sorted(tools, key=lambda tool: tool.name)
    for tool in given:
        present = into.get(tool.name)
        if present is not None and present.origin != tool.origin:
            raise RegistrationError(
                f"A tool named {tool.name!r} is already registered by {present.origin!r}. Rename one of them."
            )
    for tool in given:
        into.register(tool, replace=True)
    return [tool.name for tool in given]
