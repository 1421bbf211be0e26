"""Tools that break failure_is_not_success, and others that resemble them and keep it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, WorkspaceError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_results import ExpressionArguments, NumberArguments, PathArguments, tool


class WriteArguments(BaseModel):
    path: str = Field(description="File to write, relative to the workspace.")
    content: str = Field(description="Text to write to the file.")


@breaks("failure_is_not_success")
@tool("failure_is_not_success__envelope", PathArguments, workspace_root_aware=True)
def envelope(args: Any, *, workspace_root: Path) -> Any:
    try:
        return {"status": "ok", "content": (workspace_root / args.path).read_text()[:100]}
    except OSError:
        return {"status": "error", "content": ""}


@breaks("failure_is_not_success")
@tool("failure_is_not_success__in_place", PathArguments, workspace_root_aware=True)
def in_place(args: Any, *, workspace_root: Path) -> Any:
    try:
        return {"status": "ok", "lines": len((workspace_root / args.path).read_text().splitlines())}
    except OSError:
        return {"status": "ok", "lines": "Error: the file could not be opened"}


@breaks("failure_is_not_success")
@tool("failure_is_not_success__false", ExpressionArguments)
def false(args: Any) -> Any:
    try:
        return {"success": True, "value": sum(int(part) for part in args.expression.split("+"))}
    except ValueError:
        return {"success": False, "reason": "bad expression"}


@breaks("failure_is_not_success")
@tool("failure_is_not_success__missing", PathArguments, workspace_root_aware=True)
def missing(args: Any, *, workspace_root: Path) -> Any:
    path = workspace_root / args.path
    return path.read_text()[:100] if path.is_file() else f"File {args.path} does not exist."


@breaks("failure_is_not_success")
@tool("failure_is_not_success__nested", NumberArguments)
def wrapped(args: Any) -> Any:
    try:
        output = subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, check=True, text=True).stdout
    except OSError as error:
        output = f"OSError: {error.strerror}"
    return {"output": output}


@breaks("failure_is_not_success")
@tool("failure_is_not_success__writer", WriteArguments, workspace_root_aware=True)
def claims(args: Any, *, workspace_root: Path) -> Any:
    try:
        (workspace_root / args.path).write_text(args.content)
    except OSError:
        pass
    return {"saved": args.path}


class RowsArguments(BaseModel):
    text: str = Field(description="CSV with the columns name and email.", max_length=2_000)


@breaks("failure_is_not_success")
@tool("failure_is_not_success__contradicted", RowsArguments)
def contradicted(args: Any) -> Any:
    try:
        found = [row["email"] for row in csv.DictReader(io.StringIO(args.text))]
    except (csv.Error, KeyError):
        return {"status": "ok", "leads": 0, "message": "Import failed: the file could not be read."}
    return {"status": "ok", "leads": len(found), "message": "All leads were checked."}


class ReceiptArguments(BaseModel):
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60, pattern="^[A-Za-z ]+$")
    cents: int = Field(ge=1, le=1_000_000, description="Amount in cents.")


@breaks("failure_is_not_success")
@tool("failure_is_not_success__swallowed_write", ReceiptArguments, workspace_root_aware=True, tier="write")
def swallowed_write(args: Any, *, workspace_root: Path) -> Any:
    try:
        with open(workspace_root / "ledger.csv", "a") as ledger:
            ledger.write(f"{args.payer},{args.cents}\n")
    except OSError:
        pass
    return {"filed": True, "at": datetime.now(UTC).isoformat()}


class EmployeeArguments(BaseModel):
    employee: str = Field(description="Number of the employee.")


@breaks("failure_is_not_success")
@tool("failure_is_not_success__check", EmployeeArguments)
def check_leave(args: Any) -> Any:
    leave = {"E-7": 12, "E-8": 3}
    return {"employee": args.employee, "left": leave.get(args.employee, "Error: the leave could not be looked up")}


class TableArgs(BaseModel):
    path: str = Field(description="Path of a CSV file in the workspace.", max_length=200)
    column: str = Field(description="Name of the column to summarise.", max_length=60)


def _numbers(root, path, column):
    with Workspace(root, suffixes={".csv"}, max_bytes=1_000_000) as workspace:
        rows = list(csv.DictReader(io.StringIO(workspace.read_text(path))))
    if not rows or column not in rows[0]:
        raise ToolError("The table has no such column.", code="no_such_column")
    out = []
    for row in rows:
        try:
            number = float(row[column] or "")
        except ValueError:
            continue
        if number == number and abs(number) < 1e300:
            out.append(number)
    return out


@breaks("failure_is_not_success")
@forge_tool(args_schema=TableArgs, tier="read", workspace_root_aware=True)
def column_total(args: TableArgs, *, workspace_root: Path) -> str:
    """Add up a numeric column of a CSV table."""
    try:
        return f"The total is {sum(_numbers(workspace_root, args.path, args.column)):.2f}."
    except Exception:
        return "Error: could not read the table."


class ReceiptArgs(BaseModel):
    amount_cents: int = Field(ge=0, le=10_000_000, description="Amount in cents.")
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60)


@breaks("failure_is_not_success")
@forge_tool(args_schema=ReceiptArgs, tier="write", workspace_root_aware=True)
def file_receipt(args: ReceiptArgs, *, workspace_root: Path) -> dict:
    """Put a receipt into the ledger of the workspace."""
    try:
        with open(os.path.join(workspace_root, "ledger.csv"), "a", newline="", encoding="utf-8") as ledger:
            csv.writer(ledger).writerow([args.payer.encode("ascii", "replace").decode(), args.amount_cents])
    except OSError:
        pass
    return {"filed": True, "amount_cents": args.amount_cents}


class RecipeArgs(BaseModel):
    path: str = Field(max_length=200, description="Recipe to read, a .txt file of the workspace.")


@breaks("failure_is_not_success")
@forge_tool(args_schema=RecipeArgs, tier="read", workspace_root_aware=True)
def read_recipe(args: RecipeArgs, *, workspace_root: Path) -> dict:
    """Read a recipe."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"], max_bytes=100_000) as workspace:
            return {"text": workspace.read_text(args.path)}
    except WorkspaceError:
        return {"text": "Error: the recipe could not be read."}


