"""SentRequests: the requests and mails that a call tried to send, recorded in the clients before any connection.

The sandbox's network is closed, so most requests fail at name resolution. By then the client knows the method, address
and body.
"""

from __future__ import annotations

import http.client
import smtplib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct

__all__ = ["SentRequest", "sent_requests"]

_LONGEST_BODY = 20_000


class SentRequest(Struct, frozen=True):
    """One attempted request.

    Attributes:
        method: In upper case; ``MAIL`` for a mail.
        url: The address, or the part of it that the client knows at that point.
        body: The beginning of the body, as text; empty if unknown.
    """

    method: str
    url: str
    body: str = ""


@contextmanager
def sent_requests() -> Iterator[list[SentRequest]]:
    """Yield a growing list of attempted requests; one request may appear once for each layer of a client.

    It replaces methods of imported clients for all threads, so it is for throw-away processes.
    """
    found: list[SentRequest] = []
    with _replaced(_places(found)):
        yield found


#: A class, the name of its method, and a reader of the method's arguments.
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
                # Readers of the log parse the address.
                urlsplit(request.url)
                found.append(request)
            except Exception:  # noqa: BLE001  # an unreadable request must not affect the tool
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
