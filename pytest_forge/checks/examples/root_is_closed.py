"""A tool without a schema: the model may send anything, and cannot know what to send."""

from __future__ import annotations

from typing import Any

from forge_harness import FnToolExecutor


def look_up(arguments: dict[str, Any]) -> dict[str, Any]:
    """Look up the stock of an article."""
    return {"article": arguments["article"], "stock": 3}


broken = FnToolExecutor("look_up_stock", look_up, tier="read")

fixed = FnToolExecutor(
    "look_up_stock",
    look_up,
    tier="read",
    input_schema={
        "type": "object",
        "properties": {"article": {"type": "string", "description": "Number of the article."}},
        "required": ["article"],
        "additionalProperties": False,
    },
)
