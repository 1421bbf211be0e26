"""Endpoint: the URLs of a provider, its credentials, and its timeout."""

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

#: The longest wait for data in seconds. Source: seed 003, "ProviderTimeoutError".
DEFAULT_TIMEOUT_S = 120.0

_MAX_TIMEOUT_S = 86_400


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The URLs of a provider, and the changes to its requests.

    Attributes:
        url: For plain requests.
        stream_url: For streamed requests.
        headers: The headers, with the key.
        changes: Fields that replace those of each body; None removes a field.
        renames: Fields of the body with another name on this host.
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
    """Parse the variable; an invalid value is logged once."""
    try:
        seconds = float(text) if text.strip() else DEFAULT_TIMEOUT_S
    except ValueError:
        seconds = math.nan
    if 0 < seconds < _MAX_TIMEOUT_S:
        return seconds
    log.warning(
        "FLUID_LLM_TIMEOUT_SECONDS=%r is not a number of seconds above 0 and below %d. The timeout is %d s instead.",
        text,
        _MAX_TIMEOUT_S,
        DEFAULT_TIMEOUT_S,
    )
    return DEFAULT_TIMEOUT_S


def credentials_of(endpoint: Endpoint) -> tuple[str, ...]:
    """Return the secrets of the requests, in every form that a provider may repeat."""
    signed = [value for name, value in endpoint.headers.items() if "version" not in name.lower()]
    for parts in map(urlsplit, (endpoint.url, endpoint.stream_url)):
        signed += [value for name, value in parse_qsl(parts.query) if "version" not in name.lower()]
        signed += [unquote(part) for part in (parts.username, parts.password) if part]
    return tuple({part for value in signed for part in (value, *value.split())})
