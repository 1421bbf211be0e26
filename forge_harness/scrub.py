"""S-013: what of a failure may travel to a model.

Of an exception, its class name and a fixed sentence, and nothing else. Of a message that a tool sends on purpose, the text, unless
it holds an absolute path, a value of the environment, or the known shape of a secret. The scan is a net, not a pardon: it catches
what slipped through, and the checks still judge what the tool itself returned. The detail goes to the log, once.

Source: seed 000 and seed 003, "S-013 invariant".
"""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

__all__ = [
    "as_text",
    "escaped",
    "failure_payload",
    "holds_private_text",
    "log_failure",
    "public_error_type",
    "redact",
    "scrub_error_result",
]

log = logging.getLogger(__name__)

_CLASS_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_CODE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}")

#: An absolute path of two components or more, a home directory, a Windows drive or share; a URL's path is not one.
_PATH = re.compile(
    r"""(?:(?<![\w./\\~-])(?:(?:/[\w.@+~-]+){2,}/?|/(?:etc|root|home|tmp|var|usr|opt|proc|dev|mnt|srv|Users)\b)"""
    r"""|(?<![\w/])~[\w.-]*/[\w.]"""
    r"""|file:/+"""
    r"""|(?<!\w)[A-Za-z]:[\\/]+[\w.$ -]+"""
    r"""|\\\\[\w.-]+\\[\w.$-]+)"""
)

#: Shapes of credentials that vendors document, and assignments to names that tell. Where words would fit a shape as well,
#: as in "pk_orders_by_customer" or "token: unexpected", it takes a digit or a capital to make a secret. Repetitions are
#: bounded, since a tool may return megabytes that were made to be slow to search.
_SECRETS = re.compile(
    r"""\b(?:sk|pk|rk)[-_](?=[a-z_-]{0,200}[A-Z0-9])[A-Za-z0-9_-]{16,}"""
    r"""|\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"""
    r"""|\bAIza[0-9A-Za-z_-]{35}"""
    r"""|\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{50,}|\bglpat-[A-Za-z0-9_-]{20,}"""
    r"""|\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bhf_[A-Za-z0-9]{30,}|\bnpm_[A-Za-z0-9]{30,}|\bpypi-[A-Za-z0-9_-]{40,}"""
    r"""|\beyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,}"""
    r"""|-----BEGIN [A-Z ]*PRIVATE KEY-----"""
    r"""|\b[a-z][a-z0-9+.-]{0,30}://[^\s/:@'"]{1,200}:[^\s/@'"]{1,200}@"""
    r"""|(?i:\b(?:password|passwd|pwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|token)\b["']?"""
    r"""(?:\s{0,9}=\s{0,9}["']?|:["']?|\s{0,9}:\s{0,9}["']?(?=[^\s"',;]{0,200}\d))[^\s"',;]{8,})"""
    r"""|\b(?i:bearer|basic)\s+(?=[a-z+/_.-]{0,200}[A-Z0-9=])[A-Za-z0-9+/_.=-]{16,}"""
)

_TRACEBACK = re.compile(r"Traceback \(most recent call last\)|\bFile \".{0,500}?\", line \d")

#: Variables whose values are public facts that sentences may well contain.
_PUBLIC_VARIABLES = frozenset(
    {
        "LANG",
        "LANGUAGE",
        "LC_ALL",
        "TERM",
        "SHELL",
        "TZ",
        "EDITOR",
        "PAGER",
        "COLORTERM",
        "PYTHONHASHSEED",
        "LOGNAME",
        "USER",
    }
)
_MIN_ENVIRONMENT_VALUE = 8

_REDACTED = "[redacted]"

#: What tells a secret or a path, and the rest of the word it stands in; of a private key, its lines.
_REDACTABLE = re.compile(
    rf"""-----BEGIN [A-Z ]*PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*|(?:{_SECRETS.pattern}|{_PATH.pattern})[^\s"',;)]*"""
)


def failure_payload(tool_name: str, error_type: str) -> dict[str, Any]:
    """Return what the model sees of a call that failed."""
    return {"error": error_type, "message": f"Tool '{tool_name}' failed — see server logs"}


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
    except BaseException:  # noqa: BLE001  # a hostile metaclass or module attribute decides nothing here
        return "ToolError"


def log_failure(
    tool_name: str, error_type: str, error: BaseException, step: str, *, with_traceback: bool = True
) -> None:
    """Write everything that is known of a failure to the log, as one WARNING on one line."""
    if with_traceback:
        detail = as_text(lambda: "".join(traceback.format_exception(error)))
    else:
        detail = as_text(lambda: error)
    log.warning("Tool '%s' failed at step %s with %s: %s", escaped(tool_name), step, error_type, escaped(detail))


def as_text(read: Callable[[], Any]) -> str:
    """Return what *read* returns as a plain str, whatever the foreign object behind it does when it is asked."""
    try:
        # `str` may hand back a subclass whose methods are as hostile as the object.
        return str.__str__(str(read()))
    except BaseException:  # noqa: BLE001  # a hostile __str__ must not break the door
        return "<the exception cannot be shown>"


def escaped(text: str) -> str:
    """Return *text* on one line, so that nobody can forge a log entry with it."""
    return text.encode("unicode_escape").decode("ascii")


def holds_private_text(text: str) -> bool:
    """Tell whether *text* holds an absolute path, an environment value, a secret's shape, or a traceback."""
    if _PATH.search(text) or _SECRETS.search(text) or _TRACEBACK.search(text):
        return True
    return any(value in text for value in _environment_values())


def _environment_values() -> list[str]:
    return [
        value
        for name, value in os.environ.items()
        if len(value) >= _MIN_ENVIRONMENT_VALUE and name not in _PUBLIC_VARIABLES and not value.isdigit()
    ]


def redact(text: str) -> str:
    """Return *text* with every environment value, secret's shape and absolute path in it replaced."""
    for value in sorted(_environment_values(), key=len, reverse=True):
        text = text.replace(value, _REDACTED)
    return _REDACTABLE.sub(_REDACTED, text)


def scrub_error_result(tool_name: str, value: Any) -> Any:
    """Return a tool's own ``{"error", "message"}`` dict, or the fixed sentence where it holds what no model may read."""
    if not is_error_result(value):
        return value
    if not any(holds_private_text(text) for text in _texts(value)):
        return value
    code = value["error"]
    is_code = _CODE.fullmatch(code) and not holds_private_text(code)
    return failure_payload(tool_name, code if is_code else "ToolError")


def is_error_result(value: Any) -> bool:
    """Tell whether a tool returned a failure: a dict whose ``error`` is a non-empty string."""
    return isinstance(value, Mapping) and isinstance(value.get("error"), str) and bool(value["error"])


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
