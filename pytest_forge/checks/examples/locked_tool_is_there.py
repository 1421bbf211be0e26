"""A tool is renamed, and whoever allowed it by name has lost it."""

from __future__ import annotations

from typing import Any

#: The tools as they were locked.
locked: list[dict[str, Any]] = [
    {
        "name": "forecast",
        "description": "Tell the weather of a city.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days.", "default": 3},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    }
]

broken: list[dict[str, Any]] = [
    {
        "name": "get_forecast",
        "description": "Tell the weather of a city.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days.", "default": 3},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    }
]

fixed: list[dict[str, Any]] = [
    {
        "name": "forecast",
        "description": "Tell the weather of a city.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days.", "default": 3},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    },
    {
        "name": "wind",
        "description": "Tell the wind of a city.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days.", "default": 3},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    },
]
