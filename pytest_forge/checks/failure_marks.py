"""Failure marks: signs in a result that the tool failed, which only a person understands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..strategies.roles import name_words

__all__ = ["answers_a_question", "failure_mark", "says_not_found"]

#: Words in a name of a tool whose negative answer is an answer, or which reports on the work of others.
_QUESTIONS = frozenset(
    (
        *("check", "validate", "validator", "test", "tests", "verify", "exists", "exist", "ping", "probe", "lint"),
        *("run", "runs", "execute", "exec", "eval", "status", "health", "healthcheck", "compare", "diff", "detect"),
        *("audit", "monitor", "diagnose", "doctor", "shell", "bash", "terminal", "repl", "sandbox"),
    )
)
#: The same, where the name begins with them.
_OPENERS = frozenset(("is", "are", "has", "have", "can", "does", "try", "should"))
_LOOKUPS = frozenset(("find", "search", "lookup", "list", "glob", "grep", "match", "query"))

_SENTENCE = re.compile(
    r"^\W{0,4}\s*(?:an? |the )?(?:[A-Z]\w*(?:Error|Exception)\b"
    r"|(?i:error|exception|traceback|fatal|failure|failed)\b(?!\s*[=/])"
    r"|(?i:unable to|could not|couldn't|can't|cannot|failed to)\b)"
)
_NOT_FOUND = re.compile(
    r"\b(?:not found|does not exist|doesn't exist|no such (?:file|folder|directory))\b", re.IGNORECASE
)
_FALSE_KEYS = ("success", "succeeded", "ok", "is_success", "successful")
_TRUE_KEYS = ("failed", "is_error", "isError", "has_error", "failure")
_STATE_KEYS = ("status", "state", "outcome", "result", "type")
_STATES = frozenset(("error", "failed", "failure", "fail", "err", "exception"))
_TEXT_KEYS = ("result", "output", "content", "text", "message", "data", "answer", "value", "response", "summary")
_ERROR_KEYS = ("error_message", "errorMessage", "error_msg", "exception", "err", "err_msg", "traceback", "error_type")


def answers_a_question(name: str) -> bool:
    """Tell whether a tool of this name may well say no, or report a failure that is not its own."""
    words = name_words(name)
    return not _QUESTIONS.isdisjoint(words) or (bool(words) and words[0] in _OPENERS)


def failure_mark(value: Any) -> str:
    """Return the sign of failure in a result that is no error dict, for people; empty if there is none."""
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


def says_not_found(name: str, value: Any) -> str:
    """Return the sentence by which a result says that a file is missing; empty where finding is the tool's job."""
    if (
        isinstance(value, str)
        and len(value) < 300
        and _NOT_FOUND.search(value)
        and _LOOKUPS.isdisjoint(name_words(name))
    ):
        return f"the text {value[:60]!r}"
    return ""
