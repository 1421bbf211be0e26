"""Tools that break error_dicts_are_well_formed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks
from ..shared.broken_results import ExpressionArguments, PathArguments, tool


@breaks("error_dicts_are_well_formed")
@tool("error_dicts_are_well_formed__silent", PathArguments, workspace_root_aware=True)
def silent(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": "not_found"}
    return {"found": True}


@breaks("error_dicts_are_well_formed")
@tool("error_dicts_are_well_formed__nested", ExpressionArguments)
def nested_error(args: Any) -> Any:
    if not args.expression.replace(" ", "").replace("+", "").isdigit() or args.expression.endswith("+"):
        return {"error": {"code": 1, "message": "bad expression"}, "message": "bad"}
    return {"value": sum(int(part) for part in args.expression.split("+"))}


class CustomerArgs(BaseModel):
    number: int = Field(ge=1, le=99_999, description="Number of the customer.")


@breaks("error_dicts_are_well_formed")
@forge_tool(args_schema=CustomerArgs, tier="read")
def find_customer(args: CustomerArgs) -> dict:
    """Find a customer by number."""
    if args.number > 500:
        return {"error": {"code": 404}, "message": None}
    return {"number": args.number, "name": "Ada"}
