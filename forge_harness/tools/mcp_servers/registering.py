"""`register_mcp_tools`: the tools of an MCP server as ours. Source: seed 004, "MCP tools"."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...errors import EgressRefusedError, RegistrationError
from ...mcp.connection import McpConnection
from ...mcp.definition_pin import definition_pin
from ...mcp.pin_file import PinFile
from ...mcp.server_failure import ServerUnusableError
from ...project.tool_settings import ToolSettings
from ...registry.process_tools import FORGE_TOOL_REGISTRY
from ...registry.tool_registry import ToolRegistry
from ...scrub import escaped
from ...tool import NAME_PATTERN, Tool, ToolCategory, ToolDefinition, ToolTier
from .mcp_tool import McpTool
from .opening import connect_mcp

__all__ = ["register_mcp_tools", "register_mcp_tools_async"]

log = logging.getLogger(__name__)

_SERVER_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_MAX_SERVER_NAME = 31
#: A definition is part of every request to a model.
_MAX_DEFINITION = 64 << 10
_MAX_DEPTH = 64
_MAX_SHOWN = 100


def register_mcp_tools(
    server: str | Sequence[str] | McpConnection,
    registry: ToolRegistry | None = None,
    *,
    name: str = "",
    allow: Iterable[str] | None = None,
    deny: Iterable[str] = (),
    tiers: Mapping[str, ToolTier | str] | None = None,
    pins: str | Path | None = None,
    call_s: float = 60.0,
    settings: ToolSettings | None = None,
    tell: Callable[[str], object] | None = None,
) -> list[str]:
    """Register the tools of an MCP server, and return their names in alphabetical order; a second call replaces them.

    A tool is called ``<server>__<tool>``. It has the description and the schema that the server lists now; once the
    server declares it in another way, it is not called any more. What cannot be a tool is left out and told.

    Args:
        server: A command that starts the server, its URL, or a connection; see `connect_mcp`.
        registry: Where to register the tools; by default `FORGE_TOOL_REGISTRY`.
        name: The server's name in those of the tools: a small letter, then small letters, digits and ``-``, at most 31
            characters. By default made of the name that it gives itself.
        allow: Names of tools, as the server calls them; ``"*"`` or None for all, none for an empty list.
        deny: Names of tools that are left out.
        tiers: What tools may do, by name. All others are of the tier ``execute``: what a server says of its own tools
            grants nothing.
        pins: A JSON file with the hashes of the tools that were accepted. A server that it does not name is accepted as
            it is, and added; later, its changed and new tools are left out. It needs *name*. None accepts what the
            server lists now.
        call_s: Seconds that the server gets for a call.
        settings: Where requests may go, for a URL; by default to its host and port alone.
        tell: Called with a sentence for each tool that is left out; by default they are logged.

    Raises:
        RegistrationError: If the server cannot be used, a name is not valid, another tool has one of the names, or
            the file of *pins* cannot be used. Nothing is registered then.

    Source: seed 004, "register_mcp_tools(&mcp, &registry)".
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    for given in (allow, deny):
        if isinstance(given, str):
            raise RegistrationError(f"{given!r} is a single text. Write a list of names of tools.")
    wanted = None if allow is None else frozenset(allow)
    chosen_tiers = _checked_tiers(tiers or {})
    if name and not _SERVER_NAME.fullmatch(name):
        raise RegistrationError(
            f"{name!r} is not a name for an MCP server. Begin with a small letter, then write at most 30 small "
            "letters, digits and '-'."
        )
    if pins is not None and not name:
        raise RegistrationError("The file of pins needs the server's name, which it could change. Pass one as name=.")
    connection = server
    if not isinstance(connection, McpConnection):
        connection = connect_mcp(connection, label=name, egress=None if settings is None else settings.egress)
    try:
        definitions = connection.tools()
    except (ServerUnusableError, EgressRefusedError) as error:
        raise RegistrationError(str(error)) from error
    own = name or _own_name(connection)
    told = tell or (lambda sentence: log.warning("%s", escaped(sentence)))
    changes = _changes(pins, own, definitions)
    tools: dict[str, Tool] = {}
    for definition in definitions:
        remote = definition["name"]
        if remote in deny or not (wanted is None or "*" in wanted or remote in wanted):
            continue
        problem = changes.get(remote, "")
        if not problem:
            tier = chosen_tiers.get(remote)
            tool, problem = _tool(definition, f"{own}__{_portable(remote)}", connection, tier, call_s)
        if not problem and tool.name in tools:
            problem = "Another tool of the server has this name for models."
        if problem:
            told(f"The tool {remote[:_MAX_SHOWN]!r} of the MCP server {connection.label!r} is left out. {problem}")
        else:
            tools[tool.name] = tool
    for missing in sorted({*(wanted or ()), *chosen_tiers} - {"*", *(found["name"] for found in definitions)}):
        told(f"The MCP server {connection.label!r} has no tool {missing!r}. Correct the name.")
    _refuse_doubles(tools.values(), into)
    for tool in tools.values():
        into.register(tool, replace=True)
    return sorted(tools)


