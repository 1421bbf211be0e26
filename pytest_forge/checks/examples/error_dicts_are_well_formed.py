"""An unknown unit is reported as {'error': True}, without a code and a message."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class AmountArguments(BaseModel):
    amount: str = Field(description="Amount to convert, for example '12'.")
    unit: str = Field(description="Unit to convert to, for example 'km'.")


@forge_tool(
    name="convert_metres",
    description="Convert metres to another unit.",
    args_schema=AmountArguments,
    tier="read",
    register=False,
)
def broken(args: AmountArguments) -> dict[str, Any]:
    if args.unit not in ("km", "m"):
        return {"error": True}
    return {"amount": args.amount, "unit": args.unit}


@forge_tool(
    name="convert_metres",
    description="Convert metres to another unit.",
    args_schema=AmountArguments,
    tier="read",
    register=False,
)
def fixed(args: AmountArguments) -> dict[str, Any]:
    if args.unit not in ("km", "m"):
        return {"error": "unknown_unit", "message": "Use 'km' or 'm' as the unit."}
    return {"amount": args.amount, "unit": args.unit}
