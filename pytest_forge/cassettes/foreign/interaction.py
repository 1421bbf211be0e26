"""Interaction: one recorded request with its answer; Cassette: all of a file, the unreadable ones in their place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .body import BodyError, body_bytes, decompressed

__all__ = ["Cassette", "Interaction", "UnreadableInteraction", "read_interaction"]


@dataclass(frozen=True, slots=True)
class Interaction:
    """One recorded request with its answer.

    Attributes:
        method: In capitals.
        url: The whole address; empty where the recording has none.
        request_body: What was sent; None for nothing.
        status: The HTTP status.
        headers: The answer's headers, names in lower case, several values joined by commas.
        body: What was answered, decompressed.
    """

    method: str
    url: str
    request_body: bytes | None
    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class UnreadableInteraction:
    """An interaction that cannot be read.

    Attributes:
        reason: Two sentences.
        url: The address, where it is known.
        status: The HTTP status, where it is known.
        request_body: What was sent, where it is known.
    """

    reason: str
    url: str = ""
    status: int | None = None
    request_body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Cassette:
    """A file of recorded interactions.

    Attributes:
        name: Its path, as it was named.
        interactions: In the order they were recorded.
    """

    name: str
    interactions: tuple[Interaction | UnreadableInteraction, ...]


def read_interaction(entry: Any) -> Interaction | UnreadableInteraction:
    """Read one entry of a cassette, whatever state it is in."""
    if not isinstance(entry, Mapping):
        return UnreadableInteraction("An interaction is no mapping. Record it again.")
    request, response = entry.get("request"), entry.get("response")
    if not isinstance(request, Mapping) or not isinstance(response, Mapping):
        return UnreadableInteraction("An interaction lacks its request or its response. Record it again.")
    url = next((request[key] for key in ("uri", "url") if isinstance(request.get(key), str)), "")
    status = _status(response)
    try:
        sent = body_bytes(request)
    except BodyError:
        # What was sent helps to recognise the answer, and is not needed to read it.
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
    """Read VCR.py's ``status.code``, or the ``status_code`` of its old form for httpx."""
    status = response.get("status_code", response.get("status"))
    if isinstance(status, Mapping):
        status = status.get("code")
    if isinstance(status, str) and status.strip().isdecimal():
        status = int(status)
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
