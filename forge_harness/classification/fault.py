"""Fault: a failure as a provider describes it, in any dialect, and the error class it amounts to."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from ..errors import (
    ContextOverflowError,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    QuotaExceededError,
    RateLimitError,
)

__all__ = ["MAX_SEARCHED", "Fault", "class_of", "read_fault", "says_overflow"]

_MAX_BODY = 1_000_000

MAX_SEARCHED = 20_000

#: Error types and codes of providers, in bodies and inside streams, in lower case.
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

#: The quota or credit is used up: a wait does not help, whatever the status.
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

#: Sentences for a prompt that does not fit. Bare nouns do not count: "context window" also occurs in advice.
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

#: Errors about the requested length of the answer, which may use the same sentences.
_ABOUT_OUTPUT = re.compile(r"\W*(?:max_?(?:completion_|output_|new_)?tokens|maxoutputtokens)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A failure as the provider describes it."""

    status: int | None = None
    types: tuple[str, ...] = ()
    message: str = ""
    param: str = ""
    retry_delay: str = ""
    raw: str = ""


def class_of(fault: Fault, retry_after: float | None) -> type[ProviderError]:
    """Return the error class that *fault* amounts to, given the seconds of its Retry-After."""
    status, types = fault.status, [kind.lower() for kind in fault.types]
    if any(kind in _OUT_OF_QUOTA for kind in types):
        return QuotaExceededError if status == 429 else ProviderError
    if status is None:
        named = next((_CLASS_OF_TYPE[kind] for kind in types if kind in _CLASS_OF_TYPE), None)
        return named or (ContextOverflowError if says_overflow(fault.message) else ProviderError)
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
    if 400 <= status < 500 and not about_output and says_overflow(fault.message or fault.raw):
        return ContextOverflowError
    # Gemini answers 400 to a wrong key, and names the reason only in a detail.
    return ProviderAuthError if "api_key_invalid" in types else ProviderError


def says_overflow(text: str) -> bool:
    """Tell whether *text* says that the prompt does not fit the context window."""
    return bool(_OVERFLOW.search(text)) and not _ABOUT_OUTPUT.match(text)


def read_fault(status: int, body: str | bytes) -> Fault:
    """Read the fault that the body of a reply describes, in any of the known dialects."""
    raw = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    try:
        data = json.loads(raw) if len(raw) <= _MAX_BODY else None
    except (ValueError, RecursionError):
        data = None
    # Gemini's stream without SSE is a list, even if it failed.
    data = data[0] if isinstance(data, list) and data else data
    if not isinstance(data, dict):
        return Fault(status=status, raw=raw[:MAX_SEARCHED])
    error = data.get("error", data)
    if isinstance(error, str):
        error = {**data, "message": error}
    if not isinstance(error, dict):
        error = data
    details = error.get("details")
    details = [detail for detail in details if isinstance(detail, dict)] if isinstance(details, list) else []
    types = [*map(error.get, ("type", "code", "status", "error_type")), *(detail.get("reason") for detail in details)]
    message = next((error[key] for key in ("message", "detail") if isinstance(error.get(key), str)), "")
    return Fault(
        status=status,
        types=tuple(kind for kind in types if isinstance(kind, str) and kind),
        message=message,
        param=error["param"] if isinstance(error.get("param"), str) else "",
        retry_delay=next((d["retryDelay"] for d in details if isinstance(d.get("retryDelay"), str)), ""),
    )
