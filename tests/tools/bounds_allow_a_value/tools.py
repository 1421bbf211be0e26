"""Tools that break bounds_allow_a_value."""

from __future__ import annotations

from typing import Any

from forge_harness import FnToolExecutor

from ..marks import breaks


def _seat(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"seat": f"{arguments['row']}A"}


pick_seat = breaks("bounds_allow_a_value")(
    FnToolExecutor(
        "pick_seat",
        _seat,
        description="Pick a free seat in a row of the theatre.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {
                "row": {
                    "type": "integer",
                    "minimum": 20,
                    "maximum": 10,
                    "description": "Row to sit in, from the front.",
                }
            },
            "required": ["row"],
            "additionalProperties": False,
        },
    )
)
