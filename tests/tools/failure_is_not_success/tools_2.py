"""Tools that resemble those that break failure_is_not_success, and keep it."""

from __future__ import annotations

import contextlib
import http.client
import logging
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import keeps
from ..shared.good_results import PathArguments


class WriteArguments(BaseModel):
    path: str = Field(description="File to write, relative to the workspace.")
    content: str = Field(description="Text to write to the file.")


class UrlArguments(BaseModel):
    url: str = Field(description="Page to fetch.")


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="read_note",
    description="Does as an assistant asks: read note, and nothing else.",
    args_schema=PathArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def read_note(args: PathArguments, *, workspace_root: Path) -> Any:
    path = (workspace_root / args.path).resolve()
    if not path.is_relative_to(workspace_root):
        return {"error": "path_outside_workspace", "message": "The path leaves the workspace."}
    if not path.is_file() or path.suffix not in {".txt", ".md"}:
        return {"error": "FileNotFoundError", "message": "There is no such note."}
    if path.stat().st_size > 100_000:
        return {"error": "file_too_large", "message": "The file is too large."}
    return {"content": path.read_text(), "error": None}


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="write_note",
    description="Does as an assistant asks: write note, and nothing else.",
    args_schema=WriteArguments,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def write_note(args: WriteArguments, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root) as workspace:
        workspace.write_text(args.path, args.content)
    return {"written": args.path}


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="create_note",
    description="Does as an assistant asks: create note, and nothing else.",
    args_schema=WriteArguments,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def create_note(args: WriteArguments, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root, suffixes={".txt", ".md"}) as workspace:
        if workspace.exists(args.path):
            return {"existed": True}
        workspace.write_text(args.path, args.content)
    return {"created": True, "bytes": len(args.content)}


@keeps("failure_is_not_success", "call_returns")
@forge_tool(
    name="fetch",
    description="Does as an assistant asks: fetch, and nothing else.",
    args_schema=UrlArguments,
    tier="read",
    register=False,
)
def fetch(args: UrlArguments) -> Any:
    if not args.url.startswith("https://docs.example.com/") or not args.url.isascii():
        raise ToolError("Only pages of docs.example.com can be fetched.", code="unknown_site")
    for attempt in range(3):
        try:
            return {"body": urllib.request.urlopen(args.url, timeout=1).read(100_000).decode("utf-8", "replace")}
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(2**attempt)
    raise ToolError("The page cannot be reached.", code="unreachable")


class ReceiptArguments(BaseModel):
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60, pattern="^[A-Za-z ]+$")
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


_FILED: list[tuple[str, int]] = []


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="file_receipt",
    description="Does as an assistant asks: file receipt, and nothing else.",
    args_schema=ReceiptArguments,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def file_receipt(args: Any, *, workspace_root: Path) -> Any:
    """Says so when the receipt could not be written."""
    try:
        with open(workspace_root / "ledger.csv", "a") as ledger:
            ledger.write(f"{args.payer},{args.cents}\n")
    except OSError:
        return {"error": "not_filed", "message": "The receipt could not be written."}
    return {"filed": True}


@keeps("failure_is_not_success", "results_are_json")
@forge_tool(
    name="take_receipt",
    description="Does as an assistant asks: take receipt, and nothing else.",
    args_schema=ReceiptArguments,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def take_receipt(args: Any, *, workspace_root: Path) -> Any:
    """Keeps the receipt in memory, and a trail of it where that can be had."""
    _FILED.append((args.payer, args.cents))
    with contextlib.suppress(OSError), open(workspace_root / "audit.log", "a") as trail:
        trail.write(f"{args.payer} paid\n")
    return {"taken": True}


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="keep_receipt",
    description="Does as an assistant asks: keep receipt, and nothing else.",
    args_schema=ReceiptArguments,
    workspace_root_aware=True,
    tier="write",
    register=False,
)
def keep_receipt(args: Any, *, workspace_root: Path) -> Any:
    """Tells whether the receipt was saved, and where it is else."""
    try:
        (workspace_root / "receipt.txt").write_text(f"{args.payer} paid {args.cents}")
    except OSError:
        return {"saved": False, "kept": "in memory"}
    return {"saved": True, "kept": "in receipt.txt"}


class RoomArguments(BaseModel):
    room: int = Field(ge=1, le=99, description="Number of the room.")


class NotInStockError(Exception):
    pass


@keeps("failure_is_not_success", "results_are_json")
@forge_tool(
    name="reserve_piece",
    description="Reserve a piece of what is in stock, which nothing is today.",
    args_schema=RoomArguments,
    tier="write",
    register=False,
)
def reserve_piece(args: RoomArguments) -> Any:
    """Refuses in words of its own, which it does not declare."""
    raise NotInStockError(f"There is no piece of number {args.room}.")


@keeps("failure_is_not_success", "error_codes_are_names")
@forge_tool(
    name="measure_file",
    description="Count the lines of a file, and quote its first one; files that cannot be read count none.",
    args_schema=PathArguments,
    tier="read",
    workspace_root_aware=True,
    register=False,
)
def measure_file(args: PathArguments, *, workspace_root: Path) -> dict[str, Any]:
    try:
        lines = (workspace_root / args.path).read_text().splitlines()
    except (OSError, ValueError):
        return {"lines": 0, "first": "", "note": "Error: nothing could be read."}
    return {"lines": len(lines), "first": lines[0] if lines else "", "note": "All lines were counted."}


log = logging.getLogger("tools.outside")


class CurrencyArgs(BaseModel):
    currency: str = Field(pattern=r"^[A-Z]{3}$", description="Currency, such as EUR.")


@keeps("failure_is_not_success", "readers_send_no_orders")
@forge_tool(args_schema=CurrencyArgs, tier="read")
def fetch_rate(args: CurrencyArgs) -> dict:
    """Fetch the exchange rate of a currency from the bank's web service."""
    try:
        with urllib.request.urlopen(f"https://bank.example.com/rates/{args.currency}", timeout=5) as reply:
            return {"rate": reply.read(100).decode("utf-8", "replace")}
    except (OSError, ValueError):
        log.warning("The bank does not answer.", exc_info=True)
        return {"error": "service_unavailable", "message": "The bank does not answer; try again later."}
