"""Socket errors: what http.client and those above it raise, by the name under which a cassette keeps it."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Callable
from typing import Any

from ..player import Answer
from ..recording import STOPPED_READING
from .pieces import RECORDING_ENDS

__all__ = ["failure_kind", "socket_error"]

#: Clients make their own errors of these.
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
    """Return the name of a failure, in httpx's word."""
    is_late = isinstance(error, TimeoutError) or "Timeout" in type(error).__name__
    if not has_connected:
        return "ConnectTimeout" if is_late else "ConnectError"
    if isinstance(error, BrokenPipeError):
        return "WriteError"
    if isinstance(error, http.client.HTTPException) and not isinstance(error, OSError):
        return "RemoteProtocolError"
    return "ReadTimeout" if is_late else "ReadError"


def socket_error(answer: Answer, connection: Any = None) -> Exception:
    """Return the error for a failure that was recorded.

    Args:
        answer: The failure.
        connection: What was to be connected; one of urllib3 has errors of its own for that.
    """
    kind = str(getattr(answer, "kind", ""))
    text = f"{kind}, as it was recorded"
    if kind in ("ConnectError", "ConnectTimeout") and type(connection).__module__.startswith("urllib3."):
        errors: Any = sys.modules["urllib3.exceptions"]
        error: Exception = (errors.NewConnectionError if kind == "ConnectError" else errors.ConnectTimeoutError)(
            connection, text
        )
        return error
    return _ERRORS.get(kind, ConnectionResetError)(text)
