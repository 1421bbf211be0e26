"""aiohttp (3.12 and newer): a middleware next to the wire, in every session, answers or records each request.

A request that is given up before its answer began (a total timeout, a cancelled task) is not noted: nothing answered.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from ...exchange import RecordedRequest
from ..player import Player
from ..recording import Recording
from .installed import is_installed
from .patching import Patch
from .pieces import request_body

__all__ = ["intercepted"]

_PACKING_HEADERS = frozenset({"content-encoding", "content-length"})


@contextmanager
def intercepted(player: Player) -> Iterator[None]:
    """Route the requests of every session of aiohttp to *player*, if it is installed."""
    with ExitStack() as stack:
        if is_installed("aiohttp"):
            aiohttp = importlib.import_module("aiohttp")
            if hasattr(aiohttp, "ClientMiddlewareType"):
                # Imported here, since it subclasses the package's stream.
                from . import aiohttp_answer as wire

                around = functools.partial(_around, player=player, wire=wire)
                stack.enter_context(Patch(aiohttp.ClientSession, "_request", around))
        yield


def _around(real: Any, *, player: Player, wire: Any) -> Any:
    @functools.wraps(real)
    def _request(session: Any, *arguments: Any, middlewares: Any = None, **named: Any) -> Any:
        async def middleware(request: Any, handler: Any) -> Any:
            __tracebackhide__ = True
            return await _answered(player, wire, session, request, handler)

        theirs = session._middlewares if middlewares is None else middlewares  # noqa: SLF001  # not public
        return real(session, *arguments, middlewares=(*theirs, middleware), **named)

    return _request


async def _answered(player: Player, wire: Any, session: Any, request: Any, handler: Any) -> Any:
    __tracebackhide__ = True
    if player.lets_through(str(request.url)):
        return await handler(request)
    asked = await _recorded(request)
    is_websocket = request.headers.get("Upgrade", "").lower() == "websocket"
    if is_websocket and player.is_recording:
        # Messages after the handshake are not answers to a request.
        return await handler(request)
    answer = player.answer(asked)
    if answer is not None:
        return wire.replayed(answer, request, session)
    recording = player.recording(asked)
    try:
        response = await handler(request)
    except Exception as error:
        kind = wire.failure_kind(error)
        if kind is not None:
            recording.failed(kind)
        raise
    _begin(recording, response, is_unpacked=bool(session.auto_decompress))
    response.content = wire.noted(response.content, recording, response)
    return response


async def _recorded(request: Any) -> RecordedRequest:
    headers = tuple((str(name), str(value)) for name, value in request.headers.items())
    body = request.body
    if hasattr(body, "as_bytes"):
        body = await body.as_bytes()
    elif hasattr(body, "_value"):
        body = body._value  # noqa: SLF001  # older payloads offer no public way
    body = bytes(body) if isinstance(body, bytes | bytearray | memoryview) else str(body or "").encode()
    return RecordedRequest(request.method.upper(), str(request.url), headers, request_body(body, headers))


def _begin(recording: Recording, response: Any, *, is_unpacked: bool) -> None:
    headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in response.raw_headers]
    if is_unpacked and response.headers.get("Content-Encoding"):
        # The stream has decompressed it already.
        headers = [(name, value) for name, value in headers if name.lower() not in _PACKING_HEADERS]
    recording.began(response.status, response.reason or "", headers)
