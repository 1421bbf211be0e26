"""Printable text: what a terminal, or a log, may be given of a name or a message that a stranger wrote."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """Return *text* with everything that is no visible character or plain space written as an escape sequence."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
