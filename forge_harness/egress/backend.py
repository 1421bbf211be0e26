"""The network below the HTTP client: a name resolves once, and only a checked address is dialled.

A check above the client would be blind to what a name resolves to, and a second look-up could give another answer. TLS
still verifies the name, since only the dialling uses the address.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import httpcore

from ..deadline.time_left import seconds_left
from ..errors import EgressRefusedError
from .policy import EgressPolicy
from .resolver import Resolve, resolve, resolve_async

__all__ = ["AsyncEgressBackend", "EgressBackend", "Tell"]

#: Called with host, port and the reason for which an attempt is refused, empty if it is allowed.
Tell = Callable[[str, int, str], None]

_SocketOptions = Iterable[Any] | None


class EgressBackend(httpcore.NetworkBackend):
    """Dials the addresses that a policy allows.

    Args:
        policy: Where requests may go.
        tell: Called with every attempt that is refused for its address.
        resolve: Returns the addresses of a name.
        dialler: Connects to an address.
    """

    def __init__(
        self,
        policy: EgressPolicy,
        *,
        tell: Tell = lambda *_: None,
        resolve: Resolve = resolve,
        dialler: httpcore.NetworkBackend | None = None,
    ) -> None:
        self._policy = policy
        self._tell = tell
        self._resolve = resolve
        self._dialler = dialler or httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: _SocketOptions = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first of the host's addresses that answers."""
        ends = _end(timeout)
        self._policy.check(host, port)
        try:
            found = self._resolve(host, port, _left(ends))
        except OSError as error:
            raise _unresolved(error) from None
        addresses = _checked(self._policy, host, port, found, self._tell)
        failure: Exception = httpcore.ConnectError("The name has no address.")
        for address in addresses:
            try:
                stream = self._dialler.connect_tcp(address, port, _left(ends), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(stream)
        raise failure


class AsyncEgressBackend(httpcore.AsyncNetworkBackend):
    """The same for asynchronous clients.

    Args:
        policy: Where requests may go.
        tell: Called with every attempt that is refused for its address.
        resolve: Returns the addresses of a name.
        dialler: Connects to an address.
    """

    def __init__(
        self,
        policy: EgressPolicy,
        *,
        tell: Tell = lambda *_: None,
        resolve: Callable[[str, int, float | None], Awaitable[list[str]]] = resolve_async,
        dialler: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._policy = policy
        self._tell = tell
        self._resolve = resolve
        self._dialler = dialler or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: _SocketOptions = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first of the host's addresses that answers."""
        ends = _end(timeout)
        self._policy.check(host, port)
        try:
            found = await self._resolve(host, port, _left(ends))
        except OSError as error:
            raise _unresolved(error) from None
        addresses = _checked(self._policy, host, port, found, self._tell)
        failure: Exception = httpcore.ConnectError("The name has no address.")
        for address in addresses:
            try:
                return await self._dialler.connect_tcp(address, port, _left(ends), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Sleep before another attempt."""
        await self._dialler.sleep(seconds)


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every wait ends with the call that it works for.

    A server that sends a byte now and then keeps each single wait short.
    """

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _shorter(timeout)
        if left == 0.0:
            raise httpcore.ReadTimeout("The time of the request is over.")
        return self._stream.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        left = _shorter(timeout)
        if left == 0.0:
            raise httpcore.WriteTimeout("The time of the request is over.")
        self._stream.write(buffer, left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, _shorter(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _checked(policy: EgressPolicy, host: str, port: int, addresses: list[str], tell: Tell) -> list[str]:
    try:
        return policy.check_addresses(host, port, addresses)
    except EgressRefusedError as error:
        tell(host, port, str(error))
        raise


def _unresolved(error: OSError) -> Exception:
    if isinstance(error, TimeoutError):
        return httpcore.ConnectTimeout("The name did not resolve in time.")
    return httpcore.ConnectError("The name does not resolve.")


def _shorter(timeout: float | None) -> float | None:
    left = seconds_left()
    return timeout if left is None else left if timeout is None else min(timeout, left)


def _end(timeout: float | None) -> float | None:
    left = _shorter(timeout)
    return None if left is None else time.monotonic() + left


def _left(ends: float | None) -> float | None:
    if ends is None:
        return None
    left = ends - time.monotonic()
    if left <= 0:
        raise httpcore.ConnectTimeout("The time of the request is over.")
    return left
