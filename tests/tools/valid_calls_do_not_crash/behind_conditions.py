"""Tools whose defects lie behind conditions on values that are made at run time."""

from __future__ import annotations

import hashlib
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class VaultArguments(BaseModel):
    first: int = Field(description="The first key.", ge=0, le=10**9)
    second: int = Field(description="The second key.", ge=0, le=10**9)
    third: str = Field(description="The third key.", max_length=40)


def _key(number: int) -> int:
    return int(hashlib.sha256(b"%d" % number).hexdigest()[:6], 16)


@breaks("valid_calls_do_not_crash", budget="deep")
@forge_tool(
    name="behind_three_keys",
    description="Open the vault with three keys.",
    args_schema=VaultArguments,
    tier="read",
    register=False,
)
def behind_three_keys(args: VaultArguments) -> dict[str, Any]:
    one = _key(1)
    if args.first == one:
        two = _key(2)
        if args.second == two:
            three = f"k{_key(3)}"[::-1]
            if args.third == three:
                return {"open": {}["inside"]}
    return {"open": False}


class OrderArguments(BaseModel):
    order_id: str = Field(description="Number of the order; empty for the list of open orders.", max_length=20)


@breaks("valid_calls_do_not_crash")
@forge_tool(
    name="behind_a_past_result",
    description="Show an order, or the list of open orders.",
    args_schema=OrderArguments,
    tier="read",
    register=False,
)
def behind_a_past_result(args: OrderArguments) -> dict[str, Any]:
    orders = [f"o-{_key(number):x}" for number in range(5)]
    if args.order_id in orders:
        return {"order": {"id": args.order_id, "paid": 12 / orders.index(orders[0])}}
    return {"orders": [{"id": order} for order in orders]}
