"""A server of a mill that pays for grain, with a bonus of 5 %; a delivery is taken back exactly, or worked out anew."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
TOLD = {
    "anew": "Take a delivery back; both entries cancel each other out.",
    "stored": "Take a delivery back; both entries cancel each other out.",
    "told": "Take a delivery back, and its pay, which may differ by a unit because of rounding.",
}[MODE]
WRITES = {"readOnlyHint": False, "destructiveHint": False}
deliveries: list[dict[str, int]] = []


def _pay(kilos: int) -> int:
    return kilos + (kilos * 5 + 50) // 100


def deliver(farm: int, kilos: int) -> str:
    deliveries.append({"farm": farm, "kilos": kilos, "pay": _pay(kilos)})
    return json.dumps({"delivery": len(deliveries), "pay": _pay(kilos)})


def take_back(delivery: int) -> str:
    if not 1 <= delivery <= len(deliveries):
        raise Refused("There is no such delivery.")
    found = deliveries[delivery - 1]
    if found.get("is_back"):
        raise Refused("It is back already.")
    found["is_back"] = 1
    pay = -found["pay"] if MODE == "stored" else _pay(-found["kilos"])
    deliveries.append({"farm": found["farm"], "kilos": -found["kilos"], "pay": pay, "is_back": 1})
    return f"{delivery} is taken back."


def owed_to(farm: int) -> str:
    return json.dumps({"owed": sum(one["pay"] for one in deliveries if one["farm"] == farm)})


if __name__ == "__main__":
    farm = {"farm": {"type": "integer", "minimum": 1, "maximum": 99, "description": "Number of the farm."}}
    kilos = {"kilos": {"type": "integer", "minimum": 1, "maximum": 9_999, "description": "Weight of the grain."}}
    number = {"delivery": {"type": "integer", "minimum": 1, "maximum": 9_999, "description": "Number of a delivery."}}
    serve(
        [
            tool("deliver", deliver, arguments={**farm, **kilos}, annotations=WRITES),
            tool("take_back", take_back, arguments=number, annotations=WRITES) | {"description": TOLD},
            tool("owed_to", owed_to, arguments=farm, annotations={"readOnlyHint": True}),
        ]
    )
