"""Secret search: all secrets in a text, by their shapes, in addresses and commands, and beside names."""

from __future__ import annotations

from collections.abc import Iterable

from .assigned_secret import find_assigned
from .credential_headers import find_in_cookies
from .found_secret import FoundSecret
from .secret_addresses import find_in_addresses
from .secret_commands import find_in_commands
from .secret_phrases import find_seed_phrases
from .secret_shapes import find_shapes

__all__ = ["find_secrets"]


def find_secrets(text: str) -> list[FoundSecret]:
    """Return the secrets in *text*, in order; none overlaps another."""
    # Only ASCII is lowered, because other letters may change their number.
    lowered = text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")
    found = [*find_shapes(text), *find_in_addresses(text), *find_in_commands(text), *find_in_cookies(text, lowered)]
    return _merged([*found, *find_seed_phrases(text, lowered), *find_assigned(text, lowered)])


def _merged(found: Iterable[FoundSecret]) -> list[FoundSecret]:
    merged: list[FoundSecret] = []
    for one in sorted(found, key=lambda each: (each.start, -each.end)):
        if merged and one.start < merged[-1].end:
            last = merged[-1]
            if one.end > last.end:
                merged[-1] = FoundSecret(last.kind, last.start, one.end)
        elif one.end > one.start:
            merged.append(one)
    return merged
