"""Results as standard JSON: a tool's return value, written once, or a typed error."""

from __future__ import annotations

import bisect
import json
import marshal
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, from_json, to_json

from .errors import ToolResultError

__all__ = ["DEFAULT_MAX_RESULT_BYTES", "JsonResult", "as_json", "capped", "write_result"]

DEFAULT_MAX_RESULT_BYTES = 1024 * 1024

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode

#: A result and its JSON text.
JsonResult = tuple[Any, str]


def write_result(value: Any, *, max_bytes: int = DEFAULT_MAX_RESULT_BYTES) -> JsonResult:
    """Return *value* in JSON types, and as JSON text, capped.

    Raises:
        ToolResultError: As `as_json` does.
    """
    return capped(*as_json(value), max_bytes)


def as_json(value: Any) -> JsonResult:
    """Return *value* in JSON types, and as JSON text, of any length.

    Tuples become arrays, and Pydantic models take their JSON form, for which their serializers run once. Nothing else
    is converted.

    Raises:
        ToolResultError: If *value* holds NaN, an infinity, a key that is not a string, a lone surrogate, a cycle,
            or an object that is not a JSON type. The message names the kind of problem, never the value.
    """
    try:
        # marshal takes only Python's own types, and runs no code of others; models are converted below.
        marshal.dumps(value)
        # Pydantic also writes values that are not JSON; only JSON reads back as the same value.
        data = to_json(value, inf_nan_mode="null")
        plain = from_json(data)
        if plain == value:
            return plain, data.decode()
    except (ValueError, RecursionError):
        # The conversion below finds the reason.
        pass
    return _convert(value)


def capped(plain: Any, text: str, max_bytes: int) -> JsonResult:
    """Return the result unchanged, or as a string of at most *max_bytes* of UTF-8 if it is longer.

    The string is the start of the JSON text, or of the value if that is a string, cut on a character boundary, and a
    marker.
    """
    if len(text.encode()) <= max_bytes:
        return plain, text
    return _cut(plain if isinstance(plain, str) else text, max_bytes)


def _convert(value: Any) -> JsonResult:
    """Return *value* with tuples and models converted; raise ToolResultError if it is not JSON."""
    try:
        text = _encode(_plain(value))
        # Pydantic's reader stops at 200 levels.
        plain = json.loads(text.encode())
    except RecursionError:
        raise _refusal("a cycle, or is nested too deeply") from None
    except UnicodeEncodeError:
        raise _refusal("a lone surrogate") from None
    except (TypeError, PydanticSerializationError):
        raise _refusal("an object that JSON does not know") from None
    except ValueError as error:
        is_nan = str(error).startswith("Out of range float")
        raise _refusal("NaN or an infinity" if is_nan else "a number with too many digits") from None
    return plain, text


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise _refusal("a key that is not a string")
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, BaseModel):
        return _plain(value.model_dump(mode="json"))
    return value


def _cut(text: str, max_bytes: int) -> JsonResult:
    size = len(text.encode())

    def marked(length: int) -> str:
        kept = text[:length]
        return f"{kept}\n[cut: {len(kept.encode())} of {size} bytes shown]"

    def written(length: int) -> int:
        return len(_encode(marked(length)).encode())

    # Escapes make the JSON text longer by an unknown factor, so the length is searched for.
    longest = bisect.bisect_right(range(1, min(len(text), max_bytes) + 1), max_bytes, key=written)
    return marked(longest), _encode(marked(longest))


def _refusal(what: str) -> ToolResultError:
    return ToolResultError(
        f"The tool's result holds {what}. Return dicts with string keys, lists, strings, numbers and None."
    )
