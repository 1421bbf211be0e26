"""The errors that a client gets for a request without a recorded answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..sessions.result_drift import ResultDrift

__all__ = ["CassetteDriftError", "CassetteMissError"]


class CassetteMissError(Exception):
    """A request is not in the cassette and may not be sent."""

    # Users import it from there, and tracebacks show it.
    __module__ = "pytest_forge"


class CassetteDriftError(CassetteMissError):
    """A request differs from the recorded one in tool results only.

    Attributes:
        drift: Each tool result that has changed.
    """

    __module__ = "pytest_forge"

    def __init__(self, message: str, drift: tuple[ResultDrift, ...]) -> None:
        super().__init__(message)
        self.drift = drift
