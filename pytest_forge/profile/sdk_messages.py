"""SDK messages: whether an error of a server comes from its SDK, and not from the tool."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["gives_no_reason", "is_bare_error", "is_bare_key", "is_refused_by_schema", "is_refused_result"]

#: The complete answer of the Python SDK if a tool raised an unexpected exception.
_BARE_ERROR = regex(r"Error executing tool (?P<tool>[\w./-]+)(?:: Error executing tool [\w./-]+)*\.?\s*")
#: An uncaught KeyError in Python SDKs: the text is the bare key.
_BARE_KEY = regex(r"(?:Error executing tool [\w./-]+: )?'[^'\n]*'\s*")
#: Messages without a reason.
_NO_REASON = regex(r"\W*(?:an? )?(?:internal|unexpected|unknown)(?: server)? (?:error|exception)\W*", re.IGNORECASE)
#: Error messages of SDKs for calls that the schema refuses, and not the tool.
_BY_SCHEMA = regex(
    r"input validation error|validation errors? for \w|invalid arguments for tool|is a required property"
    r"|is not of type|is not one of|\"code\": ?\"(?:invalid_type|invalid_enum_value|invalid_value|too_small|too_big)\"",
    re.IGNORECASE,
)
#: Error messages of SDKs for a result that breaks the output schema.
_RESULT_REFUSED = regex(
    r"(?:Error (?:executing|calling) tool [\w./'-]+: )?"
    r"(?:\d+ validation errors? for \w*Output\n|Output validation error: )"
)


def is_refused_by_schema(text: str) -> bool:
    """Tell whether an SDK refused a call by the tool's schema."""
    return _BY_SCHEMA.search(text) is not None


def is_refused_result(text: str) -> bool:
    """Tell whether an SDK refused a result by the tool's output schema."""
    return _RESULT_REFUSED.match(text) is not None


def is_bare_error(text: str, tool: str) -> bool:
    """Tell whether an error names the tool that failed, and nothing else."""
    found = _BARE_ERROR.fullmatch(text)
    return found is not None and found["tool"] == tool


def is_bare_key(text: str) -> bool:
    """Tell whether an error is the message of an uncaught KeyError."""
    return _BARE_KEY.fullmatch(text) is not None


def gives_no_reason(text: str) -> bool:
    """Tell whether an error says only that there was one."""
    return _NO_REASON.fullmatch(text) is not None
