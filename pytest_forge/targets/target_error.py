"""TargetError: a target that cannot be checked."""

from __future__ import annotations

__all__ = ["TargetError"]


class TargetError(Exception):
    """The target cannot be checked; the message says in two sentences what was found, and what to do."""
