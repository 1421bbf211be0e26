"""Small servers of our own, started or listening, that end with the test."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness import Dispatcher, McpConnection, ToolRegistry, connect_mcp, register_mcp_tools

SERVER = str(Path(__file__).with_name("server.py"))
Opened = Callable[..., McpConnection]


@pytest.fixture
def opened() -> Iterator[Opened]:
    """Connects to a small server with options; all of them are ended after the test."""
    connections = []

    def connect(*options: str | Path) -> McpConnection:
        connections.append(connect_mcp([sys.executable, SERVER, *map(str, options)], label="small"))
        return connections[-1]

    yield connect
    for connection in connections:
        connection.close()


@pytest.fixture(scope="module")
def call() -> Iterator[Callable[..., Any]]:
    """Calls a tool of one small server through the dispatcher, and returns what a model reads."""
    registry = ToolRegistry()
    with connect_mcp([sys.executable, SERVER]) as connection:
        register_mcp_tools(connection, registry, name="small")
        dispatcher = Dispatcher(registry)
        yield lambda name, word="tree": dispatcher.dispatch(f"small__{name}", {"word": word}).llm_payload()
