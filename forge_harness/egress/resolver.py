"""Resolver: the addresses of a host name, within the time that a request has."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import Any

from .host_name import literal_address

__all__ = ["Resolve", "resolve", "resolve_async"]

#: Returns the addresses of a host and port, within seconds; None for no limit. Raises OSError without an answer.
Resolve = Callable[[str, int, float | None], list[str]]


def resolve(host: str, port: int, timeout_s: float | None) -> list[str]:
    """Return the addresses of a host, the preferred one first.

    Raises:
        OSError: If the name does not resolve.
        TimeoutError: If it does not in time.
    """
    if literal_address(host) is not None:
        return [host]
    answer: SimpleQueue[list[str] | OSError] = SimpleQueue()

    def ask() -> None:
        try:
            answer.put(_addresses(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))
        except (OSError, UnicodeError) as error:
            answer.put(error if isinstance(error, OSError) else OSError("not a name"))

    # The system's look-up has no time limit; a thread that is late ends by itself.
    threading.Thread(target=ask, daemon=True, name="forge-resolve").start()
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
    looking = asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return _addresses(await asyncio.wait_for(looking, timeout_s))


def _addresses(found: Iterable[tuple[Any, ...]]) -> list[str]:
    return list(dict.fromkeys(str(place[0]) for *_, place in found))
