"""Tools that break defaults_fit_the_schema."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class EstimateArgs(BaseModel):
    weight: float = Field(ge=0.1, le=30, description="Weight in kilograms.")
    parcels: int = Field(default=0, ge=1, le=20, description="How many parcels.")


@breaks("defaults_fit_the_schema")
@forge_tool(args_schema=EstimateArgs, tier="read")
def shipping_estimate(args: EstimateArgs) -> dict:
    """Estimate what it costs to send some parcels."""
    return {"cents": round(args.weight * 120) + args.parcels * 350}
