"""Hides the query and the user of a URL in the log of httpx, since they may hold a key.

httpx logs the whole URL of every request at level INFO.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

__all__ = ["addresses_hidden"]

_LOGGER = logging.getLogger("httpx")
_HIDING: ContextVar[bool] = ContextVar("forge_harness_addresses_hidden", default=False)


class addresses_hidden:  # noqa: N801  # used as a function; a generator-based one would be slower
    """Let httpx log only host and path of the requests inside; other requests are logged as before."""

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        # The logger adds the same function only once.
        _LOGGER.addFilter(_shorten)
        self._token = _HIDING.set(True)

    def __exit__(self, *_: object) -> None:
        _HIDING.reset(self._token)


def _shorten(record: logging.LogRecord) -> bool:
    if _HIDING.get() and isinstance(record.args, tuple):
        record.args = tuple(map(_shown, record.args))
    return True


def _shown(value: Any) -> Any:
    if type(value).__name__ != "URL":
        return value
    parts = urlsplit(str(value))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
