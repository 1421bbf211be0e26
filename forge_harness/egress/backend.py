"""The network below the HTTP client: a name resolves once, and only a checked address is dialled.

A check above the client would be blind to what a name resolves to, and a second look-up could give another answer. TLS
still verifies the name, since only the dialling uses the address.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import httpcore

from ..deadline.time_left import is_cancelled, seconds_left
from .policy import EgressPolicy
from .resolver import Resolve, resolve, resolve_async
from .traffic import note_received

__all__ = ["AsyncEgressBackend", "EgressBackend"]

_SocketOptions = Iterable[Any] | None

#: A cancelled call is noticed after this time.
_LOOK_S = 0.2


class EgressBackend(httpcore.NetworkBackend):
    """Dials the addresses that a policy allows.

    Args:
        policy: Where requests may go.
        resolve: Returns the addresses of a name.
        dialler: Connects to an address.
    """

    def __init__(
        self,
        policy: EgressPolicy,
        *,
        resolve: Resolve = resolve,
        dialler: httpcore.NetworkBackend | None = None,
    ) -> None:
        self._policy = policy
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
        addresses = self._policy.check_addresses(host, port, found)
        failure: Exception = httpcore.ConnectError("The name has no address.")
        for address, share in _shares(addresses, ends):
            try:
                stream = self._dialler.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _TimedStream(stream)
        raise failure


class AsyncEgressBackend(httpcore.AsyncNetworkBackend):
    """The same for asynchronous clients.

    Args:
        policy: Where requests may go.
        resolve: Returns the addresses of a name.
        dialler: Connects to an address.
    """

    def __init__(
        self,
        policy: EgressPolicy,
        *,
        resolve: Callable[[str, int, float | None], Awaitable[list[str]]] = resolve_async,
        dialler: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._policy = policy
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
        addresses = self._policy.check_addresses(host, port, found)
        failure: Exception = httpcore.ConnectError("The name has no address.")
        for address, share in _shares(addresses, ends):
            try:
                stream = await self._dialler.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
            else:
                return _AsyncTimedStream(stream)
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Sleep before another attempt."""
        await self._dialler.sleep(seconds)


class _TimedStream(httpcore.NetworkStream):
    """A connection whose every wait ends with the call that it works for.

    A server that sends a byte now and then, or takes one, keeps each single wait short.
    """

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        ends = _end(timeout)
        while True:
            wait = _wait(ends, httpcore.ReadTimeout)
            # A time-out of one wait: the next look raises if the whole time is over.
            with suppress(httpcore.ReadTimeout):
                return note_received(self._stream.read(max_bytes, wait))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        ends = _end(timeout)
        connection = self._stream.get_extra_info("socket")
        if not isinstance(connection, socket.socket):  # that of a double
            self._stream.write(buffer, _wait(ends, httpcore.WriteTimeout))
            return
        left = memoryview(buffer)
        while left:
            connection.settimeout(_wait(ends, httpcore.WriteTimeout))
            try:
                left = left[connection.send(left) :]
            except TimeoutError:
                continue
            except OSError as error:
                raise httpcore.WriteError(str(error)) from error

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _TimedStream(self._stream.start_tls(ssl_context, server_hostname, _left(_end(timeout))))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _AsyncTimedStream(httpcore.AsyncNetworkStream):
    """The same; a task is cancelled by its own loop."""

    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return note_received(await self._stream.read(max_bytes, _left(_end(timeout), httpcore.ReadTimeout)))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, _left(_end(timeout), httpcore.WriteTimeout))

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _AsyncTimedStream(await self._stream.start_tls(ssl_context, server_hostname, _left(_end(timeout))))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _unresolved(error: OSError) -> Exception:
    if isinstance(error, TimeoutError):
        return httpcore.ConnectTimeout("The name did not resolve in time.")
    return httpcore.ConnectError("The name does not resolve.")


def _shares(addresses: list[str], ends: float | None) -> Iterator[tuple[str, float | None]]:
    """Yield each address with its time, so that one without an answer leaves some for the others."""
    for number, address in enumerate(addresses):
        left = _left(ends)
        yield address, None if left is None else left / (len(addresses) - number)


def _end(timeout: float | None) -> float | None:
    """Return when a wait ends: after *timeout*, or with the call that it works for if that is sooner."""
    left = seconds_left()
    shorter = timeout if left is None else left if timeout is None else min(timeout, left)
    return None if shorter is None else time.monotonic() + shorter


def _left(ends: float | None, over: type[Exception] = httpcore.ConnectTimeout) -> float | None:
    if ends is None:
        return None
    left = ends - time.monotonic()
    if left <= 0:
        raise over("The time of the request is over.")
    return left


def _wait(ends: float | None, over: type[Exception]) -> float:
    """Return how long to wait before it is looked again whether anybody still wants the answer."""
    if is_cancelled():
        raise over("The call was cancelled.")
    left = _left(ends, over)
    return _LOOK_S if left is None else min(left, _LOOK_S)
