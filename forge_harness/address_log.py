"""Hides what may hold a key in the logs of the HTTP client: queries and users of URLs, and headers.

httpx logs the whole URL of every request at level INFO, and httpcore the headers of every response at level DEBUG.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

__all__ = ["addresses_hidden"]

_LOGGER = logging.getLogger("httpx")
_BELOW = tuple(logging.getLogger(f"httpcore.{protocol}") for protocol in ("http11", "http2"))
_HIDING: ContextVar[bool] = ContextVar("forge_harness_addresses_hidden", default=False)


class addresses_hidden:  # noqa: N801  # used as a function; a generator-based one would be slower
    """Let httpx log only host and path of the requests inside, and httpcore only what it does; others as before."""

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        # A logger adds the same function only once.
        _LOGGER.addFilter(_shorten)
        for logger in _BELOW:
            logger.addFilter(_leave_out_details)
        self._token = _HIDING.set(True)

    def __exit__(self, *_: object) -> None:
        _HIDING.reset(self._token)


def _shorten(record: logging.LogRecord) -> bool:
    if _HIDING.get() and isinstance(record.args, tuple):
        record.args = tuple(map(_shown, record.args))
    return True


def _leave_out_details(record: logging.LogRecord) -> bool:
    if _HIDING.get():
        # "receive_response_headers.complete return_value=(…)": what was done, and then its details
        record.msg, record.args = str(record.msg).partition(" ")[0], ()
    return True


def _shown(value: Any) -> Any:
    if type(value).__name__ != "URL":
        return value
    parts = urlsplit(str(value))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
