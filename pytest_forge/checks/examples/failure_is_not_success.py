"""Bad JSON is answered with a text that begins with 'Error:', which counts as a success."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class CountArguments(BaseModel):
    json_text: str = Field(description="A JSON list or object.")


@forge_tool(
    name="count_members",
    description="Count the members of a JSON list or object.",
    args_schema=CountArguments,
    tier="read",
    register=False,
)
def broken(args: CountArguments) -> Any:
    try:
        return {"members": len(json.loads(args.json_text))}
    except ValueError:
        return "Error: that is not JSON"


@forge_tool(
    name="count_members",
    description="Count the members of a JSON list or object.",
    args_schema=CountArguments,
    tier="read",
    register=False,
)
def fixed(args: CountArguments) -> Any:
    try:
        return {"members": len(json.loads(args.json_text))}
    except ValueError:
        return {"error": "invalid_json", "message": "The text is not JSON. Send a list or an object."}
