"""JSONC: JSON with comments and trailing commas, as editors write it in their settings."""

from __future__ import annotations

import json
import re
from typing import Any

from ...regex import regex

__all__ = ["DuplicateKeyError", "decode_jsonc"]

_STRING = r'"(?:[^"\\\r\n]|\\.)*"'
_COMMENTS = regex(rf"({_STRING})|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMAS = regex(rf"({_STRING})|,(?=\s*[}}\]])")
_NOT_SPACE = regex(r"[^\r\n]")


class DuplicateKeyError(Exception):
    """An object has a key twice; the argument is the key."""


def decode_jsonc(text: str) -> Any:
    """Return the value of a JSON text that may have comments and trailing commas.

    Raises:
        json.JSONDecodeError: If it is not valid; line and column are those of *text*.
        DuplicateKeyError: If an object has a key twice, one of which would be lost.
        RecursionError: If it is nested too deeply.
    """
    try:
        return _decode(text)
    except json.JSONDecodeError:
        bare = _COMMENTS.sub(lambda found: found[1] or _NOT_SPACE.sub(" ", found[0]), text)
        return _decode(_LAST_COMMAS.sub(lambda found: found[1] or " ", bare))


def _decode(text: str) -> Any:
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise DuplicateKeyError(next(key for key in keys if keys.count(key) > 1))
    return found
