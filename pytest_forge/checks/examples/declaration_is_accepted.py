"""The schema is under a key that no provider reads."""

from __future__ import annotations

from typing import Any

broken: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tell the weather of the next hours in a city.",
    "inputs": {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Name of the city."}},
        "required": ["city"],
        "additionalProperties": False,
    },
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
