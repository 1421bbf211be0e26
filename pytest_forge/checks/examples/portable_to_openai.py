"""A constraint on several arguments at the root, which OpenAI refuses."""

from __future__ import annotations

from typing import Any

broken: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tell the weather of the next hours in a city.",
    "input_schema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city."},
            "postcode": {"type": "string", "description": "Postcode of the city."},
        },
        "additionalProperties": False,
        "not": {"required": ["city", "postcode"]},
    },
}

fixed: dict[str, Any] = {
    "name": "get_weather",
    "description": "Tell the weather of the next hours in a city.",
    "input_schema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city; leave it out if you give the postcode."},
            "postcode": {"type": "string", "description": "Postcode of the city."},
        },
        "additionalProperties": False,
    },
}
