"""Errors of requests that tools send."""

from __future__ import annotations

from typing import Any

from .fluid_error import FluidError
from .tool_errors import ToolError

__all__ = ["EgressRefusedError"]


class EgressRefusedError(ToolError):
    """The policy of the operator does not allow a request to this place; nothing was sent."""

    guidance = "Requests to that place are not allowed here. Use another source, or ask the user to have it allowed."

    def __init__(self, message: str = "", *, code: str = "egress_refused", **fields: Any) -> None:
        # Not that of ToolError: the fields of every error, such as the original one, are accepted here as well.
        FluidError.__init__(self, message, **fields)
        self.code = code
