"""Results as standard JSON: what a tool returned, written once, or a typed refusal."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel
from pydantic_core import from_json, to_json

from .errors import ToolResultError

__all__ = ["DEFAULT_MAX_RESULT_BYTES", "JsonResult", "write_result"]

DEFAULT_MAX_RESULT_BYTES = 1024 * 1024

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode

#: A result and its JSON text.
JsonResult = tuple[Any, str]


def write_result(value: Any, *, max_bytes: int = DEFAULT_MAX_RESULT_BYTES) -> JsonResult:
    """Return *value* in JSON types, and as JSON text.

    Tuples become arrays and Pydantic models their JSON form; nothing else is converted. Text above *max_bytes* of UTF-8 is cut
    on a character boundary, and the result is then the text that is left and a marker.

    Raises:
        ToolResultError: If *value* holds NaN, an infinity, a key that is no string, a lone surrogate, a cycle, or an object that
            JSON does not know. The message names the kind of trouble, never the value.
    """
    try:
        # Pydantic writes far more than JSON knows; only what reads back as the same value was JSON to begin with.
        data = to_json(value)
        plain = from_json(data)
        is_plain = plain == value
    except (ValueError, TypeError, RecursionError):
        is_plain = False
    if is_plain:
        text, size = data.decode(), len(data)
    else:
        plain, text = _convert(value)
        size = len(text.encode())
    if size > max_bytes:
        return _cut(plain if isinstance(plain, str) else text, max_bytes, size)
    return plain, text


def _convert(value: Any) -> JsonResult:
    """Return *value* with tuples and models converted, or say what about it is no JSON."""
    try:
        plain = _plain(value)
        text = _encode(plain)
        text.encode()
    except RecursionError:
        raise _refusal("a cycle, or is nested too deeply") from None
    except UnicodeEncodeError:
        raise _refusal("a lone surrogate") from None
    except TypeError:
        raise _refusal("an object that JSON does not know") from None
    except ValueError as error:
        raise _refusal("a cycle" if "ircular" in str(error) else "NaN or an infinity") from None
    return plain, text


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise _refusal("a key that is not a string")
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"))
    return value


def _cut(text: str, max_bytes: int, size: int) -> JsonResult:
    kept = text.encode()[:max_bytes].decode(errors="ignore")
    marked = f"{kept}\n[cut: {max_bytes} of {size} bytes shown]"
    return marked, _encode(marked)


def _refusal(what: str) -> ToolResultError:
    return ToolResultError(f"The tool's result holds {what}. Return dicts with string keys, lists, strings, numbers and None.")
