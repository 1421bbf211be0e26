"""Records: the messages of a session that is not HTTP, taken out of the envelopes in which recorders keep them.

A line of JSON Lines, an entry of ``interactions``, ``events`` or ``frames``, or a frame of a web socket in a HAR file.
An envelope says which side sent a message; without one, the entry is the message.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .interaction import Interaction

__all__ = ["Record", "answered", "records_in"]

_LISTS = ("interactions", "events", "frames", "_webSocketMessages")
_DIRECTIONS = ("direction", "op")
_INSIDE = ("data", "payload", "message", "json", "value")
_SENT = ("sent", "send", "write", "out", "outgoing", "client", "to_server")


class Record(Struct, frozen=True):
    """A message of a session.

    Attributes:
        message: The message.
        is_sent: Whether the client sent it; None if the recording does not say.
    """

    message: Mapping[str, Any]
    is_sent: bool | None = None


def records_in(document: Any) -> list[Record]:
    """Return the messages in a file's content; entries that are not messages are left out."""
    return list(_records(document))


def answered(sent: Mapping[str, Any], body: Mapping[str, Any], *, url: str = "") -> Interaction:
    """Return a reply and what was sent since the one before, as if they were a request and its answer."""
    return Interaction(
        method="",
        url=url,
        request_body=json.dumps(sent, ensure_ascii=False, default=str).encode("utf-8", "replace"),
        status=None,
        headers={},
        body=json.dumps(body, ensure_ascii=False, default=str).encode("utf-8", "replace"),
    )


def _records(document: Any) -> Iterator[Record]:
    entries: Any = document
    if isinstance(document, Mapping):
        entries = next((document[key] for key in _LISTS if isinstance(document.get(key), list)), [document])
    for entry in entries if isinstance(entries, Sequence) and not isinstance(entries, str | bytes) else ():
        if isinstance(entry, Mapping):
            yield from _opened(entry)


def _opened(entry: Mapping[str, Any]) -> Iterator[Record]:
    direction = next((entry[key] for key in _DIRECTIONS if isinstance(entry.get(key), str)), None)
    if direction is None and "opcode" in entry:
        direction = entry.get("type")
    if not isinstance(direction, str):
        yield Record(entry)
        return
    inside = next((entry[key] for key in _INSIDE if key in entry), None)
    if isinstance(inside, Mapping) and isinstance(inside.get("value"), Mapping) and "kind" in inside:
        inside = inside["value"]
    if isinstance(inside, str | bytes):
        try:
            inside = json.loads(inside)
        except (ValueError, RecursionError):
            return
    if isinstance(inside, Mapping):
        yield Record(inside, direction.lower() in _SENT)
