"""Faults: recorded answers that fail as answers of providers do.

=============  =====================================================================================
``cut:N``      the body ends after N bytes, and the connection with it
``reset``      the connection is reset before an answer; ``reset:N`` after N bytes of it
``timeout``    nothing arrives in time; ``timeout:N``: nothing after N bytes
``slow:S``     each piece arrives S seconds after the previous one
``malformed``  one event of a stream, or the body, is not JSON
``429:S``      too many requests, with a Retry-After of S seconds (default 1)
``500``        a server error; any other 5xx, too
=============  =====================================================================================
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable

from msgspec.structs import replace

from ..exchange import RecordedFailure, RecordedResponse

__all__ = ["FaultError", "faulty"]

Answer = RecordedResponse | RecordedFailure

_MAX_DELAY_S = 60.0
_EVENT = re.compile(rb"data:[^\n]*\n")


class FaultError(ValueError):
    """The fault is unknown; the message is two sentences."""


def faulty(word: str) -> Callable[[Answer], Answer]:
    """Return the function that applies a fault to an answer.

    Raises:
        FaultError: If *word* is not a fault.
    """
    name, _, size = word.partition(":")
    maker = _FAULTS.get(name)
    if maker is None and re.fullmatch(r"5\d\d", name):
        return lambda _: _error(int(name), "The server had an error.")
    # An invalid size is reported as an unknown fault.
    with contextlib.suppress(ValueError):
        if maker is not None:
            return maker(size)
    raise FaultError(f"There is no fault {word!r}. Use {', '.join(sorted(_FAULTS))} or a 5xx, as in 'cut:100'.")


def _cut(size: str) -> Callable[[Answer], Answer]:
    return _broken_after(_count(size), "RemoteProtocolError")


def _reset(size: str) -> Callable[[Answer], Answer]:
    return _broken_after(_count(size) if size else None, "ReadError")


def _timeout(size: str) -> Callable[[Answer], Answer]:
    return _broken_after(_count(size) if size else None, "ReadTimeout")


def _slow(size: str) -> Callable[[Answer], Answer]:
    delay = float(size)
    if not 0 <= delay <= _MAX_DELAY_S:
        raise ValueError(size)
    return lambda answer: _with(answer, lambda begun: replace(begun, delays_s=(delay,) * len(begun.chunks)))


def _malformed(size: str) -> Callable[[Answer], Answer]:
    if size:
        raise ValueError(size)
    return lambda answer: _with(answer, _spoilt)


def _too_many(size: str) -> Callable[[Answer], Answer]:
    seconds = float(size or "1")
    if not 0 <= seconds < float("inf"):
        raise ValueError(size)
    return lambda _: _error(429, "Too many requests.", ("retry-after", f"{seconds:g}"))


_FAULTS: dict[str, Callable[[str], Callable[[Answer], Answer]]] = {
    "429": _too_many,
    "cut": _cut,
    "malformed": _malformed,
    "reset": _reset,
    "slow": _slow,
    "timeout": _timeout,
}


def _count(size: str) -> int:
    if not size.isdecimal():
        raise ValueError(size)
    return int(size)


def _with(answer: Answer, change: Callable[[RecordedResponse], RecordedResponse]) -> Answer:
    if isinstance(answer, RecordedResponse):
        return change(answer)
    return answer if answer.begun is None else replace(answer, begun=change(answer.begun))


def _broken_after(length: int | None, kind: str) -> Callable[[Answer], Answer]:
    def broken(answer: Answer) -> Answer:
        begun = answer if isinstance(answer, RecordedResponse) else answer.begun
        if length is None or begun is None:
            return RecordedFailure(kind)
        kept = []
        left = length
        for chunk in begun.chunks:
            if left <= 0:
                break
            kept.append(chunk[:left])
            left -= len(chunk)
        return RecordedFailure(kind, replace(begun, chunks=tuple(kept), delays_s=begun.delays_s[: len(kept)]))

    return broken


def _spoilt(begun: RecordedResponse) -> RecordedResponse:
    chunks = list(begun.chunks)
    for number, chunk in enumerate(chunks):
        event = _EVENT.search(chunk)
        if event is not None:
            chunks[number] = chunk[: event.start()] + b'data: {"broken": \n' + chunk[event.end() :]
            break
    else:
        body = begun.body
        chunks = [body[: max(1, len(body) // 2)]]
    # A wrong content-length would be a second fault.
    headers = tuple((name, value) for name, value in begun.headers if name.lower() != "content-length")
    return replace(begun, headers=headers, chunks=tuple(chunks), delays_s=())


def _error(status: int, message: str, *headers: tuple[str, str]) -> RecordedResponse:
    kind = "rate_limit_error" if status == 429 else "server_error"
    body = json.dumps({"error": {"message": message, "type": kind, "code": status}}).encode()
    return RecordedResponse(status, "", (("content-type", "application/json"), *headers), (body,))
