"""Failures of a model provider, sorted into the typed errors by what the operator can do about them.

::

    a timeout of any library, 408           ProviderTimeoutError
    401, 403                                ProviderAuthError
    413, 4xx that says the prompt is long   ContextOverflowError
    429, 5xx with Retry-After               RateLimitError
    429 without quota or credit             QuotaExceededError
    5xx, 529 included; no connection        ProviderServerError
    anything else                           ProviderError

An error inside a stream has no status; its ``type`` decides. Messages quote the provider's own sentence, redacted and
short, and nothing else of its answer; of a refused credential, not even that.
Source: seed 003, "Mapping from provider exceptions".
"""

from __future__ import annotations

import email.utils
import json
import re
import socket
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .errors import (
    ContextOverflowError,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    QuotaExceededError,
    RateLimitError,
)
from .private_text import redact
from .scrub import as_text

__all__ = ["MAX_RETRY_AFTER_S", "classify_provider_error", "classify_provider_reply", "parse_retry_after"]

#: The longest wait that a provider may ask for, in seconds. Source: seed 003, "RateLimitError".
MAX_RETRY_AFTER_S = 300.0

_MAX_EXCERPT = 200
_MAX_BODY = 1_000_000
_MAX_SEARCHED = 20_000

_ADVICE: dict[type[ProviderError], str] = {
    RateLimitError: "Wait before the next request, or send fewer at a time.",
    QuotaExceededError: "Add credit or raise the quota; the same request would fail again.",
    ProviderTimeoutError: "Try again, or raise the timeout.",
    ContextOverflowError: "Send less, or choose a model with a larger context window.",
    ProviderAuthError: "Check the API key and what it may be used for.",
    ProviderServerError: "Try again; if it persists, look at the provider's status page.",
    ProviderError: "Correct the request or the account; the same request would fail again.",
}

#: Error types and codes, in lower case, as the providers write them in bodies and inside streams.
_CLASS_OF_TYPE: dict[str, type[ProviderError]] = (
    dict.fromkeys(
        ("rate_limit_error", "rate_limit_exceeded", "resource_exhausted", "too_many_requests", "rate_limited"),
        RateLimitError,
    )
    | dict.fromkeys(
        ("timeout", "timeout_error", "deadline_exceeded", "request_timeout", "gateway_timeout"), ProviderTimeoutError
    )
    | dict.fromkeys(
        ("context_length_exceeded", "request_too_large", "exceed_context_size_error", "context_window_exceeded"),
        ContextOverflowError,
    )
    | dict.fromkeys(
        (
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "api_key_invalid",
            "permission_denied",
            "unauthenticated",
            "unauthorized",
        ),
        ProviderAuthError,
    )
    | dict.fromkeys(
        (
            "overloaded_error",
            "overloaded",
            "server_error",
            "server_overloaded",
            "api_error",
            "internal",
            "internal_error",
            "internal_server_error",
            "service_unavailable",
            "unavailable",
        ),
        ProviderServerError,
    )
)

#: Nothing is left to spend: a wait does not help, whatever the status says.
_OUT_OF_QUOTA = frozenset(
    {
        "insufficient_quota",
        "billing_error",
        "billing_hard_limit_reached",
        "billing_not_active",
        "insufficient_balance",
        "insufficient_credits",
        "payment_required",
    }
)

#: Sentences that say the prompt does not fit. Bare nouns do not count: "context window" occurs in advice as well.
_OVERFLOW = re.compile(
    r"""context_length_exceeded
    | maximum\ context\ length\ (?:is|of)\b | \bmaximum\ prompt\ length\ is\b
    | prompt\ is\ too\ long | \binput\ is\ too\ long\b | \brequest\ too\ large\b | \bcontent\ too\ large\b
    | exceeds?\ (?:the\ |this\ |its\ )?(?:\w+(?:'s)?\ ){0,2}(?:maximum\ )?context\ (?:window|length|limit|size)
    | exceeds?\ the\ available\ context
    | \b(?:input|prompt)\ token\ count\b.{0,40}\bexceeds\ the\ maximum | \btoo\ large\ for\ model\ with\b
    | \binput\ length\ and\ `?max_tokens`?\ exceed\ context
    | \bcontext\ (?:window|length)\ (?:exceeded|is\ exceeded|was\ exceeded|overflow)
    | \btoo\ many\ (?:input\ |prompt\ )?tokens\b
    | `?inputs`?\ must\ have\ less\ than\ \d+\ tokens""",
    re.IGNORECASE | re.VERBOSE,
)
#: The answer's length was asked for wrongly, which the same sentences may mention.
_ABOUT_OUTPUT = re.compile(r"\W*(?:max_?(?:completion_|output_|new_)?tokens|maxoutputtokens)\b", re.IGNORECASE)

