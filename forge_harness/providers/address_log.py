"""What is logged of a provider's address while it is asked: neither its query nor its user, which may hold a key.

httpx writes the whole address of every request to its log, at level INFO.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

__all__ = ["addresses_hidden"]

_LOGGER = logging.getLogger("httpx")
_HIDING: ContextVar[bool] = ContextVar("forge_harness_addresses_hidden", default=False)


class addresses_hidden:  # noqa: N801  # used as a function; a generator would cost each request more
    """Have httpx log no more than host and path of what is requested in here; other requests are logged as ever."""

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        # The same function is only added once, however often it is asked for.
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
