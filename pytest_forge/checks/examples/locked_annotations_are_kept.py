"""A tool that only read, so that hosts did not ask before a call, no longer says so."""

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
        "annotations": {"readOnlyHint": True},
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
        "annotations": {"readOnlyHint": False},
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
        "annotations": {"readOnlyHint": True},
    }
]
