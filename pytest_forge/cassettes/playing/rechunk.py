"""Rechunk: the pieces of an answer cut anew, to shake a parser that relies on where they end."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

__all__ = ["rechunked"]

#: Short pieces are common, so that borders fall inside words, numbers and characters.
_LENGTHS = (1, 2, 3, 5, 8, 13, 34, 144, 610)


def rechunked(chunks: Sequence[bytes], seed: int) -> tuple[bytes, ...]:
    """Return the same bytes in other pieces; the same seed cuts the same bytes alike."""
    data = b"".join(chunks)
    # No clock and no counter: concurrent requests must not change how each is cut.
    dice = random.Random(hashlib.sha256(b"%d:" % seed + data).digest())  # noqa: S311  # it hides nothing
    pieces = []
    start = 0
    while start < len(data):
        end = start + dice.randint(1, dice.choice(_LENGTHS))
        pieces.append(data[start:end])
        start = end
    return tuple(pieces)
