"""Tools with a default or an example that does not fit, and some with fitting ones."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class EstimateArgs(BaseModel):
    weight: float = Field(ge=0.1, le=30, description="Weight in kilograms.")
    parcels: int = Field(default=0, ge=1, le=20, description="How many parcels.")


@breaks("defaults_fit_the_schema")
@forge_tool(args_schema=EstimateArgs, tier="read")
def shipping_estimate(args: EstimateArgs) -> dict:
    """Estimate what it costs to send some parcels."""
    return {"cents": round(args.weight * 120) + args.parcels * 350}


class SeatArgs(BaseModel):
    seat: str = Field(pattern=r"^[0-9]{1,2}[A-K]$", description="Seat in the cabin, row and letter, e.g. 112A.")


@breaks("defaults_fit_the_schema")
@forge_tool(args_schema=SeatArgs, tier="read")
def seat_side(args: SeatArgs) -> dict:
    """Tell on which side of the aisle a seat is."""
    return {"side": "left" if args.seat[-1] in "ABC" else "right"}


class PlaceArgs(BaseModel):
    seat: str = Field(
        pattern=r"^[0-9]{1,2}[A-K]$",
        description="Seat in the cabin, row and letter, e.g. 12A. Rows such as `112A` do not exist.",
    )


@keeps("defaults_fit_the_schema", judged=True)
@forge_tool(args_schema=PlaceArgs, tier="read")
def place_side(args: PlaceArgs) -> dict:
    """Tell on which side of the aisle a seat is."""
    return {"side": "left" if args.seat[-1] in "ABC" else "right"}


class ColorArgs(BaseModel):
    color: str = Field(pattern=r"^#[0-9a-f]{6}$", description="Colour of the wall.")


@breaks("defaults_fit_the_schema")
@forge_tool(
    description='Tell how blue a colour is: shade_of(color="ff8800") gives 0.', args_schema=ColorArgs, tier="read"
)
def shade_of(args: ColorArgs) -> dict:
    return {"blue": int(args.color[5:7], 16)}


@keeps("defaults_fit_the_schema", judged=True)
@forge_tool(
    description='Tell how green it is: tone_of(color="#ff8800") gives 136.\n\ntone_of(color="ff8800") is refused.',
    args_schema=ColorArgs,
    tier="read",
)
def tone_of(args: ColorArgs) -> dict:
    return {"green": int(args.color[3:5], 16)}
