"""A schema for a single value, although arguments are always sent by name."""

from __future__ import annotations

from typing import Any

broken: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tell the weather of the next hours in a city.",
    "input_schema": {"type": "string", "description": "Name of the city."},
}

fixed: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tell the weather of the next hours in a city.",
    "input_schema": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
        "additionalProperties": False,
    },
}
