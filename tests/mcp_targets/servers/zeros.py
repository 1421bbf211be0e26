"""A server of an orchard's pumps: some tools take 0 or False for nothing, others handle it, or say what it means."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from raw import serve, tool

READS = {"readOnlyHint": True}
PUMP = {"pump": {"type": "string", "enum": ["brook", "well"], "description": "The pump."}}
PUMPS: dict[str, dict[str, Any]] = {
    "brook": {"pressure": 12, "night": False, "best": 0, "drawn": 0},
    "well": {"pressure": 8, "night": True, "best": 3, "drawn": 0},
}
orders: list[int] = []


def whole(name: str, low: int, high: int, said: str, **more: Any) -> dict[str, Any]:
    return {**PUMP, name: {"type": "integer", "minimum": low, "maximum": high, "description": said, **more}}


def show_pump(pump: str) -> str:
    return json.dumps(PUMPS[pump])


def setting(name: str, is_given: Callable[[Any], bool]) -> Callable[..., str]:
    def run(pump: str, **given: Any) -> str:
        if is_given(given.get(name)):
            PUMPS[pump][name] = given[name]
        return "The pump is set."

    return run


def ordering(is_given: Callable[[Any], bool]) -> Callable[..., str]:
    def run(pump: str, filters: int | None = None) -> str:
        orders.append(filters if is_given(filters) else 6)
        return f"Order {len(orders)}: {orders[-1]} filters for the {pump}."

    return run


def note_height(pump: str, height: int) -> str:
    PUMPS[pump]["best"] = max(height, PUMPS[pump]["best"])
    return show_pump(pump)


def draw(pump: str, litres: int) -> str:
    PUMPS[pump]["drawn"] += litres
    return show_pump(pump)


def is_there(value: Any) -> bool:
    return value is not None


PRESSURE = whole("pressure", -20, 60, "Pressure to keep (-20 to 60).")
FILTERS = whole("filters", 0, 40, "How many filters to order.", default=6)
SAID = whole("filters", 0, 40, "How many filters to order, where 0 means as many as usual.", default=6)
HEIGHT = whole("height", 0, 90, "Height that the water reached.")
NIGHT = {**PUMP, "night": {"type": "boolean", "default": None, "description": "Whether it runs at night."}}
TOOLS = [
    tool("show_pump", show_pump, arguments=PUMP, annotations=READS),
    tool("set_pressure", setting("pressure", bool), arguments=PRESSURE),
    tool("set_any_pressure", setting("pressure", is_there), arguments=PRESSURE),
    tool("set_night", setting("night", bool), arguments=NIGHT),
    tool("set_any_night", setting("night", is_there), arguments=NIGHT),
    tool("order_filters", ordering(bool), arguments=FILTERS),
    tool("order_any_filters", ordering(is_there), arguments=FILTERS),
    tool("order_as_usual", ordering(bool), arguments=SAID),
    tool("note_height", note_height, arguments=HEIGHT),
    tool("draw", draw, arguments=whole("litres", 0, 900, "Litres to draw.")),
]

if __name__ == "__main__":
    serve(TOOLS)
