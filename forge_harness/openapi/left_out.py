"""LeftOut: why an operation of a document cannot be offered."""

from __future__ import annotations

__all__ = ["LeftOut"]


class LeftOut(ValueError):  # noqa: N818  # it is not an error: other operations of the document are offered
    """An operation cannot be offered.

    Args:
        reason: The reason, a clause without its full stop.
        remedy: What an operator can do about it, a sentence; empty if it is a matter of the document.
    """

    def __init__(self, reason: str, *, remedy: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
