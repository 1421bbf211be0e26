"""Dispatch against its floor, with registries of three sizes; run by hand: `python tests/benchmarks/bench_dispatch.py`.

The floor is what no dispatcher can do without: `model_validate`, the call, and `json.dumps` of the result.
"""

from __future__ import annotations

import json
from timeit import repeat
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import FORGE_TOOL_REGISTRY, dispatch_forge_tool, forge_tool, get_tool_definitions

ROUNDS, REPEATS = 20_000, 7


class OrdersArguments(BaseModel):
    since: str = Field(description="First day, as ISO-8601.")
    limit: int = Field(default=100, ge=1, le=1000, description="Most rows to return.")


def rows(arguments: OrdersArguments) -> dict[str, Any]:
    return {"since": arguments.since, "rows": [{"id": 1, "total": 9.5}, {"id": 2, "total": 12.0}], "more": False}


def microseconds(function: Any, rounds: int = ROUNDS) -> float:
    return min(repeat(function, number=rounds, repeat=REPEATS)) / rounds * 1e6


def main() -> None:
    call = {"since": "2024-01-01", "limit": 50}
    tool = forge_tool(name="fetch_orders", args_schema=OrdersArguments, tier="read")(rows)
    floor = microseconds(lambda: json.dumps(tool.impl(OrdersArguments.model_validate(call))))
    print(f"floor: model_validate + call + json.dumps   {floor:6.2f} us")
    for size in (1, 1_000, 10_000):
        with FORGE_TOOL_REGISTRY.restored():
            for number in range(len(FORGE_TOOL_REGISTRY), size):
                forge_tool(name=f"tool_{number}", args_schema=OrdersArguments, tier="read")(rows)
            ours = microseconds(lambda: dispatch_forge_tool("fetch_orders", call).llm_json())
            print(f"dispatch, {size:>6} tools                       {ours:6.2f} us  {ours / floor:5.2f} x the floor")
            if size > 1:
                kept = get_tool_definitions()
                copied = microseconds(lambda kept=kept: list(kept), 200)
                again = microseconds(get_tool_definitions, 200)
                print(
                    f"definitions, {size:>6} tools, asked again       {again:6.2f} us  "
                    f"{again / copied:5.2f} x a copy of the list"
                )


if __name__ == "__main__":
    main()
