"""Good tools that look like broken ones: what they give back."""

from __future__ import annotations

import contextlib
import http.client
import math
import random
import time
import urllib.request
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool


class Nothing(BaseModel):
    pass


class PathArguments(BaseModel):
    path: str = Field(description="File in the workspace.")


class WriteArguments(BaseModel):
    path: str = Field(description="File to write, relative to the workspace.")
    content: str = Field(description="Text to write to the file.")


class NumberArguments(BaseModel):
    number: int = Field(1, ge=0, le=5, description="A number.")


class ListArguments(BaseModel):
    words: list[str] = Field(description="Words.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options.")


class SecondsArguments(BaseModel):
    seconds: int = Field(30, ge=0, le=3600, description="How long to wait.")


class OrderArguments(BaseModel):
    order_id: str = Field(description="Order to look up.")


class UrlArguments(BaseModel):
    url: str = Field(description="Page to fetch.")


class Total(BaseModel):
    total: float
    names: tuple[str, ...]


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


@forge_tool(
    name="file_exists",
    description="Does as an assistant asks: file exists, and nothing else.",
    args_schema=PathArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def file_exists(args: PathArguments, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root) as workspace:
        return {"ok": workspace.exists(args.path)}


@forge_tool(
    name="model_result",
    description="Does as an assistant asks: model result, and nothing else.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def model_result(args: NumberArguments) -> Any:
    return Total(total=args.number, names=("a", "b"))


@forge_tool(
    name="dice",
    description="Does as an assistant asks: dice, and nothing else.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def dice(args: NumberArguments) -> Any:
    return {
        "value": random.random(),
        "ids": {f"{random.random():.9f}": 1},
        "time": time.time(),
        "rows": [None] * args.number,
    }


@forge_tool(
    name="copies",
    description="Does as an assistant asks: copies, and nothing else.",
    args_schema=ListArguments,
    tier="read",
    register=False,
)
def copies(args: ListArguments) -> Any:
    options = {"limit": 5, **args.options}
    return {"words": sorted(args.words), "options": options}


@forge_tool(
    name="wait",
    description="Does as an assistant asks: wait, and nothing else.",
    args_schema=SecondsArguments,
    tier="read",
    register=False,
)
def wait(args: SecondsArguments) -> Any:
    time.sleep(args.seconds)
    return {"waited": args.seconds}


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


@forge_tool(
    name="get_order",
    description="Does as an assistant asks: get order, and nothing else.",
    args_schema=OrderArguments,
    tier="read",
    register=False,
)
def get_order(args: OrderArguments) -> Any:
    raise ToolError("There is no such order.", code="order_not_found")


@forge_tool(
    name="nothing",
    description="Does as an assistant asks: nothing, and nothing else.",
    args_schema=Nothing,
    tier="read",
    register=False,
)
def nothing(args: Nothing) -> Any:
    return None


@forge_tool(
    name="recursive",
    description="Does as an assistant asks: recursive, and nothing else.",
    args_schema=Nothing,
    tier="read",
    raises=(RecursionError,),
    register=False,
)
def recursive(args: Nothing) -> Any:
    raise RecursionError("declared")


@forge_tool(
    name="async_tool",
    description="Does as an assistant asks: async tool, and nothing else.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
async def async_tool(args: NumberArguments) -> Any:
    return {"number": args.number}


@forge_tool(
    name="find_note",
    description="Does as an assistant asks: find note, and nothing else.",
    args_schema=PathArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def find_note(args: PathArguments, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root) as workspace:
        return "found" if workspace.is_file(args.path) else "not found"


@forge_tool(
    name="read_log",
    description="Does as an assistant asks: read log, and nothing else.",
    args_schema=PathArguments,
    workspace_root_aware=True,
    tier="read",
    register=False,
)
def read_log(args: PathArguments, *, workspace_root: Path) -> Any:
    with Workspace(workspace_root, suffixes={".log", ".txt"}, max_bytes=100_000) as workspace:
        return "Error: this line is part of the log\n" + workspace.read_text(args.path)[:1000]


@forge_tool(
    name="explain_exit",
    description="Does as an assistant asks: explain exit, and nothing else.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def explain_exit(args: NumberArguments) -> Any:
    return "Failed to find what it looked for"


@forge_tool(
    name="sentence",
    description="Word an error for people.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def sentence(args: NumberArguments) -> Any:
    return f"Error: {args.number}"


@forge_tool(
    name="spelling",
    description="Does as an assistant asks: spelling, and nothing else.",
    args_schema=NumberArguments,
    tier="read",
    register=False,
)
def spelling(args: NumberArguments) -> Any:
    return {"ok": False, "suggestions": []}


class ReceiptArguments(BaseModel):
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60, pattern="^[A-Za-z ]+$")
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


_FILED: list[tuple[str, int]] = []


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


@forge_tool(
    name="door_report",
    description="Does as an assistant asks: door report, and nothing else.",
    args_schema=RoomArguments,
    tier="read",
    register=False,
)
def door_report(args: RoomArguments) -> Any:
    """The state of a thing, and not of the call."""
    return {"room": args.room, "status": "ok" if args.room <= 12 else "failed", "ok": args.room <= 12}


@forge_tool(
    name="room_report",
    description="Does as an assistant asks: room report, and nothing else.",
    args_schema=RoomArguments,
    tier="read",
    register=False,
)
def room_report(args: RoomArguments) -> Any:
    """Refuses as it should."""
    if args.room > 12:
        raise ToolError("There is no such room.", code="no_such_room")
    return {"status": "free", "message": "The room is free."}


class NotInStockError(Exception):
    pass


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


class BuildArguments(BaseModel):
    build: int = Field(ge=1, le=5, description="Number of the build.")


@forge_tool(
    name="last_builds",
    description="Return the state of a build, and what it said.",
    args_schema=BuildArguments,
    tier="read",
    register=False,
)
def last_builds(args: BuildArguments) -> dict[str, Any]:
    if args.build == 3:
        return {"build": 3, "state": "broken", "message": "Build failed: the disk is full."}
    return {"build": args.build, "state": "done", "message": "Build done."}


class PricesArguments(BaseModel):
    prices: list[str] = Field(min_length=1, max_length=20, description="Prices as written, for example '12.50'.")


@forge_tool(
    name="add_prices",
    description="Add up prices.",
    args_schema=PricesArguments,
    tier="read",
    register=False,
)
def add_prices(args: PricesArguments) -> dict[str, Any]:
    try:
        total = sum(float(price) for price in args.prices)
    except ValueError:
        raise ToolError("One of the prices is no number.", code="bad_price") from None
    if not math.isfinite(total):
        raise ToolError("One of the prices is no finite number.", code="bad_price")
    return {"total": round(total, 2)}
