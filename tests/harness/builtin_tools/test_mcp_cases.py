"""Tools of MCP servers against the recorded cases: what is offered, what a model reads, and what is recorded."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from forge_harness import (
    Dispatcher,
    EventBus,
    McpConnection,
    RegistrationError,
    ToolDispatchResult,
    ToolRegistry,
    connect_mcp,
    register_mcp_tools,
)
from forge_harness.deadline.thread_pool import ThreadPool

from ..mcp_tools.conftest import SERVER
from ..mcp_tools.listening import listening
from .deviations import outcomes

Calling = Callable[..., ToolDispatchResult]

#: A server whose only tool answers with the parts that stand in its arguments.
PARTS = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    result = {"protocolVersion": "2025-11-25", "serverInfo": {"name": "srv"}}
    if request["method"] == "tools/list":
        schema = {"type": "object", "properties": {"parts": {"type": "array"}}}
        result = {"tools": [{"name": "echo", "description": "Echo.", "inputSchema": schema}]}
    if request["method"] == "tools/call":
        result = {"content": request["params"]["arguments"]["parts"]}
    if "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.fixture(scope="module")
def srv() -> Iterator[McpConnection]:
    with connect_mcp([sys.executable, "-c", PARTS], label="srv") as connection:
        yield connection


@pytest.fixture(scope="module")
def small() -> Iterator[McpConnection]:
    with connect_mcp([sys.executable, SERVER], label="small") as connection:
        yield connection


def text(value: str) -> dict[str, Any]:
    return {"type": "text", "text": value}


# --- what a model reads ---------------------------------------------------------------------------------

MCP_TOOL = [  # parts of the answer, the limit of a result, what the model reads; not read: a gate and a token resolver
    ([text("hi there")], None, "hi there"),
    ([text("a" * 100_000)], 1000, "at most 1000"),
    ([text("a" * 10_000)], "1000, relaxed", "whole"),
    ([text("b" * 20_000)], "1000, relaxed", "at most 16000"),
    (
        [
            text("alpha"),
            {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "resource"},
            {"type": "exotic"},
        ],
        None,
        "alpha\n[image type/image/png]\n[resource]\n[exotic]",
    ),
]


@pytest.mark.parametrize(("parts", "limit", "outcome"), outcomes(MCP_TOOL=MCP_TOOL))
def test_a_result_is_read_as_recorded(srv: McpConnection, parts: Any, limit: Any, outcome: str) -> None:
    registry = ToolRegistry()
    register_mcp_tools(srv, registry, name="srv")
    limits = {} if limit is None else {"max_result_bytes": int(str(limit).partition(",")[0])}

    done = Dispatcher(registry, **limits).dispatch("srv__echo", {"parts": parts})

    if outcome.startswith("at most "):
        assert len(done.llm_json().encode()) <= int(outcome.removeprefix("at most "))
    else:
        assert done.llm_payload() == {"text": outcome, "structured": None, "truncated": False}


def test_a_tool_is_offered_as_recorded(srv: McpConnection) -> None:
    registry = ToolRegistry()
    register_mcp_tools(srv, registry, name="srv")

    [found] = [tool.definition() for tool in registry.values()]

    assert (found.name, found.category, found.description) == ("srv__echo", "adapter", "Echo.")
    assert found.input_schema["properties"] == {"parts": {"type": "array"}}


def test_a_record_holds_neither_arguments_nor_results(srv: McpConnection) -> None:
    registry, bus, heard = ToolRegistry(), EventBus(), list[Any]()
    bus.subscribe(heard.append)
    register_mcp_tools(srv, registry, name="srv")

    done = Dispatcher(registry, bus=bus).dispatch("srv__echo", {"parts": [text("s3cr3t")]})

    assert "s3cr3t" in done.llm_json()
    assert [event.payload["record"].outcome for event in heard] == ["success"]
    assert "s3cr3t" not in repr(heard)


def test_two_users_have_a_connection_each() -> None:
    with listening() as first, listening() as second, ExitStack() as closing:
        for server, token in ((first, "Bearer one"), (second, "Bearer two")):
            server.token = token
            connection = closing.enter_context(connect_mcp(server.url, headers={"authorization": token}))
            assert connection.call("echo", {"word": token}).text == f"Echo: {token}"


# --- failures -------------------------------------------------------------------------------------------

MCP_ERROR_REASON = [
    ("transport unavailable", "unavailable"),
    ("protocol error", "protocol"),
    ("token revoked", "revoked"),
    ("cancelled", "canceled"),
    ("deadline", "canceled"),
]


def revoked(call: Calling, small: McpConnection) -> ToolDispatchResult:
    del call, small
    with listening() as server:
        registry = ToolRegistry()
        register_mcp_tools(server.url, registry, name="s")
        server.token = "Bearer another"
        return Dispatcher(registry).dispatch("s__echo", {"word": "tree"})


def cancelled(call: Calling, small: McpConnection) -> ToolDispatchResult:
    is_cancelled = threading.Event()
    timer = threading.Timer(0.5, is_cancelled.set)
    # A server that still starts when it is cancelled is lost, and not called.
    small.tools()
    timer.start()
    with ThreadPool(is_cancelled.is_set):
        done = call("hang")
    timer.join()
    return done


FAILURES: dict[str, Callable[[Calling, McpConnection], ToolDispatchResult]] = {
    "transport unavailable": lambda call, _: call("die"),
    "protocol error": lambda call, _: call("broken"),
    "token revoked": revoked,
    "cancelled": cancelled,
    "deadline": lambda call, _: call("hang", call_s=0.2),
}


@pytest.mark.parametrize(("failure", "outcome"), outcomes(MCP_ERROR_REASON=MCP_ERROR_REASON))
def test_a_failure_has_the_recorded_reason(small: McpConnection, failure: str, outcome: str) -> None:
    def call(name: str, *, call_s: float = 20) -> ToolDispatchResult:
        registry = ToolRegistry()
        register_mcp_tools(small, registry, name="small", call_s=call_s)
        return Dispatcher(registry).dispatch(f"small__{name}", {"word": "tree"})

    done = FAILURES[failure](call, small)

    assert done.llm_payload()["error"] == outcome


# --- names ----------------------------------------------------------------------------------------------

MCP_NAMES = [  # a server's name, its tools, the allow-list, the deny-list, what is offered
    ("a", ["x"], ["*"], [], ["a__x"]),
    ("a" * 31, ["x"], ["*"], [], [f"{'a' * 31}__x"]),
    ("a" * 32, ["x"], ["*"], [], "refused"),
    ("A", ["x"], ["*"], [], "refused"),
    ("1a", ["x"], ["*"], [], "refused"),
    ("a_b", ["x"], ["*"], [], "refused"),
    ("a-b", ["", "x__y", "z"], ["*"], [], ["a-b__z"]),
    ("a", ["x"], [], [], []),
    ("a", ["x", "y", "z"], ["*"], ["x"], ["a__y", "a__z"]),
]


class Listing(McpConnection):
    """A server that is not there, and lists the given names."""

    def __init__(self, names: list[str]) -> None:
        super().__init__("listing", lambda: pytest.fail("It was started."))
        self._names = names

    def tools(self) -> list[dict[str, Any]]:
        return [{"name": name, "description": "Do it.", "inputSchema": {"type": "object"}} for name in self._names]


@pytest.mark.parametrize(("server", "tools", "allow", "deny", "outcome"), outcomes(MCP_NAMES=MCP_NAMES))
def test_names_are_offered_as_recorded(
    server: str, tools: list[str], allow: list[str], deny: list[str], outcome: Any
) -> None:
    def offered() -> list[str]:
        return register_mcp_tools(Listing(tools), ToolRegistry(), name=server, allow=allow, deny=deny)

    if outcome == "refused":
        with pytest.raises(RegistrationError):
            offered()
    else:
        assert offered() == outcome
