"""LeftOut: why an operation of a document cannot be offered."""

from __future__ import annotations

__all__ = ["LeftOut"]


class LeftOut(ValueError):  # noqa: N818  # it is not an error: other operations of the document are offered
    """An operation cannot be offered.

    Args:
        reason: The reason, half a sentence that follows "because", without its full stop.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
