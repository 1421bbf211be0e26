"""Tools that share state with each other, and keep equal_calls_agree."""

from __future__ import annotations

from typing import Any

from ..marks import keeps
from ..shared.good_robustness import Query, tool

VISITS: list[str] = []


@keeps("equal_calls_agree")
@tool("counts_as_declared", Query, tier="write")
def counts_as_declared(args: Query) -> Any:
    VISITS.append(args.query)
    return {"visits": list(VISITS)}


@keeps("equal_calls_agree")
@tool("undeclared_tier", Query, tier=None)
def undeclared_tier(args: Query) -> Any:
    VISITS.append(args.query)
    return {"visits": list(VISITS)}
