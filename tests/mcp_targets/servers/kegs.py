"""A server of kegs from which orders are drawn, each once; a refused order is forgotten, or taken for a drawn one."""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

KEEPS_REFUSED = sys.argv[1:2] == ["kept"]
WRITES = {"readOnlyHint": False, "destructiveHint": False}
KEG = {"keg": {"type": "string", "description": "Name of a keg."}}
LITRES = {"litres": {"type": "integer", "minimum": 1, "maximum": 5_000, "description": "How much."}}
kegs: dict[str, int] = {}
orders: set[str] = set()


def fill(keg: str, litres: int) -> str:
    kegs[keg] = kegs.get(keg, 0) + litres
    return f"{keg} holds {kegs[keg]} litres."


def draw(keg: str, litres: int, order: str) -> str:
    is_known = order in orders
    if KEEPS_REFUSED:
        orders.add(order)
    if not is_known or KEEPS_REFUSED:
        if keg not in kegs or kegs[keg] < litres:
            raise Refused("The keg does not hold that much.")
        kegs[keg] -= 0 if is_known else litres
    orders.add(order)
    return f"{litres} litres are drawn."


def held_by(keg: str) -> str:
    return json.dumps({"litres": kegs.get(keg, 0)})


if __name__ == "__main__":
    order = {"order": {"type": "string", "description": "Number of the order, which is drawn once."}}
    serve(
        [
            tool("fill", fill, arguments={**KEG, **LITRES}, annotations=WRITES),
            tool("draw", draw, arguments={**KEG, **LITRES, **order}, annotations=WRITES),
            tool("held_by", held_by, arguments=KEG, annotations={"readOnlyHint": True}),
        ]
    )
