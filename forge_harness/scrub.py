"""S-013: the part of a failure that a model may read; the rest goes to the log.

Of an exception, a model reads the class name and a fixed sentence, nothing else. Of a message that a tool sends on
purpose, it reads the text, unless that holds private text. The detail goes to the log, once.
Source: seed 000 and seed 003, "S-013 invariant".
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from .deadline.thread_pool import DeadlineError
from .errors import ToolError, ToolExitError, ToolTimeoutError
from .private_text import holds_private_text

__all__ = [
    "as_text",
    "escaped",
    "failure_payload",
    "holds_error",
    "is_public_code",
    "log_failure",
    "named_error",
    "public_error_type",
    "public_failure",
    "scrub_error_result",
]

log = logging.getLogger(__name__)

_CLASS_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_CODE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:-]{0,63}")


def failure_payload(tool_name: str, error_type: str) -> dict[str, Any]:
    """Return the payload that the model reads after a call failed."""
    return {"error": error_type, "message": f"Tool '{tool_name}' failed — see server logs"}


def named_error(tool_name: str, raised: BaseException, step: str = "run") -> BaseException:
    """Return the error of a call that raised *raised*: our own for an exit or a deadline, else *raised* itself."""
    # Only the type is asked: `isinstance` also asks the exception itself, and a hostile one may raise.
    raised_class = type(raised)
    if raised_class is BaseExceptionGroup and len(raised.exceptions) == 1:  # type: ignore[attr-defined]  # narrowed by hand
        # The event loop wraps exceptions that end a process in this group.
        raised = raised.exceptions[0]  # type: ignore[attr-defined]  # the same
        raised_class = type(raised)
    if issubclass(raised_class, SystemExit):
        return ToolExitError(f"Tool {tool_name!r} tried to end the process. Return or raise an error instead.")
    if issubclass(raised_class, DeadlineError):
        what = f"Tool {tool_name!r}" if step == "run" else f"The step {step!r} of calling {tool_name!r}"
        return ToolTimeoutError(f"{what} did not finish within {raised.args[0]} s. Allow more time or ask for less.")
    return raised


def public_failure(tool_name: str, error: BaseException) -> dict[str, Any]:
    """Return the payload for *error*: its class and a fixed sentence, or the public part of a `ToolError`."""
    payload = failure_payload(tool_name, public_error_type(error))
    if issubclass(type(error), ToolError):
        code, message = as_text(lambda: error.code), as_text(lambda: error.message)  # type: ignore[attr-defined]  # ToolErrors
        if len(code) <= _MAX_CODE and not holds_private_text(code):
            if is_public_code(code):
                payload["error"] = code
            if len(message) <= _MAX_MESSAGE and not holds_private_text(message):
                payload["message"] = message
    # A message may hold surrogates; JSON text must not.
    return {key: text.encode("utf-8", "replace").decode() for key, text in payload.items()}


_MAX_CODE = 64
_MAX_MESSAGE = 10_000


def public_error_type(error: BaseException) -> str:
    """Return the class name of *error* if it can be imported under that name, else ``"ToolError"``.

    A class made at run time can be named after anything, a secret included.
    """
    error_class = type(error)
    try:
        name = error_class.__name__
        module = sys.modules.get(error_class.__module__)
        importable = getattr(module, name, None) is error_class
        return str.__str__(name) if importable and _CLASS_NAME.fullmatch(name) else "ToolError"
    except BaseException:  # noqa: BLE001  # a hostile metaclass or module attribute must not break this
        return "ToolError"


def log_failure(
    tool_name: str, error_type: str, error: BaseException, step: str, *, with_traceback: bool = True
) -> None:
    """Log a failure with all its detail, as one WARNING on one line."""
    detail = _Detail(error, with_traceback=with_traceback)
    log.warning("Tool '%s' failed at step %s with %s: %s", escaped(tool_name), step, escaped(error_type), detail)


class _Detail:
    """An exception as a log shows it, on one line.

    It is formatted when the first handler asks, which takes longer than a call, and let go then: pytest's handlers keep
    each record, and an exception holds the objects of its frames.
    """

    def __init__(self, error: BaseException, *, with_traceback: bool) -> None:
        self._error: BaseException | None = error
        self._with_traceback = with_traceback
        self._text = ""

    def __str__(self) -> str:
        error = self._error
        if error is not None:
            shown = as_text(lambda: "".join(traceback.format_exception(error)) if self._with_traceback else error)
            self._text, self._error = escaped(shown), None
        return self._text


def as_text(read: Callable[[], Any]) -> str:
    """Return the result of *read* as a plain str, even if the foreign object behind it is hostile."""
    try:
        # `str` may return a subclass whose methods are as hostile as the object.
        return str.__str__(str(read()))
    except BaseException:  # noqa: BLE001  # a hostile __str__ must not break the dispatcher
        return "<the exception cannot be shown>"


def escaped(text: str) -> str:
    """Return *text* on one line, so that it cannot forge a log entry."""
    return text.encode("unicode_escape").decode("ascii")


def is_public_code(code: str) -> bool:
    """Tell whether a model may read a tool's error code: a short word without private text."""
    return bool(_CODE.fullmatch(code)) and not holds_private_text(code)


def scrub_error_result(tool_name: str, value: Any) -> Any:
    """Return a tool's result with the fixed sentence in place of each failure that holds private text.

    A failure is a dict whose ``error`` is a string, an object, a list or true; it may be a member of a list.
    """
    if isinstance(value, list | tuple):
        scrubbed = [_scrubbed(tool_name, item) for item in value]
        return value if all(new is old for new, old in zip(scrubbed, value, strict=True)) else scrubbed
    return _scrubbed(tool_name, value)


def holds_error(value: Any) -> bool:
    """Tell whether a value may hold a failure that the tool returned."""
    if type(value) is list:
        return any(type(item) is dict and "error" in item for item in value)
    return type(value) is dict and "error" in value


def _scrubbed(tool_name: str, value: Any) -> Any:
    error = value.get("error") if isinstance(value, Mapping) else None
    is_failure = error is True or (bool(error) and isinstance(error, str | Mapping | list | tuple))
    if not is_failure or not any(holds_private_text(text) for text in _texts(value)):
        return value
    return failure_payload(tool_name, error if isinstance(error, str) and is_public_code(error) else "ToolError")


def _texts(value: Any) -> list[str]:
    found: list[str] = []
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, Mapping):
            stack.extend(item.keys())
            stack.extend(item.values())
        elif isinstance(item, list | tuple):
            stack.extend(item)
    return found
