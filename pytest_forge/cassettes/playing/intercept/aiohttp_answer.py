"""An answer as aiohttp gives it to its caller: recorded while it arrives, or replayed."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import aiohttp
from aiohttp import streams
from multidict import CIMultiDict, CIMultiDictProxy

from ...exchange import RecordedFailure, RecordedResponse
from ..player import Answer
from ..recording import STOPPED_READING, Recording
from .pieces import RECORDING_ENDS, pieces_of_async

__all__ = ["failure_kind", "noted", "replayed"]

#: The first class of which an error is an instance counts.
_KINDS: tuple[tuple[str, str], ...] = (
    ("ConnectionTimeoutError", "ConnectTimeout"),
    ("ClientConnectorError", "ConnectError"),
    ("ServerTimeoutError", "ReadTimeout"),
    ("ServerDisconnectedError", "RemoteProtocolError"),
    ("ClientPayloadError", "RemoteProtocolError"),
    ("ClientConnectionError", "ReadError"),
)
_RESPONSE_WORDS = frozenset(inspect.signature(aiohttp.ClientResponse.__init__).parameters)


def failure_kind(error: BaseException) -> str | None:
    """Return the name of a failure, as httpx calls it; None for an error that is not the connection's."""
    for name, kind in _KINDS:
        if isinstance(error, getattr(aiohttp, name, ())):
            return kind
    return None


def noted(content: Any, recording: Recording, response: Any) -> Any:
    """Return a stream that passes on the pieces of *content* and records them."""
    if content.at_eof():
        recording.ended()
        return content
    return _Pulled(_noted(content, recording), recording, is_chunked=_is_chunked(response.headers))


def replayed(answer: Answer, request: Any, session: Any) -> aiohttp.ClientResponse:
    """Return the recorded answer as a response of aiohttp.

    Raises:
        ClientError: The client's own, if a failure was recorded before anything came.
    """
    begun = answer if isinstance(answer, RecordedResponse) else answer.begun
    if begun is None:
        raise _error(answer, request, has_begun=False)
    words: dict[str, Any] = {
        "writer": None,
        "continue100": None,
        "timer": None,
        "request_info": request.request_info,
        "traces": [],
        "loop": asyncio.get_running_loop(),
        "session": session,
        "stream_writer": SimpleNamespace(output_size=0),
    }
    kind: Any = getattr(request, "response_class", None) or aiohttp.ClientResponse
    words = {word: value for word, value in words.items() if word in _RESPONSE_WORDS}
    response: Any = kind(request.method, request.url, **words)
    headers = CIMultiDictProxy(CIMultiDict(begun.headers))
    response.status, response.reason, response.version = begun.status, begun.reason, aiohttp.HttpVersion11
    response._headers = headers  # noqa: SLF001  # as its own `start` sets them
    response._raw_headers = tuple((name.encode("latin-1"), value.encode("latin-1")) for name, value in begun.headers)  # noqa: SLF001  # the same
    cookies = tuple(headers.getall("Set-Cookie", ()))
    if hasattr(aiohttp.ClientResponse, "_raw_cookie_headers"):
        response._raw_cookie_headers = cookies or None  # noqa: SLF001  # the same
    else:
        for cookie in cookies:
            response.cookies.load(cookie)
    error = None if isinstance(answer, RecordedResponse) else _error(answer, request, has_begun=True)
    response.content = _Pulled(_played(begun, error), None, is_chunked=_is_chunked(headers))
    return response  # type: ignore[no-any-return]  # made by the session's own class


class _Connected:
    """A stand-in for the connection, which a stream pauses."""

    connected = True
    _reading_paused = False

    def pause_reading(self) -> None: ...

    def resume_reading(self, *_: Any, **__: Any) -> None: ...


class _Pulled(streams.StreamReader):
    """A stream that fetches its next piece when it is read."""

    __slots__ = ("_is_chunked", "_recording", "_source")

    def __init__(
        self, source: AsyncIterator[tuple[bytes, bool]], recording: Recording | None, *, is_chunked: bool
    ) -> None:
        # No limit for lines: the server's stream has applied it already.
        super().__init__(_Connected(), 2**30, loop=asyncio.get_running_loop())  # type: ignore[arg-type]  # all it uses
        self._source = source
        self._recording = recording
        self._is_chunked = is_chunked

    async def _wait(self, func_name: str) -> None:  # noqa: ARG002  # as its base is called
        try:
            piece, ends_chunk = await anext(self._source)
        except StopAsyncIteration:
            self.feed_eof()
        else:
            if self._is_chunked:
                self.begin_http_chunk_receiving() if self._http_chunk_splits is None else None
            self.feed_data(piece)
            if self._is_chunked and ends_chunk:
                self.end_http_chunk_receiving()

    def set_exception(self, *arguments: Any) -> None:
        # This is how aiohttp marks the stream of a closed response.
        if self._recording is not None:
            self._recording.closed()
        super().set_exception(*arguments)


async def _noted(content: Any, recording: Recording) -> AsyncIterator[tuple[bytes, bool]]:
    try:
        while True:
            piece, ends_chunk = await content.readchunk()
            if piece:
                recording.chunk(piece)
                yield piece, ends_chunk
            elif not ends_chunk:
                break
    except aiohttp.ClientError as error:
        recording.failed(failure_kind(error) or "ReadError")
        raise
    recording.ended()


async def _played(begun: RecordedResponse, error: Exception | None) -> AsyncIterator[tuple[bytes, bool]]:
    async for piece in pieces_of_async(begun):
        yield piece, True
    if error is not None:
        raise error


def _is_chunked(headers: Any) -> bool:
    return "chunked" in headers.get("Transfer-Encoding", "").lower()


def _error(answer: Answer, request: Any, *, has_begun: bool) -> Exception:
    kind = answer.kind if isinstance(answer, RecordedFailure) else ""
    text = f"{kind}, as it was recorded"
    if kind == STOPPED_READING:
        return aiohttp.ClientPayloadError(RECORDING_ENDS)
    if kind == "ConnectError":
        return aiohttp.ClientConnectorError(request.connection_key, ConnectionRefusedError(111, text))
    if kind in ("ConnectTimeout", "PoolTimeout"):
        return getattr(aiohttp, "ConnectionTimeoutError", aiohttp.ServerTimeoutError)(text)
    if kind in ("ReadTimeout", "WriteTimeout"):
        return getattr(aiohttp, "SocketTimeoutError", aiohttp.ServerTimeoutError)(text)
    if kind == "RemoteProtocolError":
        return aiohttp.ClientPayloadError(text) if has_begun else aiohttp.ServerDisconnectedError(text)
    return aiohttp.ClientOSError(104, text)
