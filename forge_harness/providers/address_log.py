"""What is logged of a provider's address while it is asked: neither its query nor its user, which may hold a key.

httpx writes the whole address of every request to its log, at level INFO.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

__all__ = ["addresses_hidden"]

_HIDING: ContextVar[bool] = ContextVar("forge_harness_addresses_hidden", default=False)


@contextmanager
def addresses_hidden() -> Iterator[None]:
    """Have httpx log no more than host and path of what is requested in here; other requests are logged as ever."""
    logger = logging.getLogger("httpx")
    # The same function is only added once, however often it is asked for.
    logger.addFilter(_shorten)
    token = _HIDING.set(True)
    try:
        yield
    finally:
        _HIDING.reset(token)


def _shorten(record: logging.LogRecord) -> bool:
    if _HIDING.get() and isinstance(record.args, tuple):
        record.args = tuple(map(_shown, record.args))
    return True


def _shown(value: Any) -> Any:
    if type(value).__name__ != "URL":
        return value
    parts = urlsplit(str(value))
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
