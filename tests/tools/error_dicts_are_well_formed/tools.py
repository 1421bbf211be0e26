"""Tools that break error_dicts_are_well_formed, and others that resemble them and keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps
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


class TracebackArgs(BaseModel):
    line: str = Field(max_length=200, description="The last line of a traceback.")


@keeps("error_dicts_are_well_formed", judged=False)
@forge_tool(args_schema=TracebackArgs, tier="read")
def explain_failure(args: TracebackArgs) -> dict:
    """Explain the last line of a traceback."""
    name = args.line.partition(":")[0]
    known = {"KeyError": "A key is missing."}
    return {"error": name if name in known else "unknown", "explanation": known.get(name, "It is not in the list.")}


@keeps("error_dicts_are_well_formed", judged=False)
@forge_tool(args_schema=TracebackArgs, tier="read")
def lint_line(args: TracebackArgs) -> dict:
    """Find the first column of a line that is not a letter."""
    wrong = next((column for column, letter in enumerate(args.line) if not letter.isalpha()), None)
    return {"error": None if wrong is None else {"column": wrong}, "letters": len(args.line)}