#: Failures of clients, each by its module: the harness loads no client to know its errors.
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
#: Words only: a digit may be part of an id or a key.
_SAFE_TYPE = re.compile(r"[A-Za-z][A-Za-z_]{0,47}")
_SECRET_HEADER = re.compile(r"auth|key|token|cookie|secret|session|signature", re.IGNORECASE)
_MIN_CREDENTIAL = 6


def classify_provider_error(
    exc: BaseException | tuple[str, str], *, provider: str = "", credentials: Collection[str] = ()
) -> ProviderError:
    """Return the typed error that *exc* amounts to.

    Args:
        exc: What the transport raised; a typed error is returned unchanged. Or type and message of an error that came
            inside a stream.
        provider: The provider's name, for the message and the error's field.
        credentials: What the request was signed with, beside what its own headers and query show; cut out of the
            message wherever the provider repeats it.
    """
    if isinstance(exc, ProviderError):
        return exc
    if isinstance(exc, tuple):
        kind, message = exc
        status = int(kind) if re.fullmatch(r"[1-5]\d\d", kind) else None
        return _build(_Fault(status=status, types=(kind,), message=message), provider, {}, None, credentials)
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
    text = as_text(lambda: exc)[:_MAX_SEARCHED]
    if _says_overflow(text):
        return _without_reply(ContextOverflowError, exc, provider, "refused the prompt as too long")
    if re.search(r"\boverloaded\b", text, re.IGNORECASE):
        return _without_reply(ProviderServerError, exc, provider, "is overloaded")
    return _without_reply(ProviderError, exc, provider, "could not be asked")


def _is_any(exc: BaseException, names: Collection[tuple[str, str]]) -> bool:
    # Nobody can have raised what a module declares before it was loaded.
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
    """Return the typed error that a reply of 400 or above amounts to.

    Args:
        status_code: The HTTP status.
        body: The reply's body, decoded or not.
        headers: The reply's headers, in any case.
        provider: The provider's name.
        credentials: What the request was signed with; cut out of the message wherever the provider repeats it.
        original_error: The transport's error, if there was one.
    """
    fault = _read_fault(status_code, body)
    lowered = {name.lower(): value for name, value in (headers or {}).items()}
    return _build(fault, provider, lowered, original_error, credentials)


def parse_retry_after(value: str | None, *, now: datetime | None = None) -> float | None:
    """Return the seconds that a Retry-After header asks for, at most 300; None if it asks for nothing sensible.

    Args:
        value: Seconds, whole or not, or an HTTP date.
        now: The time to measure a date against, with a timezone; None for the clock's. A date that is past gives 0.
    """
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), MAX_RETRY_AFTER_S)
    try:
        moment = email.utils.parsedate_to_datetime(text)
        # Without a zone it is UTC, by RFC 9110.
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (moment - (now or datetime.now(UTC))).total_seconds()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return min(max(0.0, seconds), MAX_RETRY_AFTER_S)


@dataclass(frozen=True, slots=True)
class _Fault:
    """What a provider says of a failure, whatever its dialect."""

    status: int | None = None
    types: tuple[str, ...] = ()
    message: str = ""
    param: str = ""
    retry_delay: str = ""
    raw: str = ""


def _of_reply(exc: Any, provider: str, known: Collection[str]) -> ProviderError:
    response = exc.response
    try:
        body: str | bytes = response.content
    except Exception:  # noqa: BLE001  # a stream that was not read, or cannot be decoded, has no body to quote
        body = b""
    try:
        request = exc.request
        credentials = [value for name, value in request.headers.items() if _SECRET_HEADER.search(name)]
        credentials += [value for name, value in request.url.params.multi_items() if _SECRET_HEADER.search(name)]
    except RuntimeError:  # a response that was made without a request
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
    # The text of a transport's error may hold the URL with its key, or a header: the class alone is quoted.
    name = type(exc).__name__
    shown = f" ({name})" if _SAFE_TYPE.fullmatch(name) else ""
    return error_class(
        f"{_subject(provider)} {what}{shown}. {_ADVICE[error_class]}", provider=provider, original_error=exc
    )


