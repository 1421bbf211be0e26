"""Functions with rates of which each is said to hold at its limit as well: one takes the next rate there."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_RATES = ((30, 0), (60, 150), (240, 400))
_Minutes = Annotated[int, Field(description="Minutes in the car park.", ge=0, le=10_000)]


@breaks("common_rules_hold")
def parking_fee(minutes: _Minutes) -> dict[str, int]:
    """Return the fee of a car park in cents. A rate holds up to and including its limit: 30, 60 and 240 minutes.

    Whoever stays longer pays 900 cents.
    """
    return {"minutes": minutes, "cents": next((cents for limit, cents in _RATES if minutes < limit), 900)}


@keeps("common_rules_hold", judged=True)
def parking_fee_with_limits(minutes: _Minutes) -> dict[str, int]:
    """Return the fee of a car park in cents. A rate holds up to and including its limit: 30, 60 and 240 minutes.

    Whoever stays longer pays 900 cents.
    """
    return {"minutes": minutes, "cents": next((cents for limit, cents in _RATES if minutes <= limit), 900)}


@keeps("common_rules_hold", judged=True)
def ticket_price(age: Annotated[int, Field(description="Age in years, up to and including 120.", ge=0)]) -> int:
    """Return the price of a ticket in cents: from 6 years 300, from 15 years 700, and from 65 years 500."""
    if age > 120:
        raise ValueError("The age must be 120 at most.")
    return 0 if age < 6 else 300 if age < 15 else 700 if age < 65 else 500


@breaks("common_rules_hold")
def carry_bag(
    kilos: Annotated[float, Field(description="Weight of the bag; free up to and including 8 kg.", gt=0)],
) -> str:
    """Tell whether a bag may be carried on board."""
    return "free" if kilos < 8 else "pay at the counter"


@keeps("common_rules_hold")
def rows_of_seats(seats: Annotated[int, Field(description="Number of seats.", ge=1, le=400)]) -> dict[str, int]:
    """Return how many rows the seats fill. A room has rows up to and including 30, and a row has 10 seats."""
    return {"rows": -(-seats // 10), "free": -seats % 10}


@keeps("common_rules_hold")
def stamps_for_purchase(euros: Annotated[int, Field(description="Euros paid.", ge=0, le=5000)]) -> dict[str, int]:
    """Return how many stamps a customer gets, one for 10 euros. Up to and including 30 euros, cash alone is taken."""
    return {"stamps": euros // 10}


@keeps("common_rules_hold")
def discount_on_bulbs(bulbs: Annotated[int, Field(description="Number of bulbs.", ge=1, le=5000)]) -> dict[str, int]:
    """Return the discount in percent: 10 from 100 bulbs. Up to and including 100 bulbs are sent as a letter."""
    return {"percent": 10 if bulbs >= 100 else 0}
