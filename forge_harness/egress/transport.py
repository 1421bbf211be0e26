"""Transports of httpx that follow an egress policy.

They are transports of httpx by class, so cassettes record and replay what passes them, and a replay needs no DNS. Each
has its own pool: a connection that was made under another policy is never used again.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import httpcore
import httpx

from ..errors import EgressRefusedError, ToolError
from ..events import Event, get_event_bus
from .backend import AsyncEgressBackend, EgressBackend
from .policy import EgressPolicy

__all__ = ["AsyncEgressTransport", "EgressTransport"]

_PORTS = {"http": 80, "https": 443}
_MAX_CONNECTIONS, _MAX_IDLE, _IDLE_S = 100, 20, 5.0


class EgressTransport(httpx.HTTPTransport):
    """Sends requests where a policy allows, directly: proxies of the environment are not used.

    Every request is told on the event bus once, as ``egress.attempt`` with ``host``, ``port``, ``allowed``, ``reason``.

    Args:
        policy: Where requests may go.
        verify: How certificates are verified.
        backend: The network below; None for sockets.
    """

    def __init__(
        self, policy: EgressPolicy, *, verify: ssl.SSLContext | None = None, backend: EgressBackend | None = None
    ) -> None:
        context = verify or _trust()
        super().__init__(verify=context, trust_env=False)
        self._policy = policy
        # httpx has no public way to name a network backend.
        self._pool = httpcore.ConnectionPool(
            ssl_context=context,
            max_connections=_MAX_CONNECTIONS,
            max_keepalive_connections=_MAX_IDLE,
            keepalive_expiry=_IDLE_S,
            network_backend=backend or EgressBackend(policy),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, also over a connection that exists, if the policy allows its host."""
        with _audited(self._policy, request.url):
            return super().handle_request(request)


class AsyncEgressTransport(httpx.AsyncHTTPTransport):
    """The same for `httpx.AsyncClient`.

    Args:
        policy: Where requests may go.
        verify: How certificates are verified.
        backend: The network below; None for sockets.
    """

    def __init__(
        self, policy: EgressPolicy, *, verify: ssl.SSLContext | None = None, backend: AsyncEgressBackend | None = None
    ) -> None:
        context = verify or _trust()
        super().__init__(verify=context, trust_env=False)
        self._policy = policy
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=context,
            max_connections=_MAX_CONNECTIONS,
            max_keepalive_connections=_MAX_IDLE,
            keepalive_expiry=_IDLE_S,
            network_backend=backend or AsyncEgressBackend(policy),
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, also over a connection that exists, if the policy allows its host."""
        with _audited(self._policy, request.url):
            try:
                return await super().handle_async_request(request)
            except asyncio.CancelledError:
                await self._close_abandoned()
                raise

    async def _close_abandoned(self) -> None:
        """Close the connections that work for nobody and are not idle, which a cancellation may leave in the pool."""
        pool = self._pool
        used = [request.connection for request in pool._requests]  # noqa: SLF001  # no public way to ask
        for connection in pool.connections:
            if connection not in used and not connection.is_idle() and not connection.is_closed():
                pool._connections.remove(connection)  # noqa: SLF001  # as above
                await connection.aclose()


@cache
def _trust() -> ssl.SSLContext:
    """Return how certificates are verified by default; reading them takes as long as a hundred requests."""
    return httpx.create_ssl_context(trust_env=False)


@contextmanager
def _audited(policy: EgressPolicy, url: httpx.URL) -> Iterator[None]:
    """Refuse a URL that no request may be sent to, and tell of the attempt once its addresses are known, too.

    Raises:
        EgressRefusedError: If its host is not allowed.
        ToolError: If its scheme is not http or https.
    """
    if url.scheme not in _PORTS:
        raise ToolError(
            "The address has another scheme than http and https. Use one of them.", code="unsupported_scheme"
        )
    host, port = url.raw_host.decode("ascii", "replace"), url.port or _PORTS[url.scheme]
    reason = ""
    try:
        policy.check(host, port)
        yield
    except EgressRefusedError as error:
        reason = str(error)
        raise
    finally:
        bus = get_event_bus()
        if bus.has_subscribers:
            payload = {"host": host, "port": port, "allowed": not reason, "reason": reason}
            bus.emit(Event("egress.attempt", payload))
