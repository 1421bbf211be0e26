"""Previews of records with a date that other records of the list do not have, and the tools that act on them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, TypeAdapter

from forge_harness import forge_tool

from ..marks import breaks, keeps


class Loan(BaseModel):
    book: str
    due: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")


LOANS = TypeAdapter(list[Loan])


class DayArgs(BaseModel):
    day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$", description="Loans due before this day are late, e.g. 2024-05-01.")


class RecallArgs(DayArgs):
    receipt: str = Field(pattern=r"^[0-9a-f]{16}$", description="The receipt that the list of late loans has.")


def _late(root: Path, day: str) -> tuple[list[Loan], list[dict[str, Any]]]:
    loans = LOANS.validate_json((root / "loans.json").read_bytes())
    return loans, [one.model_dump() for one in loans if one.due < day]


def _receipt(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def _recall(root: Path, loans: list[Loan], day: str) -> dict[str, int]:
    (root / "loans.json").write_bytes(LOANS.dump_json([one for one in loans if one.due >= day]))
    return {"recalled": sum(one.due < day for one in loans)}


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=DayArgs, workspace_root_aware=True, tier="read", register=False)
def late_by_number(args: DayArgs, *, workspace_root: Path) -> dict[str, Any]:
    """List the loans that a recall would end, and a receipt for it."""
    late = _late(workspace_root, args.day)[1]
    return {"late": late, "receipt": _receipt([args.day, len(late)])}


@breaks("approved_arguments_are_executed")
@forge_tool(args_schema=RecallArgs, workspace_root_aware=True, tier="write", register=False)
def recall_by_number(args: RecallArgs, *, workspace_root: Path) -> dict[str, Any]:
    """End the late loans of a receipt."""
    loans, late = _late(workspace_root, args.day)
    if _receipt([args.day, len(late)]) != args.receipt:
        return {"error": "changed", "message": "The loans have changed. List the late ones again."}
    return _recall(workspace_root, loans, args.day)


@keeps("approved_arguments_are_executed")
@forge_tool(args_schema=DayArgs, workspace_root_aware=True, tier="read", register=False)
def late_by_loan(args: DayArgs, *, workspace_root: Path) -> dict[str, Any]:
    """List the loans that a recall would end, and a receipt for it."""
    late = _late(workspace_root, args.day)[1]
    return {"late": late, "receipt": _receipt([args.day, late])}


@keeps("approved_arguments_are_executed", judged=True)
@forge_tool(args_schema=RecallArgs, workspace_root_aware=True, tier="write", register=False)
def recall_by_loan(args: RecallArgs, *, workspace_root: Path) -> dict[str, Any]:
    """End the late loans of a receipt."""
    loans, late = _late(workspace_root, args.day)
    if _receipt([args.day, late]) != args.receipt:
        return {"error": "changed", "message": "The loans have changed. List the late ones again."}
    return _recall(workspace_root, loans, args.day)
