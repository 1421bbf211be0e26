"""httpx and httpx2: every request of theirs passes a transport, and there it is answered or noted.

While recording, each piece of an answer is handed on at once; the connection is the client's own.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import Any

from ...exchange import RecordedFailure, RecordedRequest, RecordedResponse
from ..player import Answer, Player
from ..recording import STOPPED_READING, Recording
from .installed import is_installed
from .patching import Patch
from .pieces import RECORDING_ENDS, pieces_of, pieces_of_async, request_body

__all__ = ["intercepted"]

_FAMILY = ("httpx", "httpx2")
_SYNC = ("HTTPTransport", "WSGITransport", "MockTransport")
_ASYNC = ("AsyncHTTPTransport", "ASGITransport", "MockTransport")


@contextmanager
def intercepted(player: Player) -> Iterator[None]:
    """Route the requests of every installed client of the family to *player*."""
    with ExitStack() as stack:
        for name in _FAMILY:
            if not is_installed(name):
                continue
            module = importlib.import_module(name)
            wire = _Wire(module, player)
            for transport in _SYNC:
                stack.enter_context(Patch(getattr(module, transport), "handle_request", wire.around))
            for transport in _ASYNC:
                stack.enter_context(Patch(getattr(module, transport), "handle_async_request", wire.around_async))
        yield


class _Wire:
    """The wrappers of the transports of one of the two modules."""

    def __init__(self, module: ModuleType, player: Player) -> None:
        self._module: Any = module
        self._player = player
        self._streams = _streams(module)

    def around(self, real: Any) -> Any:
        @functools.wraps(real)
        def handle_request(transport: Any, request: Any) -> Any:
            __tracebackhide__ = True
            url = str(request.url)
            if self._player.lets_through(url):
                return real(transport, request)
            request.read()
            asked = _recorded(request, url)
            answer = self._player.answer(asked)
            if answer is not None:
                return self._replayed(answer, request, self._streams.replayed)
            recording = self._player.recording(asked)
            try:
                response = real(transport, request)
            except self._module.TransportError as error:
                recording.failed(type(error).__name__)
                raise
            if self._is_to_be_noted(recording, response):
                response.stream = self._streams.noted(response.stream, recording)
            return response

        return handle_request

    def around_async(self, real: Any) -> Any:
        @functools.wraps(real)
        async def handle_async_request(transport: Any, request: Any) -> Any:
            __tracebackhide__ = True
            url = str(request.url)
            if self._player.lets_through(url):
                return await real(transport, request)
            await request.aread()
            asked = _recorded(request, url)
            answer = self._player.answer(asked)
            if answer is not None:
                return self._replayed(answer, request, self._streams.replayed_async)
            recording = self._player.recording(asked)
            try:
                response = await real(transport, request)
            except self._module.TransportError as error:
                recording.failed(type(error).__name__)
                raise
            if self._is_to_be_noted(recording, response):
                response.stream = self._streams.noted_async(response.stream, recording)
            return response

        return handle_async_request

    def _is_to_be_noted(self, recording: Recording, response: Any) -> bool:
        _begin(recording, response)
        if not isinstance(response.stream, self._module.ByteStream):
            return True
        # The answer of a test double is complete, and its client does not read the stream.
        for chunk in response.stream:
            recording.chunk(chunk)
        recording.ended()
        return False

    def _replayed(self, answer: Answer, request: Any, stream_of: Any) -> Any:
        begun = answer if isinstance(answer, RecordedResponse) else answer.begun
        if begun is None:
            raise _error(self._module, answer, request)
        extensions = {"http_version": b"HTTP/1.1"}
        if begun.reason:
            extensions["reason_phrase"] = begun.reason.encode("ascii", "ignore")
        error = _error(self._module, answer, request) if isinstance(answer, RecordedFailure) else None
        stream = stream_of(begun, error)
        response = self._streams.response(
            begun.status, headers=list(begun.headers), stream=stream, extensions=extensions, request=request
        )
        response.forge_stream = stream
        return response


def _recorded(request: Any, url: str) -> RecordedRequest:
    headers = tuple([(name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers.raw])
    return RecordedRequest(request.method.upper(), url, headers, request_body(request.content, headers))


def _begin(recording: Recording, response: Any) -> None:
    reason = response.extensions.get("reason_phrase", b"").decode("ascii", "ignore") or response.reason_phrase
    headers = ((name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw)
    recording.began(response.status_code, reason, headers)


def _error(module: Any, failure: Answer, request: Any) -> Exception:
    kind = failure.kind if isinstance(failure, RecordedFailure) else ""
    if kind == STOPPED_READING:
        return module.ReadError(RECORDING_ENDS, request=request)  # type: ignore[no-any-return]  # either module's
    known = getattr(module, kind, None)
    if not (isinstance(known, type) and issubclass(known, module.TransportError)):
        known = module.NetworkError
    error: Exception = known(f"{kind}, as it was recorded", request=request)
    return error


def _let_go(response: Any, stream: Any) -> None:
    """Free an answer with its last user, and not at the next garbage collection.

    What httpx puts around the stream holds the answer in turn, and has told it how long it took; that of httpx2 does
    neither, and is asked for the time.
    """
    if "_elapsed" in vars(response):
        response.stream = stream


class _Streams:
    """The streams of one module, whose client requires its own subclasses."""

    noted: Any
    noted_async: Any
    replayed: Any
    replayed_async: Any
    response: Any


@functools.cache
def _streams(module: Any) -> _Streams:
    class Noted(module.SyncByteStream):  # type: ignore[misc]  # either module's
        """Passes on the pieces and records them."""

        def __init__(self, stream: Any, recording: Recording) -> None:
            self._stream = stream
            self._recording = recording

        def __iter__(self) -> Iterator[bytes]:
            try:
                for chunk in self._stream:
                    self._recording.chunk(chunk)
                    yield chunk
            except module.TransportError as error:
                self._recording.failed(type(error).__name__)
                raise
            self._recording.ended()

        def close(self) -> None:
            self._recording.closed()
            self._stream.close()

    class NotedAsync(module.AsyncByteStream):  # type: ignore[misc]  # either module's
        """The same, for the async client."""

        def __init__(self, stream: Any, recording: Recording) -> None:
            self._stream = stream
            self._recording = recording

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for chunk in self._stream:
                    self._recording.chunk(chunk)
                    yield chunk
            except module.TransportError as error:
                self._recording.failed(type(error).__name__)
                raise
            self._recording.ended()

        async def aclose(self) -> None:
            self._recording.closed()
            await self._stream.aclose()

    class Pieces:
        """The recorded pieces, and the failure after them if there was one."""

        #: Whether the body is read as a whole, without its pieces.
        is_read_whole = False

        def __init__(self, begun: RecordedResponse, failure: Exception | None) -> None:
            self.begun = begun
            self.failure = failure

        def at_once(self) -> Sequence[bytes] | None:
            """Return the pieces, if there is no pause between them and no failure after them."""
            if self.failure is not None or self.begun.delays_s:
                return None
            return (self.begun.body,) if self.is_read_whole else self.begun.chunks

    class Replayed(Pieces, module.SyncByteStream):  # type: ignore[misc]  # either module's
        def __iter__(self) -> Iterator[bytes]:
            pieces = self.at_once()
            return self.slowly() if pieces is None else iter(pieces)

        def slowly(self) -> Iterator[bytes]:
            yield from pieces_of(self.begun)
            if self.failure is not None:
                raise self.failure

    class ReplayedAsync(Pieces, module.AsyncByteStream):  # type: ignore[misc]  # either module's
        async def __aiter__(self) -> AsyncIterator[bytes]:
            if (pieces := self.at_once()) is not None:
                for piece in pieces:
                    yield piece
                return
            async for piece in pieces_of_async(self.begun):
                yield piece
            if self.failure is not None:
                raise self.failure

    class Response(module.Response):  # type: ignore[misc]  # either module's
        """The client's own response, which would otherwise process every piece three times."""

        def read(self) -> bytes:
            stream = self._is_read_whole()
            content: bytes = self.read()
            _let_go(self, stream)
            return content

        async def aread(self) -> bytes:
            stream = self._is_read_whole()
            content: bytes = await self.aread()
            _let_go(self, stream)
            return content

        def _is_read_whole(self) -> Any:
            # From here on it is the client's own response.
            self.__class__ = module.Response
            stream = self.__dict__.pop("forge_stream")
            stream.is_read_whole = True
            return stream

    streams = _Streams()
    streams.noted, streams.noted_async = Noted, NotedAsync
    streams.replayed, streams.replayed_async, streams.response = Replayed, ReplayedAsync, Response
    return streams
