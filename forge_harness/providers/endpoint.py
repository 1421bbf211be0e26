"""Endpoint: the address of a provider, its credentials, and how long it may take."""

from __future__ import annotations

import functools
import logging
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

__all__ = ["DEFAULT_TIMEOUT_S", "Endpoint", "credentials_of", "default_timeout_s"]

log = logging.getLogger(__name__)

#: Seconds without a byte after which a request is given up. Source: seed 003, "ProviderTimeoutError".
DEFAULT_TIMEOUT_S = 120.0

_MAX_TIMEOUT_S = 86_400


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where and how a provider is asked.

    Attributes:
        url: For an answer that comes at once.
        stream_url: For one in pieces.
        headers: The key among them.
        changes: Put over the body of each request; None takes a field out.
        renames: Fields of the body that this host knows under another name.
    """

    url: str
    stream_url: str
    headers: Mapping[str, str] = field(repr=False)
    changes: Mapping[str, Any] = field(default_factory=dict)
    renames: Mapping[str, str] = field(default_factory=dict)


def default_timeout_s() -> float:
    """Return the timeout of ``FLUID_LLM_TIMEOUT_SECONDS``, else `DEFAULT_TIMEOUT_S`."""
    return _seconds(os.environ.get("FLUID_LLM_TIMEOUT_SECONDS", ""))


@functools.lru_cache(maxsize=8)
def _seconds(text: str) -> float:
    """Read the variable; what cannot be used is told when it is read first."""
    try:
        seconds = float(text) if text.strip() else DEFAULT_TIMEOUT_S
    except ValueError:
        seconds = math.nan
    if 0 < seconds < _MAX_TIMEOUT_S:
        return seconds
    log.warning(
        "FLUID_LLM_TIMEOUT_SECONDS=%r is not a number of seconds above 0 and below %d. Requests may take %d s instead.",
        text,
        _MAX_TIMEOUT_S,
        DEFAULT_TIMEOUT_S,
    )
    return DEFAULT_TIMEOUT_S


def credentials_of(endpoint: Endpoint) -> tuple[str, ...]:
    """Return what the requests are signed with, as a provider may repeat it."""
    signed = [value for name, value in endpoint.headers.items() if "version" not in name.lower()]
    for parts in map(urlsplit, (endpoint.url, endpoint.stream_url)):
        signed += [value for name, value in parse_qsl(parts.query) if "version" not in name.lower()]
        signed += [unquote(part) for part in (parts.username, parts.password) if part]
    return tuple({part for value in signed for part in (value, *value.split())})
