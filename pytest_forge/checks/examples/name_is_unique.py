"""Two tools with one name: providers refuse the request, registries keep only one."""

from __future__ import annotations

from typing import Any

broken: list[dict[str, Any]] = [
    {
        "name": "get_weather",
        "description": "Tell the weather of the next hours in a city.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
    {
        "name": "get_weather",
        "description": "Tell the weather of the last year in a city.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
]

fixed: list[dict[str, Any]] = [
    {
        "name": "get_weather",
        "description": "Tell the weather of the next hours in a city.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
    {
        "name": "get_past_weather",
        "description": "Tell the weather of the last year in a city.",
        "input_schema": {
            "type": "object",
            "properties": {"city": {"type": "string", "description": "Name of the city."}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
]
