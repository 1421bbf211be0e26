"""Failures of a model provider as typed errors, by the operator's remedy.

::

    a timeout of any library, 408           ProviderTimeoutError
    401, 403                                ProviderAuthError
    413, 4xx that says the prompt is long   ContextOverflowError
    429, 5xx with Retry-After               RateLimitError
    429 without quota or credit             QuotaExceededError
    5xx, 529 included; no connection        ProviderServerError
    anything else                           ProviderError

An error inside a stream lacks a status; its ``type`` decides. Messages quote the provider's own sentence, redacted and
shortened, and nothing else of its answer; for a refused credential, not even that.
Source: seed 003, "Mapping from provider exceptions".
"""

from __future__ import annotations

import email.utils
import re
import socket
import sys
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

from ..errors import (
    ContextOverflowError,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    QuotaExceededError,
    RateLimitError,
)
from ..private_text import redact
from ..scrub import as_text
from .fault import MAX_SEARCHED, Fault, class_of, read_fault, says_overflow

__all__ = ["MAX_RETRY_AFTER_S", "classify_provider_error", "classify_provider_reply", "parse_retry_after"]

#: The longest wait in seconds that a provider may ask for. Source: seed 003, "RateLimitError".
MAX_RETRY_AFTER_S = 300.0

_MAX_EXCERPT = 200

_ADVICE: dict[type[ProviderError], str] = {
    RateLimitError: "Wait before the next request, or send fewer at a time.",
    QuotaExceededError: "Add credit or raise the quota; the same request would fail again.",
    ProviderTimeoutError: "Try again, or raise the timeout.",
    ContextOverflowError: "Send less, or choose a model with a larger context window.",
    ProviderAuthError: "Check the API key and its permissions.",
    ProviderServerError: "Try again; if it persists, check the provider's status page.",
    ProviderError: "Correct the request or the account; the same request would fail again.",
}

#: Errors of HTTP clients by module; a client is not imported to recognise its errors.
_TIMEOUTS = (
    ("builtins", "TimeoutError"),
    ("httpx", "TimeoutException"),
    ("requests.exceptions", "Timeout"),
    ("urllib3.exceptions", "TimeoutError"),
)

_UNREACHABLE = (
    ("requests.exceptions", "ConnectionError"),
    ("requests.exceptions", "ChunkedEncodingError"),
    ("urllib3.exceptions", "NewConnectionError"),
    ("urllib3.exceptions", "ProtocolError"),
)

_SECONDS = re.compile(r"(?a:\d{1,12}(?:\.\d*)?|\.\d+)")

#: Only words: a digit may be part of an id or a key.
_SAFE_TYPE = re.compile(r"[A-Za-z][A-Za-z_]{0,47}")

_SECRET_HEADER = re.compile(r"auth|key|token|cookie|secret|session|signature", re.IGNORECASE)

_MIN_CREDENTIAL = 6


def classify_provider_error(
    exc: BaseException | tuple[str, str], *, provider: str = "", credentials: Collection[str] = ()
) -> ProviderError:
    """Return the typed error for *exc*.

    Args:
        exc: An exception of the transport; a typed error is returned unchanged. Or the type and message of an error
            inside a stream.
        provider: The provider's name, for the message and the error's field.
        credentials: Secrets of the request besides those in its headers and query; removed from the message if the
            provider repeats them.
    """
    if isinstance(exc, ProviderError):
        return exc
    if isinstance(exc, tuple):
        kind, message = exc
        status = int(kind) if re.fullmatch(r"[1-5]\d\d", kind) else None
        return _build(Fault(status=status, types=(kind,), message=message), provider, {}, None, credentials)
    if _is_any(exc, _TIMEOUTS):
        return _without_reply(ProviderTimeoutError, exc, provider, "did not answer in time")
    httpx = sys.modules.get("httpx")
    if httpx is not None and isinstance(exc, httpx.HTTPStatusError):
        return _of_reply(exc, provider, credentials)
    if isinstance(exc, ConnectionError | socket.gaierror) or _is_any(exc, _UNREACHABLE):
        return _without_reply(ProviderServerError, exc, provider, "could not be reached")
    if httpx is not None and isinstance(exc, httpx.RequestError):
        own_fault = isinstance(exc, httpx.UnsupportedProtocol | httpx.LocalProtocolError | httpx.TooManyRedirects)
        return _without_reply(
            ProviderError if own_fault else ProviderServerError, exc, provider, "could not be reached"
        )
    text = as_text(lambda: exc)[:MAX_SEARCHED]
    if says_overflow(text):
        return _without_reply(ContextOverflowError, exc, provider, "refused the prompt as too long")
    if re.search(r"\boverloaded\b", text, re.IGNORECASE):
        return _without_reply(ProviderServerError, exc, provider, "is overloaded")
    return _without_reply(ProviderError, exc, provider, "could not be asked")


