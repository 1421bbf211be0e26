"""Tools of an MCP server over stdio, registered and called like any other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forge_harness import (
    Dispatcher,
    McpConnection,
    ToolRegistry,
    connect_mcp,
    register_mcp_tools,
)

SERVER = str(Path(__file__).with_name("server.py"))
Opened = Callable[..., McpConnection]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Connects to a server with some options; all are ended after the test."""
    connections = []

    def connect(*options: str) -> McpConnection:
        connections.append(connect_mcp([sys.executable, SERVER, *options], label="small"))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


@pytest.mark.requirement("mcp:register-mcp-tools")
def test_tools_of_a_server_are_registered_and_called(opened: Opened) -> None:
    registry = ToolRegistry()

    names = register_mcp_tools(opened(), registry, name="small")
    done = Dispatcher(registry).dispatch("small__echo", {"word": "hello"})

    assert names == sorted(registry)
    assert "small__measure" in names
    assert done.llm_payload() == {"text": "Echo: hello", "structured": None, "truncated": False}
