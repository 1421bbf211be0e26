"""An MCP server over streamable HTTP, for any number of clients, at ``/mcp``.

Host        a name of this machine, or one that the user allows; a web page that leads its own name here is refused
Origin      the same names, if there is one
key         ``Authorization: Bearer KEY``, if the server has a key
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["serve_http"]


async def serve_http(
    server: Server[Any], listening: socket.socket, *, names: Iterable[str], key: str | None = None
) -> None:
    """Serve clients until this is cancelled.

    Args:
        server: The server of the tools.
        listening: A bound socket; closed at the end.
        names: Names of this machine that clients may use, in the form of a URL.
        key: What each request must carry; None for no key.
    """
    app: ASGIApp = server.streamable_http_app(transport_security=_security(names))
    if key is not None:
        app = _KeyRequired(app, key)
    web = _WebServer(
        uvicorn.Config(
            app,
            lifespan="on",
            ws="none",
            log_config=None,
            access_log=False,
            server_header=False,
            # Streams of clients stay open for as long as the clients like.
            timeout_graceful_shutdown=0,
        )
    )
    try:
        await web.serve(sockets=[listening])
    except anyio.get_cancelled_exc_class():
        with anyio.CancelScope(shield=True):
            await web.shutdown(sockets=[listening])
        raise


class _WebServer(uvicorn.Server):
    """A server that leaves signals to the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _KeyRequired:
    """Refuses every request without the key."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._expected = f"Bearer {key}".encode("latin-1")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._holds_key(scope):
            refusal = PlainTextResponse("The key is missing or wrong.", 401, {"WWW-Authenticate": "Bearer"})
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _holds_key(self, scope: Scope) -> bool:
        sent = [value for name, value in scope["headers"] if name == b"authorization"]
        return len(sent) == 1 and hmac.compare_digest(sent[0], self._expected)


def _security(names: Iterable[str]) -> TransportSecuritySettings:
    hosts = [form for name in names for form in (name, f"{name}:*")]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=hosts,
        allowed_origins=[f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts],
    )
