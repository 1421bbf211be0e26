"""FoundSecret: a secret in a text, with its kind and its place."""

from __future__ import annotations

from msgspec import Struct

__all__ = ["FoundSecret"]


class FoundSecret(Struct, frozen=True):
    """A secret in a text.

    Attributes:
        kind: Its vendor, or the reason for the finding; never the secret.
        start: Its beginning.
        end: Its end.
    """

    kind: str
    start: int
    end: int
