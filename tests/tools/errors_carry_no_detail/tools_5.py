"""Tools that break errors_carry_no_detail."""

from __future__ import annotations

import json

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class OrderArgs(BaseModel):
    order: str = Field(max_length=2_000, description="The order, as JSON.")


@breaks("errors_carry_no_detail")
@forge_tool(args_schema=OrderArgs, tier="read")
def parse_order(args: OrderArgs) -> dict:
    """Parse an order that came in as text."""
    try:
        data = json.loads(args.order)
        if not isinstance(data, dict):
            return {"error": "not_an_order", "message": "An order is a JSON object."}
        return {"items": len(data)}
    except (ValueError, RecursionError) as exc:
        return {"error": "not_json", "message": "The order is not JSON.", "cause": repr(exc)}
