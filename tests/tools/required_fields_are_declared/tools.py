"""Tools that break required_fields_are_declared."""

from __future__ import annotations

from typing import Any

from forge_harness import FnToolExecutor

from ..marks import breaks


def _converted(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"inches": round(float(arguments["centimetres"]) / 2.54, 3)}


convert_units = breaks("required_fields_are_declared")(
    FnToolExecutor(
        "convert_units",
        _converted,
        description="Convert a length from centimetres to inches.",
        tier="read",
        input_schema={
            "type": "object",
            "properties": {
                "centimetres": {"type": "number", "minimum": 0, "maximum": 1e6, "description": "The length."}
            },
            "required": ["centimetres", "unit"],
            "additionalProperties": False,
        },
    )
)
