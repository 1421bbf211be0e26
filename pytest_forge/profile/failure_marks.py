"""Failure marks: whether a result says, to a human reader only, that the tool failed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..regex import regex

__all__ = [
    "begins_like_a_refusal",
    "contradiction",
    "explained_denial",
    "explained_failure",
    "failure_in_place",
    "failure_mark",
    "plain_failure",
    "says_not_found",
    "success_mark",
]

_SENTENCE = regex(
    r"^\W{0,4}\s*(?:an? |the )?(?:[A-Z]\w*(?:Error|Exception)\b"
    r"|(?i:error|exception|traceback|fatal|failure|failed)\b(?!\s*[=/])"
    r"|(?i:unable to|could not|couldn't|can't|cannot|failed to)\b"
    r"|(?:The )?[A-Z][a-z]+(?: [a-z]+){0,2} failed(?:[:.!]|$))"
)
#: The failure of a named operation, whatever numbers the result contains.
_NAMED_FAILURE = regex(r"^\W{0,4}\s*(?:The )?[A-Z][a-z]+(?: [a-z]+){0,2} failed: \S[^\n]{0,200}$")
#: The beginning of a one-line sentence that is a failure even if no call ever worked.
_PLAIN_SENTENCE = regex(
    r"^\W{0,4}\s*(?:(?:[A-Z]\w*(?:Error|Exception)|(?i:error|exception|fatal error|fatal))\s*[:!]"
    # "Error closing ticket: ...", "Error while reading 'a.txt': ..."
    r"|(?i:error|exception) (?:(?:while|when|in|during) )?[a-z]{2,}ing\b[^\n:]{0,60}: ?\S"
    r"|(?i:unable to|could not|couldn't|failed to)\b)[^\n]{0,200}$"
)
_NOT_FOUND = regex(r"\b(?:not found|does not exist|doesn't exist|no such (?:file|folder|directory))\b", re.IGNORECASE)
#: Beginnings of results that are refusals without being marked as errors.
_REFUSAL = regex(
    r"\W{0,4}(?:error|invalid|missing|failed|failure|unknown|unsupported|required|validation|bad request|usage|"
    r"no such|not found|access denied|permission|please|must|cannot|can't|could not|unable|expected)\b",
    re.IGNORECASE,
)
_MAX_SENTENCE = 300
_FALSE_KEYS = ("success", "succeeded", "ok", "is_success", "successful")
_TRUE_KEYS = ("failed", "is_error", "isError", "has_error", "failure")
_STATE_KEYS = ("status", "state", "outcome", "result", "type")
_STATES = frozenset(("error", "failed", "failure", "fail", "err", "exception"))
_WELL = frozenset(("ok", "success", "succeeded", "done", "completed", "complete"))
_TEXT_KEYS = ("result", "output", "content", "text", "message", "data", "answer", "value", "response", "summary")
_REASON_KEYS = ("reason", "message", "detail", "details", "error", "msg", "why", "note", "info", "description")
_ERROR_KEYS = ("error_message", "errorMessage", "error_msg", "exception", "err", "err_msg", "traceback", "error_type")


def failure_mark(value: Any) -> str:
    """Return the sign of failure in a result that is not an error dict, as a finding shows it; empty if none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        return f"the text {value[:60]!r}" if _SENTENCE.match(value) else ""
    if not isinstance(value, Mapping):
        return ""
    for key in _FALSE_KEYS:
        if value.get(key) is False:
            return f"{{{key!r}: False}}"
    for key in _TRUE_KEYS:
        if value.get(key) is True:
            return f"{{{key!r}: True}}"
    for key in _STATE_KEYS:
        if isinstance(value.get(key), str) and value[key].lower() in _STATES:
            return f"{{{key!r}: {value[key]!r}}}"
    for key in _ERROR_KEYS:
        if isinstance(value.get(key), str) and value[key]:
            return f"a failure under the key {key!r}"
    for key in _TEXT_KEYS:
        if isinstance(value.get(key), str) and _SENTENCE.match(value[key]):
            return f"{value[key][:60]!r} as {key!r}"
    return ""


def failure_in_place(before: Any, value: Any) -> str:
    """Return the sentence about an error that replaces the data of a call that worked; empty if there is none.

    Args:
        before: The result of the call that worked.
        value: The result to judge.
    """
    if not isinstance(before, Mapping) or not isinstance(value, Mapping):
        return ""
    for key, item in value.items():
        given = before.get(key)
        had_data = bool(given) or (isinstance(given, int | float) and not isinstance(given, bool))
        if not had_data or key in _REASON_KEYS or not isinstance(item, str) or not _PLAIN_SENTENCE.match(item):
            continue
        if not isinstance(given, str) or not _SENTENCE.match(given):
            return f"{item[:60]!r} as {key!r}"
    return ""


