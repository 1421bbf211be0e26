"""Socket errors: the errors of http.client and the clients above it, by their names in cassettes."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Callable
from typing import Any

from ..player import Answer
from ..recording import STOPPED_READING
from .pieces import RECORDING_ENDS

__all__ = ["failure_kind", "socket_error"]

#: Clients convert these to their own errors.
_ERRORS: dict[str, Callable[[str], Exception]] = {
    STOPPED_READING: lambda _: ConnectionResetError(RECORDING_ENDS),
    "ConnectError": ConnectionRefusedError,
    "ConnectTimeout": TimeoutError,
    "PoolTimeout": TimeoutError,
    "ReadTimeout": TimeoutError,
    "RemoteProtocolError": http.client.RemoteDisconnected,
    "WriteError": BrokenPipeError,
    "WriteTimeout": TimeoutError,
}


def failure_kind(error: BaseException, *, has_connected: bool) -> str:
    """Return the name of a failure, as httpx calls it."""
    is_late = isinstance(error, TimeoutError) or "Timeout" in type(error).__name__
    if not has_connected:
        return "ConnectTimeout" if is_late else "ConnectError"
    if isinstance(error, BrokenPipeError):
        return "WriteError"
    if isinstance(error, http.client.HTTPException) and not isinstance(error, OSError):
        return "RemoteProtocolError"
    return "ReadTimeout" if is_late else "ReadError"


def socket_error(answer: Answer, connection: Any = None) -> Exception:
    """Return the error for a recorded failure.

    Args:
        answer: The failure.
        connection: The connection that failed; those of urllib3 have errors of their own.
    """
    kind = str(getattr(answer, "kind", ""))
    text = f"{kind}, as recorded"
    if kind in ("ConnectError", "ConnectTimeout") and type(connection).__module__.startswith("urllib3."):
        errors: Any = sys.modules["urllib3.exceptions"]
        error: Exception = (errors.NewConnectionError if kind == "ConnectError" else errors.ConnectTimeoutError)(
            connection, text
        )
        return error
    return _ERRORS.get(kind, ConnectionResetError)(text)
