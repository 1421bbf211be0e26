"""A result that always had degrees may come without them."""

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
        "outputSchema": {"type": "object", "properties": {"degrees": {"type": "number"}}, "required": ["degrees"]},
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
                "days": {"type": "integer", "minimum": 1, "maximum": 7, "description": "How many days.", "default": 3},
            },
            "required": ["city"],
            "additionalProperties": False,
        },
        "outputSchema": {"type": "object", "properties": {"degrees": {"type": ["number", "null"]}}},
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
        "outputSchema": {
            "type": "object",
            "properties": {"degrees": {"type": "number"}, "unit": {"type": "string"}},
            "required": ["degrees", "unit"],
        },
    }
]
