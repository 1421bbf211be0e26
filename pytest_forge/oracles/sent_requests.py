"""SentRequests: which requests and mails a call tried to send, seen where clients are asked to, before any connection.

The network of the sandbox is closed, so most requests get no further than a name that cannot be resolved. What was
wanted is known to the client by then: method, address and body.
"""

from __future__ import annotations

import http.client
import smtplib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

__all__ = ["SentRequest", "sent_requests"]

_LONGEST_BODY = 20_000


@dataclass(frozen=True, slots=True)
class SentRequest:
    """One request that a client was asked to send.

    Attributes:
        method: In upper case; ``MAIL`` for a mail.
        url: The address, or as much of it as the client knows at that place.
        body: The beginning of what is sent, as text; empty if it is not known.
    """

    method: str
    url: str
    body: str = ""


@contextmanager
def sent_requests() -> Iterator[list[SentRequest]]:
    """Yield a list that grows by what clients are asked to send; one request may be there once for each layer.

    Replaces methods of clients that are imported already, for all threads, so it is for a process that nobody minds.
    """
    found: list[SentRequest] = []
    with _replaced(_places(found)):
        yield found


#: An owner, the name of a method of it, and what is made of the arguments of a call.
_Place = tuple[Any, str, Callable[..., SentRequest]]


def _places(found: list[SentRequest]) -> list[tuple[Any, str, Callable[..., None]]]:
    places: list[_Place] = [
        (http.client.HTTPConnection, "putrequest", _of_http_client),
        (http.client.HTTPConnection, "request", _of_http_client),
        (smtplib.SMTP, "connect", _of_mail),
    ]
    for module, owner, method, read in (
        ("urllib3.connectionpool", "HTTPConnectionPool", "urlopen", _of_http_client),
        ("requests.sessions", "Session", "send", _of_prepared),
        ("httpx", "Client", "send", _of_prepared),
        ("httpx", "AsyncClient", "send", _of_prepared),
        ("httpx2", "Client", "send", _of_prepared),
        ("httpx2", "AsyncClient", "send", _of_prepared),
        ("aiohttp", "ClientSession", "_request", _of_aiohttp),
    ):
        loaded = getattr(sys.modules.get(module), owner, None)
        if loaded is not None:
            places.append((loaded, method, read))

    def noting(read: Callable[..., SentRequest]) -> Callable[..., None]:
        def note(*args: Any, **kwargs: Any) -> None:
            try:
                request = read(*args, **kwargs)
                # Whoever looks at it takes the address apart.
                urlsplit(request.url)
                found.append(request)
            except Exception:  # noqa: BLE001  # what cannot be understood must not change what the tool does
                return

        return note

    return [(owner, name, noting(read)) for owner, name, read in places]


@contextmanager
def _replaced(places: list[tuple[Any, str, Callable[..., None]]]) -> Iterator[None]:
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in places]
    for owner, name, note in places:
        setattr(owner, name, _first(note, getattr(owner, name)))
    try:
        yield
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def _first(note: Callable[..., None], then: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(then)
    def noted(*args: Any, **kwargs: Any) -> Any:
        note(*args, **kwargs)
        return then(*args, **kwargs)

    return noted


def _of_http_client(connection: Any, method: str, url: str, body: Any = None, *_: Any, **__: Any) -> SentRequest:
    return SentRequest(method.upper(), f"//{connection.host}{url}", _text(body))


def _of_prepared(_: Any, request: Any, *__: Any, **___: Any) -> SentRequest:
    body = getattr(request, "body", None) or getattr(request, "_content", None)
    return SentRequest(request.method.upper(), str(request.url), _text(body))


def _of_aiohttp(_: Any, method: str, url: Any, **kwargs: Any) -> SentRequest:
    return SentRequest(method.upper(), str(url), _text(kwargs.get("data") or kwargs.get("json")))


def _of_mail(_: Any, host: str = "", *__: Any, **___: Any) -> SentRequest:
    return SentRequest("MAIL", str(host))


def _text(body: Any) -> str:
    if body is None:
        return ""
    if isinstance(body, bytes | bytearray):
        return bytes(body[:_LONGEST_BODY]).decode("utf-8", "replace")
    return str(body)[:_LONGEST_BODY]
