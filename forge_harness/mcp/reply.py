"""What a message of a server says: its error, and the words of the protocol in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["error_code", "error_message", "protocol_words"]

_MAX_MESSAGE = 200


def error_code(reply: Mapping[str, Any]) -> int | None:
    """Return the code of a reply that is an error, 0 if it has none; None for other replies."""
    error = reply.get("error")
    if error is None:
        return None
    return error["code"] if isinstance(error, dict) and isinstance(error.get("code"), int) else 0


def error_message(reply: Mapping[str, Any]) -> str:
    """Return the message of a reply that is not a result."""
    error = reply.get("error")
    text = error.get("message") if isinstance(error, dict) else None
    return str(text or error or "no result")[:_MAX_MESSAGE]


def protocol_words(message: Any) -> Iterator[str]:
    """Yield the keys and the names of types in a message; all other values are the server's own."""
    parts = [message]
    while parts:
        part = parts.pop()
        if isinstance(part, Mapping):
            yield from part
            yield from (kind for kind in [part.get("type")] if isinstance(kind, str))
            parts += part.values()
        elif isinstance(part, list):
            parts += part
