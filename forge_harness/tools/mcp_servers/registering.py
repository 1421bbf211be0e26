"""`register_mcp_tools`: the tools of an MCP server as ours. Source: seed 004, "MCP tools"."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...errors import RegistrationError
from ...mcp.connection import McpConnection, ServerUnusableError
from ...mcp.definition_pin import definition_pin
from ...project.tool_settings import ToolSettings
from ...registry.process_tools import FORGE_TOOL_REGISTRY
from ...registry.tool_registry import ToolRegistry
from ...scrub import escaped
from ...tool import NAME_PATTERN, Tool, ToolCategory, ToolDefinition, ToolTier
from .mcp_tool import McpTool
from .opening import connect_mcp

__all__ = ["register_mcp_tools"]

log = logging.getLogger(__name__)

_SERVER_NAME = re.compile(r"[a-z][a-z0-9-]{0,30}")
_MAX_DEFINITION = 64 << 10
ALL = "*"


def register_mcp_tools(
    server: str | Sequence[str] | McpConnection,
    registry: ToolRegistry | None = None,
    *,
    name: str = "",
    allow: Iterable[str] | None = None,
    deny: Iterable[str] = (),
    tiers: Mapping[str, ToolTier | str] | None = None,
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
        call_s: Seconds that the server gets for a call.
        settings: Where requests may go, for a URL; by default to its host and port alone.
        tell: Called with a sentence for each tool that is left out; by default they are logged.

    Raises:
        RegistrationError: If the server cannot be used, a name is not valid, or another tool has one of the names.
            Nothing is registered then.

    Source: seed 004, "register_mcp_tools(&mcp, &registry)".
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    for given in (allow, deny):
        if isinstance(given, str):
            raise RegistrationError(f"{given!r} is one text. Write a list of names of tools.")
    connection = _connection(server, name, settings)
    try:
        definitions = connection.tools()
    except ServerUnusableError as error:
        raise RegistrationError(str(error)) from error
    own = _checked(name) if name else _own_name(connection)
    left_out = tell or (lambda sentence: log.warning("%s", escaped(sentence)))
    chosen = _chosen(definitions, None if allow is None else set(allow), set(deny), left_out, connection.label)
    given_tiers = {key: ToolTier(value) for key, value in (tiers or {}).items()}
    tools = [
        tool
        for definition in chosen
        if (tool := _tool(definition, own, connection, given_tiers, call_s, left_out)) is not None
    ]
    _refuse_doubles(tools, into)
    for tool in tools:
        into.register(tool, replace=True)
    return sorted(tool.name for tool in tools)


def _connection(server: str | Sequence[str] | McpConnection, name: str, settings: ToolSettings | None) -> McpConnection:
    if isinstance(server, McpConnection):
        return server
    return connect_mcp(server, label=name, egress=None if settings is None else settings.egress)


def _checked(name: str) -> str:
    if not _SERVER_NAME.fullmatch(name):
        raise RegistrationError(
            f"{name!r} is not a name for an MCP server. Begin with a small letter, then write at most 30 small "
            "letters, digits and '-'."
        )
    return name


def _own_name(connection: McpConnection) -> str:
    """Return a name made of the one that the server gives itself."""
    words = re.sub(r"[^a-z0-9]+", "-", connection.name.lower()).strip("-0123456789")
    found = words[:31].strip("-")
    if not found:
        raise RegistrationError(f"The MCP server {connection.label!r} has no name. Pass one as name=.")
    return found


def _chosen(
    definitions: Iterable[Mapping[str, Any]],
    allow: set[str] | None,
    deny: set[str],
    left_out: Callable[[str], object],
    label: str,
) -> Iterator[Mapping[str, Any]]:
    wanted = None if allow is None or ALL in allow else allow
    listed = set[str]()
    for definition in definitions:
        name = definition["name"]
        listed.add(name)
        if name not in deny and (wanted is None or name in wanted):
            yield definition
    for missing in sorted((wanted or set()) - listed):
        left_out(f"The MCP server {label!r} has no tool {missing!r}. Correct its name in allow=.")


def _tool(
    definition: Mapping[str, Any],
    server: str,
    connection: McpConnection,
    tiers: Mapping[str, ToolTier],
    call_s: float,
    left_out: Callable[[str], object],
) -> Tool | None:
    remote = definition["name"]
    problem = _problem(definition, server)
    if not problem:
        tool = McpTool(
            ToolDefinition(
                name=f"{server}__{remote.replace('.', '_').replace('/', '_')}",
                description=str(definition.get("description") or definition.get("title") or remote),
                input_schema=definition["inputSchema"],
                tier=tiers.get(remote, ToolTier.EXECUTE),
                category=ToolCategory.ADAPTER,
            ),
            connection=connection,
            remote_name=remote,
            pin=definition_pin(definition),
            tier_declared=remote in tiers,
            call_s=call_s,
        )
        problem = " ".join(tool.problems())
        if not problem:
            return tool
    left_out(f"The tool {remote[:100]!r} of the MCP server {connection.label!r} is left out. {problem}")
    return None


def _problem(definition: Mapping[str, Any], server: str) -> str:
    """Return why a definition cannot be that of a tool, a sentence; empty if it can."""
    remote = definition["name"]
    name = f"{server}__{remote.replace('.', '_').replace('/', '_')}"
    if not remote or "__" in remote or not NAME_PATTERN.fullmatch(name):
        return "Its name cannot be part of one for models."
    if not isinstance(definition.get("inputSchema"), dict):
        return "It has no schema of its arguments."
    if not isinstance(definition.get("description", ""), str):
        return "Its description is not a text."
    if len(str(definition)) > _MAX_DEFINITION:
        return f"Its definition is longer than {_MAX_DEFINITION:,} characters."
    return ""


def _refuse_doubles(tools: Sequence[Tool], registry: ToolRegistry) -> None:
    for tool in tools:
        present = registry.get(tool.name)
        if present is not None and present.origin != tool.origin:
            raise RegistrationError(
                f"A tool named {tool.name!r} is already registered by {present.origin}. Pass another name=."
            )
