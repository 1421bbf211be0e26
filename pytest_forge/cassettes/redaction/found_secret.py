"""FoundSecret: a secret in a text, as those who search for one report it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FoundSecret"]


@dataclass(frozen=True, slots=True)
class FoundSecret:
    """A secret in a text.

    Attributes:
        kind: Whose it is, or what told it; never the secret.
        start: Where it begins.
        end: Where it ends.
    """

    kind: str
    start: int
    end: int
