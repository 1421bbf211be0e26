"""The network that our own tools are judged with: every public host answers, without a connection.

The sandbox has no network, so a tool that sends requests could never be seen at work. A connection is tried all the
same, which the checks see, or answer; only where it fails, an answer is made up.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpcore

from forge_harness import EgressBackend, EgressClient, EgressPolicy, EgressTransport

__all__ = ["scripted_client"]

_SITE, _SEARCH = "93.184.215.14", "8.8.4.4"
_SEARCH_HOST = "api.tavily.com"
_PAGE = b"<html><head><title>Example</title></head><body><h1>Example</h1><p>A page about orders.</p></body></html>"
_FOUND = {
    "query": "orders",
    "answer": "There are two pages.",
    "results": [
        {"title": "Orders", "url": "https://example.com/orders", "content": "A page about orders.", "score": 0.9}
    ],
}
#: A document of an API, which is at every address that ends in ``.json``.
_DOCUMENT = Path(__file__).parent / "judged_files" / "petstore.json"
_PET = {"id": 7, "name": "Rex"}


def scripted_client(policy: EgressPolicy) -> EgressClient:
    """Return a client that sends where *policy* allows."""
    backend = EgressBackend(policy, resolve=_resolve, dialler=_Dialler())
    return EgressClient(policy, transport=EgressTransport(policy, backend=backend))


def _resolve(host: str, port: int, timeout_s: float | None) -> list[str]:
    del timeout_s  # nothing here takes long
    try:
        return list(
            dict.fromkeys(str(place[0]) for *_, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        )
    except OSError:
        return [_SEARCH if host == _SEARCH_HOST else _SITE]


class _Dialler(httpcore.SyncBackend):
    """Connects, or answers by itself."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        try:
            return super().connect_tcp(host, port, timeout, local_address, socket_options)
        except (httpcore.ConnectError, httpcore.ConnectTimeout, OSError):
            return _Answering(host)


class _Answering(httpcore.MockStream):
    """A connection to a host that answers what it is sent."""

    def __init__(self, host: str) -> None:
        super().__init__([])
        self._host = host
        self._sent = b""

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        del timeout  # nothing here takes long
        self._sent += buffer

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        del timeout
        sent, self._sent = self._sent, b""
        return _answer(self._host, sent)[:max_bytes] if sent else b""


def _answer(host: str, sent: bytes) -> bytes:
    lines, _, asked = sent.partition(b"\r\n\r\n")
    kind, body = b"application/json", b""
    if host == _SEARCH:
        body = json.dumps(_FOUND).encode()
    elif asked.startswith(b'{"jsonrpc"'):
        body = _mcp_answer(json.loads(asked))
    elif lines.partition(b" HTTP/")[0].endswith(b".json"):
        body = _DOCUMENT.read_bytes()
    elif b"\r\naccept: application/json" in lines.lower():
        body = json.dumps(_PET).encode()
    else:
        kind, body = b"text/html", _PAGE
    head = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: %s\r\ncontent-length: %d\r\n\r\n"
    return head % (kind, len(body)) + body


def _mcp_answer(message: dict[str, Any]) -> bytes:
    """Return what an MCP server with a tool of every name answers."""
    if "id" not in message:
        return b""
    result: dict[str, Any] = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "example"}}
    if message["method"] == "tools/call":
        result = {"content": [{"type": "text", "text": "There are two orders."}]}
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