def _is_any(exc: BaseException, names: Collection[tuple[str, str]]) -> bool:
    # An error of a module that is not loaded cannot have been raised.
    return any(isinstance(exc, getattr(sys.modules.get(module), name, ())) for module, name in names)


def classify_provider_reply(
    status_code: int,
    body: str | bytes,
    *,
    headers: Mapping[str, str] | None = None,
    provider: str = "",
    credentials: Collection[str] = (),
    original_error: BaseException | None = None,
) -> ProviderError:
    """Return the typed error for a reply with status 400 or above.

    Args:
        status_code: The HTTP status.
        body: The reply's body, decoded or not.
        headers: The reply's headers, in any case.
        provider: The provider's name.
        credentials: Secrets of the request; removed from the message if the provider repeats them.
        original_error: The transport's error, if any.
    """
    fault = read_fault(status_code, body)
    lowered = {name.lower(): value for name, value in (headers or {}).items()}
    return _build(fault, provider, lowered, original_error, credentials)


def parse_retry_after(value: str | None, *, now: datetime | None = None) -> float | None:
    """Return the seconds of a Retry-After header, at most 300; None if it is missing or invalid.

    Args:
        value: Seconds, with or without a fraction, or an HTTP date.
        now: The time to compare a date with, with a timezone; None for the current time. A past date gives 0.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), MAX_RETRY_AFTER_S)
    try:
        moment = email.utils.parsedate_to_datetime(text)
        # Without a zone it is UTC (RFC 9110).
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return min(max(0.0, seconds), MAX_RETRY_AFTER_S)


def _of_reply(exc: Any, provider: str, known: Collection[str]) -> ProviderError:
    response = exc.response
    try:
        body: str | bytes = response.content
    except Exception:  # noqa: BLE001  # an unread or undecodable stream does not have a body to quote
        body = b""
    try:
        request = exc.request
        credentials = [value for name, value in request.headers.items() if _SECRET_HEADER.search(name)]
        credentials += [value for name, value in request.url.params.multi_items() if _SECRET_HEADER.search(name)]
    except RuntimeError:  # a response without a request
        credentials = []
    return classify_provider_reply(
        response.status_code,
        body,
        headers=response.headers,
        provider=provider,
        credentials=[*known, *(part for value in credentials for part in (value, *value.split()))],
        original_error=exc,
    )


def _without_reply(error_class: type[ProviderError], exc: BaseException, provider: str, what: str) -> ProviderError:
    # The text of a transport's error may hold a URL with a key, or a header, so only the class is quoted.
    name = type(exc).__name__
    shown = f" ({name})" if _SAFE_TYPE.fullmatch(name) else ""
    return error_class(
        f"{_subject(provider)} {what}{shown}. {_ADVICE[error_class]}", provider=provider, original_error=exc
    )


def _subject(provider: str) -> str:
    return f"The provider {provider!r}" if provider else "The provider"


def _build(
    fault: Fault,
    provider: str,
    headers: Mapping[str, str],
    original_error: BaseException | None,
    credentials: Collection[str],
) -> ProviderError:
    retry_after = _retry_after(headers, fault)
    error_class = class_of(fault, retry_after)
    kind = next(
        (kind for kind in fault.types if _SAFE_TYPE.fullmatch(kind) and _excerpt(kind, credentials) == kind), ""
    )
    if fault.status:
        what = f"answered {fault.status}" + (f" ({kind})" if kind else "")
    else:
        what = "reported an error" + (f" of type {kind!r}" if kind else "")
    excerpt = "" if error_class is ProviderAuthError else _excerpt(fault.message, credentials)
    said = f", saying {excerpt!r}" if excerpt else ""
    return error_class(
        f"{_subject(provider)} {what}{said}. {_ADVICE[error_class]}",
        provider=provider,
        status_code=fault.status,
        retry_after=retry_after,
        original_error=original_error,
    )


def _retry_after(headers: Mapping[str, str], fault: Fault) -> float | None:
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _SECONDS.fullmatch(milliseconds):
        return min(float(milliseconds) / 1000, MAX_RETRY_AFTER_S)
    asked = parse_retry_after(headers.get("retry-after"))
    return asked if asked is not None else parse_retry_after(fault.retry_delay.removesuffix("s"))


def _excerpt(message: str, credentials: Collection[str]) -> str:
    for credential in sorted(credentials, key=len, reverse=True):
        if len(credential) >= _MIN_CREDENTIAL:
            message = message.replace(credential, "[redacted]")
    # Redacted before it is cut: half a key would not be recognised.
    one_line = " ".join(redact(message[:MAX_SEARCHED]).split()).rstrip(".")
    printable = "".join(character if character.isprintable() else "?" for character in one_line)
    return printable if len(printable) <= _MAX_EXCERPT else printable[: _MAX_EXCERPT - 1] + "…"
