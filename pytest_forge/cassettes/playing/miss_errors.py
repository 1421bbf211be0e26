"""What a client is told of a request that a cassette does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..sessions.result_drift import ResultDrift

__all__ = ["CassetteDriftError", "CassetteMissError"]


class CassetteMissError(Exception):
    """A request is not in the cassette, and may not be sent."""

    # Where users import it from, which is how a traceback calls it.
    __module__ = "pytest_forge"


class CassetteDriftError(CassetteMissError):
    """A request is in the cassette, but for what tools returned.

    Attributes:
        drift: Each result that is another one now.
    """

    __module__ = "pytest_forge"

    def __init__(self, message: str, drift: tuple[ResultDrift, ...]) -> None:
        super().__init__(message)
        self.drift = drift
