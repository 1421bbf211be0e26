"""Printable text: names and messages from foreign code, safe to show on a terminal or in a log."""

from __future__ import annotations

__all__ = ["printable"]


def printable(text: str) -> str:
    """Return *text* on one line, each character that is not printable as its escape sequence."""
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)
