"""Server lists: configuration files of MCP clients, which name servers instead of tool definitions.

{"mcpServers": {NAME: {"command": ..., "args": [...], "env": {...}}}}      Claude Desktop, Cursor, .mcp.json
{"servers": {NAME: {"url": ...}}}, also below "mcp"                        VS Code
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

__all__ = ["server_commands"]

_MAPS = ("mcpServers", "servers", "context_servers")


def server_commands(document: Any) -> list[str]:
    """Return the arguments of ``forge check`` for each server in *document*; empty if it lists no servers.

    Variables are named without their values, which may be keys.
    """
    if not isinstance(document, Mapping):
        return []
    for key in _MAPS:
        servers = document.get(key)
        if isinstance(servers, Mapping) and servers and all(_is_server(server) for server in servers.values()):
            return [_words(server) for server in servers.values()]
    return server_commands(document.get("mcp"))


def _is_server(value: Any) -> bool:
    return isinstance(value, Mapping) and any(
        isinstance(value.get(key), str) for key in ("command", "url", "serverUrl")
    )


def _words(server: Mapping[str, Any]) -> str:
    if not isinstance(server.get("command"), str):
        url = server.get("url") if isinstance(server.get("url"), str) else server["serverUrl"]
        return shlex.quote(f"mcp+{url}")
    given = server.get("args")
    arguments = [word for word in given if isinstance(word, str)] if isinstance(given, list) else []
    variables = server.get("env")
    names = [f"--env {shlex.quote(str(name))}" for name in variables] if isinstance(variables, Mapping) else []
    return " ".join([shlex.quote(f"mcp:{shlex.join([server['command'], *arguments])}"), *names])
