"""A server of tools over HTTP, and what it refuses before a tool is called."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from forge_harness import CommandError, McpClient, McpHttpTransport
from forge_harness.serve.http_address import HttpAddress, read_http_address
from forge_harness.serve.served_tools import ServedTools
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.mcp.probe import protocol_troubles
from pytest_forge.targets.mcp.tool import _facts

from .sample_tools import ToolsOfTests

anyio = pytest.importorskip("anyio")
pytest.importorskip("mcp_types")

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
ACCEPT = {"accept": "application/json, text/event-stream"}


@contextmanager
def served(tools: ServedTools, *, key: str | None = None, more: tuple[str, ...] = ()) -> Iterator[str]:
    """Serve *tools* on a thread, and give the URL."""
    from forge_harness.serve.http import serve_http
    from forge_harness.serve.protocol import mcp_server

    address = HttpAddress()
    listening = address.bound()
    listening.listen()
    loop: list[Any] = []

    async def main() -> None:
        with anyio.CancelScope() as scope:
            loop.extend((anyio.lowlevel.current_token(), scope))
            await serve_http(mcp_server(tools), listening, names=address.names(more), key=key)

    thread = threading.Thread(target=lambda: anyio.run(main), daemon=True)
    url = address.url(listening.getsockname()[1])
    thread.start()
    try:
        yield url
    finally:
        anyio.from_thread.run_sync(loop[1].cancel, token=loop[0])
        thread.join(20)
        assert not thread.is_alive()


@pytest.mark.in_time(30)
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_clients_list_and_call_over_http_at_the_same_time(mode: str, made: ToolsOfTests) -> None:
    from mcp import Client

    answers: dict[str, str] = {}

    async def talk(url: str, number: int) -> None:
        async with Client(url, mode=mode) as client:
            assert len((await client.list_tools()).tools) == len(made.registry)
            for call in range(3):
                text = f"{number}/{call}"
                answers[text] = (await client.call_tool("echo", {"text": text})).structured_content["text"]

    async def main(url: str) -> None:
        async with anyio.create_task_group() as group:
            for number in range(3):
                group.start_soon(talk, url, number)

    with served(ServedTools(made.registry)) as url:
        anyio.run(main, url)

    assert len(answers) == 9
    assert all(asked == answered for asked, answered in answers.items())


def test_the_end_of_the_server_does_not_wait_for_its_clients(made: ToolsOfTests) -> None:
    tools = ServedTools(made.registry)
    with served(tools) as url, httpx.Client(trust_env=False, timeout=20) as client:
        hello = {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "t", "version": "1"},
            },
        }
        headers = {**ACCEPT, "mcp-session-id": client.post(url, json=hello, headers=ACCEPT).headers["mcp-session-id"]}
        client.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "waiting", "arguments": {}}}
        asked: list[str] = []
        thread = threading.Thread(
            target=lambda: asked.append(client.post(url, json=call, headers=headers).text), daemon=True
        )
        thread.start()
        made.has_begun.wait(20)

        tools.give_up_calls()
        thread.join(20)

    assert "Cancelled" in asked[0]
    assert made.saw_cancel.wait(20)


def test_our_own_client_finds_nothing_wrong_and_the_facts_of_the_author(made: ToolsOfTests) -> None:
    with served(ServedTools(made.registry, approves_all=True)) as url:
        client = McpClient(McpHttpTransport(url))
        client.open(until=time.monotonic() + 20)
        listed = {facts.name: facts for facts in map(_read, client.list_tools(until=time.monotonic() + 20))}
        troubles = protocol_troubles(client, is_local=False)
        answer = client.call("echo", {"text": "a"}, until=time.monotonic() + 20)
        client.transport.close()

    assert troubles == []
    assert answer.value == {"text": "a"}
    assert listed.keys() == made.registry.keys()
    assert dict(listed["echo"].declared) == {"varies": False, "open_world": False}
    assert {name: listed[name].tier for name in ("echo", "note", "launch")} == {
        "echo": "read",
        "note": "write",
        "launch": "execute",
    }


def _read(entry: object) -> ToolFacts:
    return _facts(entry, 1, "mcp:server")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 400),
        ({"host": "localhost:80"}, 400),
        ({"host": "tools.example:80"}, 400),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example:80"}, 421),
        ({"origin": "http://localhost:6274"}, 400),
        ({"origin": "https://tools.example"}, 400),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_requests_for_other_names_are_refused(headers: dict[str, str], status: int, name_server: str) -> None:
    # What is let through lacks a session.
    assert httpx.post(name_server, json=PING, headers={**ACCEPT, **headers}, trust_env=False).status_code == status


@pytest.fixture(scope="module")
def name_server() -> Iterator[str]:
    with served(ServedTools(ToolsOfTests().registry), more=("tools.example",)) as url:
        yield url


@pytest.fixture(scope="module")
def key_server() -> Iterator[str]:
    with served(ServedTools(ToolsOfTests().registry), key="sesame") as url:
        yield url


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ([], 401),
        (["Bearer other"], 401),
        (["sesame"], 401),
        (["Bearer sesam"], 401),
        (["Bearer sesame", "Bearer other"], 401),
        (["Bearer sesame"], 400),
    ],
)
def test_requests_without_the_key_are_refused(sent: list[str], status: int, key_server: str) -> None:
    headers = [*ACCEPT.items(), *(("authorization", value) for value in sent)]

    answer = httpx.post(key_server, json=PING, headers=headers, trust_env=False)

    assert answer.status_code == status
    assert "sesame" not in answer.text


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("8000", "127.0.0.1", 8000),
        ("0", "127.0.0.1", 0),
        ("localhost:0", "localhost", 0),
        ("[::1]:65535", "::1", 65_535),
        ("0.0.0.0:80", "0.0.0.0", 80),
    ],
)
def test_an_address_is_a_port_or_a_host_and_a_port(text: str, host: str, port: int) -> None:
    assert read_http_address(text) == HttpAddress(host, port)


@pytest.mark.parametrize(
    "text", ["", ":", ":80", "x", "-1", "65536", "80\n", "٨٠", "::1:80", "[::1]", "[a]:80", "a:b:80", "http://a:80"]
)
def test_what_is_not_an_address_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match=r"not a port or HOST:PORT\. Write"):
        read_http_address(text)


@pytest.mark.parametrize(
    ("host", "is_local", "is_wildcard", "names"),
    [
        ("127.0.0.1", True, False, ["127.0.0.1", "localhost", "[::1]", "tools.example"]),
        ("localhost", True, False, ["127.0.0.1", "localhost", "[::1]", "tools.example"]),
        ("::1", True, False, ["127.0.0.1", "localhost", "[::1]", "tools.example"]),
        ("10.0.0.5", False, False, ["10.0.0.5", "tools.example"]),
        ("fe80::1", False, False, ["[fe80::1]", "tools.example"]),
        ("0.0.0.0", False, True, ["tools.example"]),
        ("::", False, True, ["tools.example"]),
        ("localhost.example", False, False, ["localhost.example", "tools.example"]),
    ],
)
def test_an_address_knows_who_can_reach_it_and_by_which_names(
    host: str, is_local: bool, is_wildcard: bool, names: list[str]
) -> None:
    address = HttpAddress(host)

    assert (address.is_local, address.is_wildcard) == (is_local, is_wildcard)
    assert address.names(["tools.example"]) == names


def test_an_address_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()

        with pytest.raises(CommandError, match=r"cannot be used \(address already in use\)\. Choose another port"):
            HttpAddress(port=taken.getsockname()[1]).bound()
