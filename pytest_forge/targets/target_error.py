"""TargetError: a target that cannot be read at all."""

from __future__ import annotations

__all__ = ["TargetError"]


class TargetError(Exception):
    """The target names nothing that can be checked; the text says in two sentences what was found, and what to do."""