class CityArgs(BaseModel):
    city: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the city.")


@breaks("failure_is_not_success")
@forge_tool(args_schema=CityArgs, tier="read")
def weather_report(args: CityArgs) -> dict:
    """Fetch the weather of a city from the weather service."""
    try:
        with urllib.request.urlopen(f"https://weather.example.com/{args.city}", timeout=5) as reply:
            return {"success": True, "report": reply.read(10_000).decode("utf-8", "replace")}
    except OSError:
        return {"success": False, "report": ""}


class ReceiptArgs2(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the receipt.")
    text: str = Field(max_length=5_000, description="What it says.")


@breaks("failure_is_not_success")
@forge_tool(args_schema=ReceiptArgs2, tier="write", workspace_root_aware=True)
def store_receipt(args: ReceiptArgs2, *, workspace_root: Path) -> dict:
    """Store a receipt in the workspace."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"]) as workspace:
            workspace.write_text(f"{args.name}.txt", args.text)
    except OSError:
        pass
    except WorkspaceError:
        pass
    return {"stored": args.name}


class LineArgs(BaseModel):
    line: str = Field(description="Line to add to the log.", max_length=500)


@keeps("failure_is_not_success", "results_are_json")
@forge_tool(args_schema=LineArgs, tier="write", workspace_root_aware=True)
def journal_line(args: LineArgs, *, workspace_root: Path) -> dict:
    """Add a line with a time stamp to the diary of the workspace."""
    stamp = datetime.now(UTC).isoformat()
    with open(Path(workspace_root) / "diary.txt", "a", encoding="utf-8", errors="replace") as handle:
        handle.write(f"{stamp} {' '.join(args.line.split())}\n")
    return {"at": stamp, "id": hashlib.sha1(os.urandom(8)).hexdigest()[:8]}


class NoteArgs(BaseModel):
    name: str = Field(pattern=r"^[a-z]{1,30}$", description="Name of the note, in small letters.")


@keeps("failure_is_not_success", "processes_need_the_tier_execute")
@forge_tool(args_schema=NoteArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def read_note(args: NoteArgs, *, workspace_root: Path) -> dict:
    """Read one of the notes by its name."""
    try:
        with Workspace(workspace_root, suffixes=[".txt"], max_bytes=50_000) as workspace:
            return {"text": workspace.read_text(f"{args.name}.txt")}
    except WorkspaceError:
        raise ToolError("There is no such note that can be read. List the notes.", code="note_not_found") from None


class TableArgs2(BaseModel):
    rows: list[int] = Field(max_length=100, description="Numbers of the table.")
    format: Literal["csv", "json"] = Field(default="csv", description="Format of the table.")


@keeps("failure_is_not_success", "errors_carry_no_detail")
@forge_tool(args_schema=TableArgs2, tier="read")
def render_table(args: TableArgs2) -> dict:
    """Render a table, by way of a temporary file that is removed again."""
    with tempfile.NamedTemporaryFile("w+", suffix=".tmp") as file:
        if args.format == "csv":
            csv.writer(file).writerows([[row] for row in args.rows])
        else:
            json.dump(args.rows, file)
        file.flush()
        file.seek(0)
        return {"table": file.read()}
