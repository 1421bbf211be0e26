"""An executor without a schema accepts any argument, so a misspelt one is dropped silently."""

from __future__ import annotations

from typing import Any

from forge_harness import FnToolExecutor


def greet(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"greeting": f"Hello, {arguments.get('name', 'world')}!"}


broken = FnToolExecutor("greet", greet, description="Greet a person by name.", tier="read")

fixed = FnToolExecutor(
    "greet",
    greet,
    description="Greet a person by name.",
    input_schema={"type": "object", "properties": {"name": {"type": "string", "description": "Whom to greet."}}},
    tier="read",
)
