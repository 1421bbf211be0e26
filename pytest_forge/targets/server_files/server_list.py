"""Server lists: the servers in a configuration file of an MCP client.

{"mcpServers": {NAME: {"command": ..., "args": [...], "env": {...}}}}      Claude Desktop and Code, Cursor, Gemini, ...
{"mcpServers": {...}, "projects": {FOLDER: {"mcpServers": {...}}}}         Claude Code's own file, ~/.claude.json
{"servers": {NAME: {"type": "http", "url": ...}}, "inputs": [...]}         VS Code; in settings.json below "mcp"
{"context_servers": {NAME: {...}}}                                         Zed
{"mcp": {NAME: {"type": "local", "command": [...]}}}                       opencode
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["is_disabled", "other_projects", "servers_of"]

_MAPS = ("mcpServers", "servers", "context_servers")
_ADDRESSES = ("command", "url", "serverUrl", "httpUrl")


def servers_of(document: Any, *, base: Path | None = None) -> dict[str, Any]:
    """Return the entry of each server in *document*, by name; empty if it lists none.

    Entries that are not objects, or have neither a command nor a URL, are among them, to be reported.

    Args:
        document: As decoded.
        base: The current folder; the servers of its project are among them. None for no project's.
    """
    if not isinstance(document, Mapping):
        return {}
    found: dict[str, Any] = {}
    for key in _MAPS:
        servers = document.get(key)
        if isinstance(servers, Mapping) and (key == "mcpServers" or any(map(_is_server, servers.values()))):
            found.update(servers)
    projects = _projects(document)
    folders = [] if base is None else [base, *base.parents]
    found.update(next((projects[str(one)] for one in folders if str(one) in projects), {}))
    inner = document.get("mcp")
    if not found and isinstance(inner, Mapping):
        named = {name: entry for name, entry in inner.items() if _is_server(entry)}
        found = servers_of(inner, base=base) or named
    return found


def other_projects(document: Any) -> list[str]:
    """Return the folders of the projects for which *document* lists servers."""
    return list(_projects(document))


def is_disabled(entry: Any) -> bool:
    """Tell whether clients leave a server out."""
    return isinstance(entry, Mapping) and (entry.get("disabled") is True or entry.get("enabled") is False)


def _projects(document: Any) -> dict[str, Mapping[str, Any]]:
    """Return the servers of each project that has any, by its folder."""
    projects = document.get("projects") if isinstance(document, Mapping) else None
    listed = projects.items() if isinstance(projects, Mapping) else ()
    entries = {str(folder): one.get("mcpServers") for folder, one in listed if isinstance(one, Mapping)}
    return {folder: servers for folder, servers in entries.items() if isinstance(servers, Mapping) and servers}


def _is_server(value: Any) -> bool:
    return isinstance(value, Mapping) and any(isinstance(value.get(key), (str, list, Mapping)) for key in _ADDRESSES)
