"""The schema of a legacy tool declares an argument optional that its function needs."""

from __future__ import annotations

from typing import Any


def repeat(text: str, times: int) -> dict[str, Any]:
    return {"text": text * times}


def repeat_once(text: str, times: int = 1) -> dict[str, Any]:
    return {"text": text * times}


_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What to repeat."},
        "times": {"type": "integer", "minimum": 1, "maximum": 9, "description": "How often."},
    },
    "required": ["text"],
}

broken = {"name": "repeat", "description": "Repeat a text.", "input_schema": _SCHEMA, "impl": repeat}

fixed = {"name": "repeat", "description": "Repeat a text.", "input_schema": _SCHEMA, "impl": repeat_once}
