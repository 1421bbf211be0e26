"""Functions that check what nested arguments come to, with and without each of them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Sack(TypedDict):
    """A sack of the load."""

    kilos: Annotated[int, Field(ge=2, le=80, description="Its weight.")]


Sacks = Annotated[list[Sack], Field(min_length=1, max_length=20, description="The sacks on the cart.")]


def _whole(sacks: Sacks) -> None:
    if any(type(sack["kilos"]) is not int for sack in sacks):
        raise ValueError("The weight of a sack is a whole number.")


@breaks("schema_and_model_agree")
def weigh_cart(sacks: Sacks) -> dict[str, int]:
    """Add up the kilos on a cart, which bears 1,000."""
    _whole(sacks)
    total = sum(sack["kilos"] for sack in sacks)
    if max(sack["kilos"] for sack in sacks) > 80 or not 2 <= total <= 1000:
        raise ValueError("The cart carries up to 1,000 kilos, in sacks of up to 80.")
    return {"kilos": total}


@keeps("schema_and_model_agree", judged=True)
def weigh_sledge(sacks: Sacks) -> dict[str, int]:
    """Add up the kilos on a sledge, which bears 1,000."""
    _whole(sacks)
    total = sum(sack["kilos"] for sack in sacks)
    if not all(2 <= sack["kilos"] <= 80 for sack in sacks) or total > 1000:
        raise ValueError("The sledge carries up to 1,000 kilos, in sacks of 2 to 80.")
    return {"kilos": total}


@keeps("schema_and_model_agree", judged=True)
def weigh_barrow(sacks: Sacks) -> dict[str, int]:
    """Add up the kilos on a barrow, which bears 1,000."""
    total = sum(sack["kilos"] for sack in sacks)
    if total > 1000:
        raise ValueError("The barrow carries up to 1,000 kilos.")
    return {"kilos": total}
