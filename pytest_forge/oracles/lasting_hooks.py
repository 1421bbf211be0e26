"""Lasting hooks: hooks of oracles that stay in a process, and their removal before its next check."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["remove_lasting_hooks", "removed_later"]

_removals: list[Callable[[], None]] = []


def removed_later(remove: Callable[[], None]) -> None:
    """Note how hooks that were just installed are removed."""
    _removals.append(remove)


def remove_lasting_hooks() -> None:
    """Remove all hooks, the latest first."""
    while _removals:
        _removals.pop()()