def success_mark(value: Any) -> str:
    """Return the flag or the word of a result that says that all went well, as a finding shows it; empty if none."""
    if not isinstance(value, Mapping):
        return ""
    for key in _FALSE_KEYS:
        if value.get(key) is True:
            return f"{{{key!r}: True}}"
    for key in _STATE_KEYS:
        if isinstance(value.get(key), str) and value[key].lower() in _WELL:
            return f"{{{key!r}: {value[key]!r}}}"
    return ""


def contradiction(value: Any) -> str:
    """Return the sentence about a failure in a result with a success flag in another field; empty if none."""
    if not isinstance(value, Mapping):
        return ""
    if not success_mark(value):
        return ""
    for key in (*_TEXT_KEYS, *_REASON_KEYS):
        text = value.get(key)
        if isinstance(text, str) and (_NAMED_FAILURE.match(text) or _PLAIN_SENTENCE.match(text)):
            return f"{text[:60]!r} as {key!r}"
    return ""


def explained_failure(value: Any) -> str:
    """Return the sign of failure in a result that is negative and gives a reason; empty if there is none.

    Stricter than `failure_mark`, for calls that need not fail: the state of a job may rightly be "failed".
    """
    if not isinstance(value, Mapping):
        return ""
    denied = [key for key in _FALSE_KEYS if value.get(key) is False]
    denied += [key for key in ("status", "outcome") if value.get(key) in ("error", "ERROR", "Error")]
    reasons = [value.get(key) for key in _REASON_KEYS]
    if denied and any(isinstance(reason, str) and " " in reason.strip() for reason in reasons):
        return f"{{{denied[0]!r}: {value[denied[0]]!r}}}"
    return ""


def explained_denial(before: Any, value: Any) -> str:
    """Return the sign that a result refuses what another one has granted, and says why; empty if there is none.

    A flag of any name that was true is false, or a state is another one, and there is a reason that was not there:
    {"booked": True, "seat": 4} and {"booked": False, "reason": "all seats are taken"}.

    Args:
        before: The result of an equal call that worked.
        value: The result to judge.
    """
    if not isinstance(before, Mapping) or not isinstance(value, Mapping):
        return ""
    denied = [key for key, flag in value.items() if flag is False and before.get(key) is True]
    states = [(key, value.get(key), before.get(key)) for key in _STATE_KEYS]
    denied += [key for key, now, then in states if isinstance(now, str) and isinstance(then, str) and now != then]
    reasons = [value[key] for key in _REASON_KEYS if key in value and value[key] != before.get(key)]
    if denied and any(isinstance(reason, str) and reason.strip() for reason in reasons):
        return f"{{{denied[0]!r}: {value[denied[0]]!r}}}"
    return ""


def plain_failure(value: Any) -> str:
    """Return the sign of failure in a result that contains nothing else; empty if there is none.

    Stricter than `failure_mark`, for tools without a call known to have worked: one sentence that begins like an error,
    or a false success flag with only empty values.
    """
    if isinstance(value, str):
        return f"the text {value[:60]!r}" if _PLAIN_SENTENCE.match(value) else ""
    if not isinstance(value, Mapping):
        return ""
    texts = [key for key in _TEXT_KEYS if isinstance(value.get(key), str)]
    sentences = [key for key in texts if _PLAIN_SENTENCE.match(value[key]) or _NAMED_FAILURE.match(value[key])]
    counts = any(_NAMED_FAILURE.match(value[key]) for key in texts)
    denied = [key for key in _FALSE_KEYS if value.get(key) is False]
    rest = [item for key, item in value.items() if key not in (*sentences, *denied, *_STATE_KEYS)]
    if any(item or (isinstance(item, int | float) and item is not False and not counts) for item in rest):
        return ""
    if sentences:
        return f"{value[sentences[0]][:60]!r} as {sentences[0]!r}"
    # Without a sentence, a missing value shows that the tool should have returned one.
    return f"{{{denied[0]!r}: False}}" if denied and (None in rest or "" in rest) else ""


def begins_like_a_refusal(text: str) -> bool:
    """Tell whether a text begins like the refusal of a call; looser than the others, in favour of the tool."""
    return _REFUSAL.match(text) is not None


def says_not_found(value: Any) -> str:
    """Return the sentence in which a result reports a missing file; empty if it does not."""
    is_sentence = isinstance(value, str) and len(value) < _MAX_SENTENCE
    return f"the text {value[:60]!r}" if is_sentence and _NOT_FOUND.search(value) else ""
