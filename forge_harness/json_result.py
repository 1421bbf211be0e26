"""Results as standard JSON: a tool's return value, written once, or a typed error; and results that fit the cap."""

from __future__ import annotations

import bisect
import json
import marshal
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from itertools import accumulate
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, from_json, to_json

from .errors import ToolResultError

__all__ = ["DEFAULT_MAX_RESULT_BYTES", "JsonResult", "as_json", "capped", "fit_texts", "write_result"]

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

    Tuples become arrays, dataclasses become objects, and Pydantic models take their JSON form, for which their
    serializers run once. Nothing else is converted.

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


def fit_texts(
    payload: dict[str, Any], keys: Iterable[str], *, max_bytes: int = DEFAULT_MAX_RESULT_BYTES
) -> dict[str, Any]:
    """Return a copy of *payload* whose JSON text has at most *max_bytes*, and whose ``truncated`` tells what was done.

    A tool calls this last, so that a long result stays an object and is not cut to a string by the dispatcher. The
    values under *keys* share the room: short ones stay whole, and long ones get equal parts of the rest. A text keeps
    its start, on a character boundary; a list keeps its first items, each whole. ``truncated`` is true afterwards if
    it was before.

    Args:
        payload: The result.
        keys: Keys of texts and lists, dotted for a nested one (``"body.text"``). Values of other types stay.
        max_bytes: Most bytes of UTF-8. If the rest of *payload* is longer by itself, so is the result.

    Raises:
        KeyError: If *payload* has no such key.
        ToolResultError: As `as_json` does.
    """
    given = {**payload, "truncated": bool(payload.get("truncated"))}
    plain, text = as_json(given)
    named = [_place(plain, key) for key in keys]
    if len(text.encode()) <= max_bytes:
        return dict(plain)
    plain["truncated"] = True
    places = [(holder, key) for holder, key in named if isinstance(holder[key], str | list)]
    values = [holder[key] for holder, key in places]
    for holder, key in places:
        holder[key] = type(holder[key])()
    room = max(0, max_bytes - _size(plain))
    # The shortest first: what they leave over is shared by the others.
    by_size = sorted(range(len(values)), key=lambda index: _size(values[index]))
    for place, index in enumerate(by_size):
        value = values[index]
        kept = _start_of(value, room // (len(values) - place))
        holder, key = places[index]
        holder[key] = kept
        room -= _size(kept) - _size(type(value)())
    return dict(plain)


def _place(payload: dict[str, Any], key: str) -> tuple[dict[str, Any], str]:
    """Return the dict that holds *key*, and its name there."""
    if key not in payload and "." in key:
        outer, _, inner = key.partition(".")
        return _place(payload[outer], inner)
    if key not in payload:
        raise KeyError(key)
    return payload, key


def _start_of(value: Any, max_bytes: int) -> Any:
    """Return the longest start of a text or list whose JSON is at most *max_bytes* longer than that of an empty one."""
    if isinstance(value, list):
        # A comma between two items.
        ends = list(accumulate((_size(item) + 1 for item in value), initial=-1))
        return value[: max(0, bisect.bisect_right(ends, max_bytes) - 1)]
    # No character takes less than a byte.
    text = value[:max_bytes]
    return text[: bisect.bisect_right(range(1, len(text) + 1), max_bytes, key=lambda length: _size(text[:length]) - 2)]


def _size(value: Any) -> int:
    return len(to_json(value))


def _convert(value: Any) -> JsonResult:
    """Return *value* with tuples, dataclasses and models converted; raise ToolResultError if it is not JSON."""
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
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
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
