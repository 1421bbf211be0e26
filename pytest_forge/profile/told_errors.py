"""Told errors: whether a description says that a call for something which is not there is an error."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_any_missing", "tells_of_missing", "told_failed_work"]

_FAILS = r"(?:an error|errors?|fails?|raises?(?: \w+)?|refused|rejected)"
_MISSING = (
    r"(?:it|this|that|one) (?:is not|isn't) (?!an?\b|valid|allowed|empty)\w+"
    r"|(?:it|this|that|one) (?:does not|doesn't) exist|there (?:is|are) (?:no|none)\b|no such\b"
)
#: "It is not an error if it is not there" says the opposite.
_NOT = "".join(
    rf"(?<!{words} )" for words in (r"\bno", "not", "not an", "n't", "n't an", "never", "without", "without an")
)
_TOLD = regex(rf"{_NOT}\b{_FAILS},? (?:if|when|where) (?:{_MISSING})", re.IGNORECASE)
#: One of several things is missing.
_ANY_MISSING = (
    r"(?:any|one)(?: of (?:them|these|those|the \w+)| \w+)? "
    r"(?:(?:is|are|was|were) (?:unknown|missing|(?:not|never) (?:there|known|found|listed|registered|stored|on|in)\b)"
    r"|(?:does not|doesn't|do not|don't) exist)"
)
_CALL_FAILS = r"(?:the (?:whole )?(?:call|request) (?:fails|is refused|is rejected)|it is an error|this is an error)"
_TOLD_OF_ANY = regex(
    rf"{_NOT}\b{_FAILS},? (?:if|when|where) {_ANY_MISSING}"
    rf"|\b(?:if|when|where) {_ANY_MISSING}[^.;:]{{0,60}}?,? (?:then )?{_CALL_FAILS}",
    re.IGNORECASE,
)

#: Exceptions of Python for work that has failed, whatever the arguments are.
_FAILED_WORK = regex(
    r"\b(?:RuntimeError|OSError|ChildProcessError|(?:subprocess\.)?(?:CalledProcess|Subprocess)Error)\b"
)


def tells_of_any_missing(description: str) -> bool:
    """Tell whether a description says that a call fails if one of the things that it names is not there."""
    return _TOLD_OF_ANY.search(" ".join(description.split())) is not None


def tells_of_missing(description: str) -> bool:
    """Tell whether a description says that it is an error if what a call names is not there."""
    return _TOLD.search(" ".join(description.split())) is not None


def told_failed_work(told: str) -> str:
    """Return the exception that is said to be raised if the work fails, other than for wrong arguments; "" without one.

    Args:
        told: All that is said of the tool.
    """
    found = _FAILED_WORK.search(told)
    return "" if found is None else found[0]
