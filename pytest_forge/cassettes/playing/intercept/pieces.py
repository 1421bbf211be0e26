"""Pieces: shared by the clients' modules: decompressed bodies of requests, and pieces of answers with their pauses."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence

from ...exchange import RecordedResponse
from ..unpacking import unpacked

__all__ = ["RECORDING_ENDS", "pieces_of", "pieces_of_async", "request_body"]

#: The error for a client that reads on where the recorded one stopped.
RECORDING_ENDS = "The recording of this answer ends here, because the recorded client stopped reading. Record it again."


def request_body(body: bytes, headers: Sequence[tuple[str, str]]) -> bytes:
    """Return the body of a request, decompressed if it can be."""
    encodings = ", ".join([value for name, value in headers if name.lower() == "content-encoding"])
    plain = unpacked((body,), encodings) if encodings else None
    return body if plain is None else b"".join(plain)


def pieces_of(response: RecordedResponse) -> Iterator[bytes]:
    """Yield the pieces of an answer, each after its pause."""
    for chunk, delay in _timed(response):
        if delay:
            time.sleep(delay)
        yield chunk


async def pieces_of_async(response: RecordedResponse) -> AsyncIterator[bytes]:
    """Yield the pieces of an answer, each after its pause."""
    for chunk, delay in _timed(response):
        if delay:
            await _sleep(delay)
        yield chunk


def _timed(response: RecordedResponse) -> Iterator[tuple[bytes, float]]:
    delays = response.delays_s
    for number, chunk in enumerate(response.chunks):
        yield chunk, delays[number] if number < len(delays) else 0.0


async def _sleep(delay: float) -> None:
    try:
        # Installed with httpx; it sleeps under asyncio and trio.
        import anyio
    except ImportError:
        import asyncio

        await asyncio.sleep(delay)
    else:
        await anyio.sleep(delay)
