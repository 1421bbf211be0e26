"""Pins: the hash of what a server declares about a tool, by which a later change is noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["definition_pin"]

#: What a model reads of a tool, or its results are compared with.
_PINNED = ("name", "title", "description", "inputSchema", "outputSchema")


def definition_pin(definition: Mapping[str, Any]) -> str:
    """Return the pin of a tool's definition: its name, title, description and schemas, whatever the order of keys.

    Args:
        definition: As the server lists it.
    """
    pinned = {key: definition.get(key) for key in _PINNED}
    text = json.dumps(pinned, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