async def register_mcp_tools_async(
    server: str | Sequence[str] | McpConnection, registry: ToolRegistry | None = None, **options: Any
) -> list[str]:
    """Register the tools of an MCP server from code on an event loop, which goes on meanwhile.

    Arguments and errors are those of `register_mcp_tools`.
    """
    import asyncio  # most programs register before they have a loop

    return await asyncio.to_thread(register_mcp_tools, server, registry, **options)


def _checked_tiers(tiers: Mapping[str, ToolTier | str]) -> dict[str, ToolTier]:
    for name, tier in tiers.items():
        if tier not in list(ToolTier):
            known = ", ".join(map(repr, map(str, ToolTier)))
            raise RegistrationError(f"{tier!r} is not a tier for the tool {name!r}. Use one of {known}.")
    return {name: ToolTier(tier) for name, tier in tiers.items()}


def _own_name(connection: McpConnection) -> str:
    """Return a name made of the one that the server gives itself."""
    words = re.sub(r"[^a-z0-9]+", "-", connection.name.lower()).lstrip("-0123456789")
    found = words[:_MAX_SERVER_NAME].strip("-")
    if not found:
        raise RegistrationError(f"The MCP server {connection.label!r} does not tell a name. Pass one as name=.")
    return found


def _changes(pins: str | Path | None, server: str, definitions: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return a sentence for each tool that is not one of those that were accepted."""
    if pins is None:
        return {}
    file = PinFile(pins)
    try:
        changes = file.changes(server, {found["name"]: definition_pin(found) for found in definitions})
    except ValueError as error:
        raise RegistrationError(str(error)) from None
    what = {"changed": "It has changed since it was accepted", "new": "It is new since the server was accepted"}
    return {
        name: f"{what[change]}: review it, then delete {server!r} in {file.path.name!r} to accept what it is now."
        for name, change in changes.items()
    }


def _portable(remote: str) -> str:
    """Return a name as models may write it: the protocol allows dots and slashes, and providers do not."""
    return remote.replace(".", "_").replace("/", "_")


def _tool(
    definition: Mapping[str, Any], name: str, connection: McpConnection, tier: ToolTier | None, call_s: float
) -> tuple[Tool, str]:
    """Return a tool and the reason to leave it out, a sentence; empty if there is none."""
    remote, execution = definition["name"], definition.get("execution")
    schema, description = definition.get("inputSchema"), definition.get("description")
    output = definition.get("outputSchema")
    problem = ""
    if not remote or "__" in _portable(remote) or not NAME_PATTERN.fullmatch(name):
        problem = "Its name cannot be that of a tool for models."
    elif not isinstance(schema, dict):
        problem = "It has no schema of its arguments."
    elif isinstance(execution, dict) and execution.get("taskSupport") == "required":
        problem = "It can be called as a task only, which is not supported."
    elif not isinstance(description, str | None):
        problem = "Its description is not a text."
    else:
        problem = _text_problem(definition)
    tool = McpTool(
        ToolDefinition(
            name=name,
            description=str(description or definition.get("title") or remote),
            input_schema=schema if isinstance(schema, dict) else {},
            tier=tier or ToolTier.EXECUTE,
            category=ToolCategory.ADAPTER,
        ),
        connection=connection,
        remote_name=remote,
        output_schema=output if isinstance(output, dict) else None,
        pin=definition_pin(definition),
        tier_declared=tier is not None,
        call_s=call_s,
    )
    return tool, problem or " ".join(tool.problems())


def _text_problem(definition: Mapping[str, Any]) -> str:
    """Return why a definition cannot be sent to a model as JSON, a sentence; empty if it can."""
    if _is_deep(definition):
        return "Its definition is nested too deeply."
    try:
        size = len(json.dumps(definition, ensure_ascii=False, allow_nan=False).encode())
    except ValueError:
        return "Its definition is not valid JSON."
    return f"Its definition is longer than {_MAX_DEFINITION >> 10} KiB." if size > _MAX_DEFINITION else ""


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
    return bool(level)


def _refuse_doubles(tools: Iterable[Tool], registry: ToolRegistry) -> None:
    for tool in tools:
        present = registry.get(tool.name)
        if present is not None and present.origin != tool.origin:
            raise RegistrationError(
                f"A tool named {tool.name!r} is already registered by {present.origin}. Pass another name=."
            )
