"""Guidance for the model after a failed tool call, so that it does not repeat the call.

It depends on the class or code of the failure alone, and on whether the arguments were JSON at all. It never quotes the
failure's message, nor a name that the model made up: both may carry injected instructions.
Source: seed 003, "Corrective-feedback layer".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from . import errors
from .errors import FluidError
from .errors.codes import GUIDANCE_BY_CODE
from .messages import Message
from .tool import NAME_PATTERN, ToolCall, ToolDispatchResult

__all__ = ["TOOL_ERROR_GUIDANCE", "build_corrective_messages", "diagnose_tool_failure"]

#: Foreign classes and codes of failures, and our equivalents. The codes are those of seed 000.
_FOREIGN = {
    "path_outside_workspace": "PathTraversalError",
    "unsupported_file_type": "UnsupportedFileTypeError",
    "file_too_large": "FileTooLargeError",
    "ValidationError": "ToolValidationError",
    "FileNotFoundError": "PathNotFoundError",
    "NotADirectoryError": "PathNotFoundError",
    "IsADirectoryError": "ForbiddenPathError",
    "TimeoutError": "ToolTimeoutError",
}

#: The guidance for each class of failure, and for each code of our tools.
TOOL_ERROR_GUIDANCE: Mapping[str, str] = MappingProxyType(
    {
        name: error_class.guidance
        for name, error_class in vars(errors).items()
        if isinstance(error_class, type)
        and issubclass(error_class, FluidError)
        and error_class.guidance != FluidError.guidance
    }
    | {name: getattr(errors, ours).guidance for name, ours in _FOREIGN.items()}
    | dict(GUIDANCE_BY_CODE)
    | {
        "PermissionError": "You may not read or change that. Choose another file, or continue without it.",
        "JSONDecodeError": "What the tool read is not valid JSON. Point it at something else, or use another tool.",
        "Cancelled": "The run was cancelled. Wait until you are asked to go on.",
        "TooManyCalls": "It was not run, as the turn had too many calls. Send it again in your next turn, with fewer.",
    }
)

_MALFORMED = (
    "The arguments of a tool call must be one valid JSON object. Write them again, as the tool's schema has them."
)
_CODE = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
_UNNAMED = "ToolError"


def diagnose_tool_failure(result: ToolDispatchResult | Mapping[str, Any] | Any) -> tuple[bool, str]:
    """Return whether a call failed, and the class or code of its failure; an empty string if it did not.

    Args:
        result: The dispatcher's result, or the payload that the model was sent; in a payload, a failure is a non-empty
            string ``error``.
    """
    error: Any
    if isinstance(result, ToolDispatchResult):
        failed, error = not result.ok, result.error_type
    elif isinstance(result, Mapping):
        error = result.get("error")
        failed = isinstance(error, str) and bool(error)
    else:
        return False, ""
    if not failed:
        return False, ""
    return True, error if isinstance(error, str) and _CODE.fullmatch(error) else _UNNAMED


def build_corrective_messages(
    calls: Iterable[ToolCall], results: Iterable[ToolDispatchResult | Mapping[str, Any] | Any]
) -> list[Message]:
    """Return one user message for each call that failed, in the order of the calls.

    Args:
        calls: The calls of one turn.
        results: Their results, in the same order; calls without one are left out.
    """
    messages = []
    for call, result in zip(calls, results, strict=False):
        failed, error_class = diagnose_tool_failure(result)
        if failed:
            guidance = TOOL_ERROR_GUIDANCE.get(error_class, FluidError.guidance)
            if call.malformed_arguments is not None and error_class == "ToolValidationError":
                guidance = _MALFORMED
            messages.append(Message("user", f"{_subject(call)} failed with error class ``{error_class}``. {guidance}"))
    return messages


def _subject(call: ToolCall) -> str:
    is_name = isinstance(call.name, str) and NAME_PATTERN.fullmatch(call.name)
    return f"Tool ``{call.name}``" if is_name else "A tool call with a malformed name"
