"""Server lists: the servers in a configuration file of an MCP client.

{"mcpServers": {NAME: {"command": ..., "args": [...], "env": {...}}}}      Claude Desktop and Code, Cursor, Gemini, ...
{"servers": {NAME: {"type": "http", "url": ...}}, "inputs": [...]}         VS Code; in settings.json below "mcp"
{"context_servers": {NAME: {...}}}                                         Zed
{"mcp": {NAME: {"type": "local", "command": [...]}}}                       opencode
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["is_disabled", "servers_of"]

_MAPS = ("mcpServers", "servers", "context_servers")
_ADDRESSES = ("command", "url", "serverUrl", "httpUrl")


def servers_of(document: Any) -> dict[str, Any]:
    """Return the entry of each server in *document*, by name; empty if it lists none.

    Entries that are not objects, or have neither a command nor a URL, are among them, to be reported.
    """
    if not isinstance(document, Mapping):
        return {}
    found: dict[str, Any] = {}
    for key in _MAPS:
        servers = document.get(key)
        if isinstance(servers, Mapping) and (key == "mcpServers" or any(map(_is_server, servers.values()))):
            found.update(servers)
    inner = document.get("mcp")
    if not found and isinstance(inner, Mapping):
        named = {name: entry for name, entry in inner.items() if _is_server(entry)}
        found = servers_of(inner) or named
    return found


def is_disabled(entry: Any) -> bool:
    """Tell whether clients leave a server out."""
    return isinstance(entry, Mapping) and (entry.get("disabled") is True or entry.get("enabled") is False)


def _is_server(value: Any) -> bool:
    return isinstance(value, Mapping) and any(isinstance(value.get(key), (str, list, Mapping)) for key in _ADDRESSES)
