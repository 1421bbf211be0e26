"""Interaction: one recorded request with its answer; Cassette: all of a file, including unreadable ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from .body import BodyError, body_bytes, decompressed

__all__ = ["Cassette", "Interaction", "UnreadableInteraction", "read_interaction"]


class Interaction(Struct, frozen=True):
    """One recorded request with its answer.

    Attributes:
        method: In capitals.
        url: The whole URL; empty if it was not recorded.
        request_body: The request body; None if empty.
        status: The HTTP status; None in a session that is not HTTP.
        headers: The answer's headers, names in lower case, several values joined by commas.
        body: The answer's body, decompressed.
    """

    method: str
    url: str
    request_body: bytes | None
    status: int | None
    headers: Mapping[str, str]
    body: bytes


class UnreadableInteraction(Struct, frozen=True):
    """An interaction that cannot be read.

    Attributes:
        reason: Two sentences.
        url: The URL, if known.
        status: The HTTP status, if known.
        request_body: The request body, if known.
    """

    reason: str
    url: str = ""
    status: int | None = None
    request_body: bytes | None = None


class Cassette(Struct, frozen=True):
    """A file of recorded interactions.

    Attributes:
        name: Its path, as it was given.
        interactions: In recorded order.
        is_http: Whether it records HTTP, so that a test can replay it.
    """

    name: str
    interactions: tuple[Interaction | UnreadableInteraction, ...]
    is_http: bool = True


def read_interaction(entry: Any) -> Interaction | UnreadableInteraction:
    """Read one entry of a cassette, even a damaged one."""
    if not isinstance(entry, Mapping):
        return UnreadableInteraction("An interaction is not a mapping. Record it again.")
    request, response = entry.get("request"), entry.get("response")
    if not isinstance(request, Mapping) or not isinstance(response, Mapping):
        return UnreadableInteraction("An interaction lacks its request or its response. Record it again.")
    url = next((request[key] for key in ("uri", "url") if isinstance(request.get(key), str)), "")
    status = _status(response)
    try:
        sent = body_bytes(request)
    except BodyError:
        # The request helps to recognise the answer, but is not needed to read it.
        sent = None
    headers = _headers(response.get("headers"))
    try:
        body = decompressed(body_bytes(response) or b"", headers.get("content-encoding", ""))
    except BodyError as error:
        return UnreadableInteraction(str(error), url=url, status=status, request_body=sent)
    if status is None:
        return UnreadableInteraction("An answer has no HTTP status. Record it again.", url=url, request_body=sent)
    return Interaction(
        method=str(request.get("method") or "").upper(),
        url=url,
        request_body=sent,
        status=status,
        headers=headers,
        body=body,
    )


def _status(response: Mapping[str, Any]) -> int | None:
    """Read VCR.py's ``status.code``, the ``status_code`` of its old form for httpx, or Go's ``200 OK``."""
    status = response.get("status_code", response.get("status"))
    if isinstance(status, Mapping):
        status = status.get("code")
    if isinstance(status, str) and status[:3].isdecimal() and status[3:4] in ("", " "):
        status = int(status[:3])
    return status if isinstance(status, int) and not isinstance(status, bool) else None


def _headers(found: Any) -> dict[str, str]:
    pairs: list[Any] = []
    if isinstance(found, Mapping):
        pairs = list(found.items())
    elif isinstance(found, list):
        pairs = [tuple(pair) for pair in found if isinstance(pair, list | tuple) and len(pair) == 2]
    headers: dict[str, str] = {}
    for name, value in pairs:
        values = value if isinstance(value, list | tuple) else [value]
        texts = [_text(item) for item in values if isinstance(item, str | bytes | int | float)]
        headers[_text(name).lower()] = ", ".join(texts)
    return headers


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
