"""A server refuses days that it accepted, and wants a unit that no caller sends."""

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
        "name": "forecast",
        "description": "Tell the weather of a city.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "city": {"type": "string", "description": "Name of the city."},
                "days": {"type": "integer", "minimum": 1, "maximum": 3, "description": "How many days.", "default": 3},
                "unit": {"enum": ["c", "f"], "description": "Of temperatures."},
            },
            "required": ["city", "unit"],
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
                "days": {"type": "integer", "minimum": 1, "maximum": 14, "description": "How many days.", "default": 3},
                "unit": {"enum": ["c", "f"], "description": "Of temperatures.", "default": "c"},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
    }
]
