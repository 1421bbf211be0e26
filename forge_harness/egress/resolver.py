"""Resolver: the addresses of a host name, within the time that a request has."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue

from .host_name import literal_address

__all__ = ["Resolve", "resolve", "resolve_async"]

#: Returns the addresses of a host and port, within seconds; None for no limit. Raises OSError without an answer.
Resolve = Callable[[str, int, float | None], list[str]]

_Found = list[str] | OSError


def resolve(host: str, port: int, timeout_s: float | None) -> list[str]:
    """Return the addresses of a host, the preferred one first.

    Raises:
        OSError: If the name does not resolve.
        TimeoutError: If it does not in time.
    """
    if literal_address(host) is not None:
        return [host]
    answer: SimpleQueue[_Found] = SimpleQueue()
    _look_up(host, port, answer.put)
    try:
        found = answer.get(timeout=timeout_s)
    except Empty:
        raise TimeoutError("The name did not resolve in time.") from None
    if isinstance(found, OSError):
        raise found
    return found


async def resolve_async(host: str, port: int, timeout_s: float | None) -> list[str]:
    """Return the same without blocking the event loop."""
    if literal_address(host) is not None:
        return [host]
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[_Found] = loop.create_future()

    def take(found: _Found) -> None:
        if not answer.done():
            answer.set_result(found)

    def tell(found: _Found) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(take, found)

    _look_up(host, port, tell)
    found = await asyncio.wait_for(answer, timeout_s)
    if isinstance(found, OSError):
        raise found
    return found


def _look_up(host: str, port: int, tell: Callable[[_Found], None]) -> None:
    """Tell the addresses of a name, or why there are none.

    The system's look-up has no time limit. Its own daemon thread delays neither later look-ups, as one of a pool would,
    nor the end of the process.
    """

    def ask() -> None:
        try:
            places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            tell(error if isinstance(error, OSError) else OSError("not a name"))
        else:
            tell(list(dict.fromkeys(str(place[0]) for *_, place in places)))

    threading.Thread(target=ask, daemon=True, name="forge-resolve").start()
