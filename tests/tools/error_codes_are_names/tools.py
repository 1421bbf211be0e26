"""Tools that break error_codes_are_names, and others that resemble them and keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import PathArguments, tool
from ..shared.good_results import PathArguments as PathArguments2


@breaks("error_codes_are_names")
@tool("error_codes_are_names__sentence", PathArguments, workspace_root_aware=True)
def sentence(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": f"File {args.path} was not found", "message": "There is no such file."}
    return {"found": True}


@breaks("error_codes_are_names")
@tool("error_codes_are_names__sentence_alone", PathArguments, workspace_root_aware=True)
def sentence_alone(args: Any, *, workspace_root: Path) -> Any:
    if not (workspace_root / args.path).is_file():
        return {"error": "The file was not found."}
    return {"found": True}


class BookingArgs(BaseModel):
    booking: int = Field(ge=1, le=99_999, description="Number of the booking.")


@breaks("error_codes_are_names")
@forge_tool(args_schema=BookingArgs, tier="write")
def cancel_booking(args: BookingArgs) -> dict:
    """Cancel a booking of the hotel."""
    if args.booking % 2:
        return {"error": "This booking was already cancelled by somebody.", "message": "Pick another booking."}
    return {"cancelled": args.booking}


@keeps("error_codes_are_names", "error_dicts_are_well_formed")
@forge_tool(
    name="file_exists",
    description="Does as an assistant asks: file exists, and nothing else.",
    args_schema=PathArguments2,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def file_exists(args: PathArguments2, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root) as workspace:
        return {"ok": workspace.exists(args.path)}


@keeps("error_codes_are_names", "error_dicts_are_well_formed")
@forge_tool(
    name="find_note",
    description="Does as an assistant asks: find note, and nothing else.",
    args_schema=PathArguments2,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def find_note(args: PathArguments2, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root) as workspace:
        return "found" if workspace.is_file(args.path) else "not found"
