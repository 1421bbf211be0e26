"""JSON text: values written by an encoder that is made once.

`json.dumps` and `JSONEncoder.encode` make an encoder for each value, which takes longer than to write what one turn
adds to a conversation. What is written here is the same, character by character.
"""

from __future__ import annotations

import json.encoder
from collections.abc import Callable
from typing import Any

__all__ = ["json_writer"]


def json_writer(*, default: Callable[[Any], Any] | None = None) -> Callable[[Any], str]:
    """Return what writes a value as JSON, beyond ASCII as it is; any thread may use it.

    Args:
        default: Returns what is written for an object that JSON does not know; None raises TypeError.
    """
    plain = json.JSONEncoder(ensure_ascii=False, default=default)
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    # Without a dict of what is being written at the moment, which threads could not share.
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
            # A cycle, as a rule, which the other knows how to name.
            return plain.encode(value)

    return written