def _subject(provider: str) -> str:
    return f"The provider {provider!r}" if provider else "The provider"


def _build(
    fault: _Fault,
    provider: str,
    headers: Mapping[str, str],
    original_error: BaseException | None,
    credentials: Collection[str],
) -> ProviderError:
    retry_after = _retry_after(headers, fault)
    error_class = _class_of(fault, retry_after)
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


def _class_of(fault: _Fault, retry_after: float | None) -> type[ProviderError]:
    status, types = fault.status, [kind.lower() for kind in fault.types]
    if any(kind in _OUT_OF_QUOTA for kind in types):
        return QuotaExceededError if status == 429 else ProviderError
    if status is None:
        named = next((_CLASS_OF_TYPE[kind] for kind in types if kind in _CLASS_OF_TYPE), None)
        return named or (ContextOverflowError if _says_overflow(fault.message) else ProviderError)
    if status == 429:
        return RateLimitError
    if status >= 500:
        return ProviderServerError if retry_after is None else RateLimitError
    if status in (401, 403):
        return ProviderAuthError
    if status == 408:
        return ProviderTimeoutError
    named_classes = {_CLASS_OF_TYPE.get(kind) for kind in types}
    about_output = bool(_ABOUT_OUTPUT.match(fault.param))
    if status == 413 or ContextOverflowError in named_classes:
        return ContextOverflowError
    if 400 <= status < 500 and not about_output and _says_overflow(fault.message or fault.raw):
        return ContextOverflowError
    # Gemini answers 400 to a wrong key and says so in a detail only.
    return ProviderAuthError if "api_key_invalid" in types else ProviderError


def _says_overflow(text: str) -> bool:
    return bool(_OVERFLOW.search(text)) and not _ABOUT_OUTPUT.match(text)


def _retry_after(headers: Mapping[str, str], fault: _Fault) -> float | None:
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _SECONDS.fullmatch(milliseconds):
        return min(float(milliseconds) / 1000, MAX_RETRY_AFTER_S)
    asked = parse_retry_after(headers.get("retry-after"))
    return asked if asked is not None else parse_retry_after(fault.retry_delay.removesuffix("s"))


def _excerpt(message: str, credentials: Collection[str]) -> str:
    for credential in sorted(credentials, key=len, reverse=True):
        if len(credential) >= _MIN_CREDENTIAL:
            message = message.replace(credential, "[redacted]")
    # Redacted before it is cut: half a key has no shape that could be known.
    one_line = " ".join(redact(message[:_MAX_SEARCHED]).split()).rstrip(".")
    printable = "".join(character if character.isprintable() else "?" for character in one_line)
    return printable if len(printable) <= _MAX_EXCERPT else printable[: _MAX_EXCERPT - 1] + "…"


def _read_fault(status: int, body: str | bytes) -> _Fault:
    raw = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    try:
        data = json.loads(raw) if len(raw) <= _MAX_BODY else None
    except (ValueError, RecursionError):
        data = None
    # Gemini's stream without SSE is a list, also when it failed.
    data = data[0] if isinstance(data, list) and data else data
    if not isinstance(data, dict):
        return _Fault(status=status, raw=raw[:_MAX_SEARCHED])
    error = data.get("error", data)
    if isinstance(error, str):
        error = {**data, "message": error}
    if not isinstance(error, dict):
        error = data
    details = error.get("details")
    details = [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []
    types = [*map(error.get, ("type", "code", "status", "error_type")), *(detail.get("reason") for detail in details)]
    message = next((error[key] for key in ("message", "detail") if isinstance(error.get(key), str)), "")
    return _Fault(
        status=status,
        types=tuple(kind for kind in types if isinstance(kind, str) and kind),
        message=message,
        param=error["param"] if isinstance(error.get("param"), str) else "",
        retry_delay=next((d["retryDelay"] for d in details if isinstance(d.get("retryDelay"), str)), ""),
    )
