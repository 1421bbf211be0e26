"""JSON text: values written by an encoder that is made once.

`json.dumps` and `JSONEncoder.encode` make an encoder for each value, which takes longer than writing the messages of
one turn. The text is the same, character by character. And integers with more digits than Python reads by default.
"""

from __future__ import annotations

import json.encoder
from collections.abc import Callable
from typing import Any

__all__ = ["json_writer", "long_integer"]

_MAX_DIGITS = 4_000


def json_writer(*, default: Callable[[Any], Any] | None = None) -> Callable[[Any], str]:
    """Return a function that writes a value as JSON, without escaping non-ASCII; any thread may call it.

    Args:
        default: Converts an object that is not a JSON type; None raises TypeError.
    """
    plain = json.JSONEncoder(ensure_ascii=False, default=default)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    # Without the dict that detects cycles, which threads could not share.
    write = make(
        None,
        plain.default,
        json.encoder.encode_basestring,
        None,
        plain.key_separator,
        plain.item_separator,
        plain.sort_keys,
        plain.skipkeys,
        plain.allow_nan,
    )

    def written(value: Any) -> str:
        try:
            return "".join(write(value, 0))
        except RecursionError:
            # Usually a cycle; the plain encoder names it in its error.
            return plain.encode(value)

    return written


def long_integer(digits: str) -> int:
    """Return the integer with these *digits*, cut to 4,000 of them.

    For `json.loads` as ``parse_int``, which otherwise refuses longer integers. A cut integer has another value, but is
    still an integer beyond every bound.
    """
    return int(digits[:_MAX_DIGITS])
