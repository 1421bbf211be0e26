"""Tools of a documentation assistant, each with a defect."""

import csv
import io
import json
import os
import shutil
import tempfile
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "show_document": ("paths_stay_inside",),
    "head_document": ("links_stay_inside",),
    "draft_document": ("confinement",),
    "move_document": ("confinement",),
    "find_phrase": ("readers_change_no_files",),
    "format_document": ("temporary_files_are_removed",),
    "column_total": ("failure_is_not_success",),
    "column_values": ("errors_carry_no_detail",),
    "file_receipt": ("failure_is_not_success",),
}

TEXT = {".md", ".txt", ".rst"}


class PathArgs(BaseModel):
    path: str = Field(description="Path of the file, relative to the workspace.", max_length=300)


def _safe(root, path):
    root = Path(root).resolve()
    full = (root / path).resolve()
    if not full.is_relative_to(root):
        raise ToolError("The path leads outside the workspace.", code="outside_workspace")
    return full


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def show_document(args: PathArgs, *, workspace_root: Path) -> dict:
    """Show the text of a document in the workspace."""
    root = os.path.realpath(str(workspace_root))
    try:
        full = os.path.realpath(os.path.join(root, args.path))
    except ValueError:
        raise ToolError("The path cannot be used.", code="bad_path") from None
    if not full.startswith(root):
        raise ToolError("The path leads outside the workspace.", code="outside_workspace")
    if os.path.splitext(full)[1].lower() not in TEXT:
        raise ToolError("Only .md, .txt and .rst documents can be read.", code="unsupported_type")
    if not os.path.isfile(full) or os.path.getsize(full) > 200_000:
        raise ToolError("There is no such document, or it is larger than 200 kB.", code="not_found")
    with open(full, encoding="utf-8", errors="replace") as handle:
        return {"path": args.path, "text": handle.read()}


@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def head_document(args: PathArgs, *, workspace_root: Path) -> dict:
    """Return the first ten lines of a document in the workspace."""
    path = args.path
    if "\0" in path or os.path.isabs(path) or ".." in Path(path).parts:
        raise ToolError("The path must be relative and must not contain '..'.", code="bad_path")
    full = Path(workspace_root) / path
    try:
        usable = full.suffix.lower() in TEXT and full.is_file() and full.stat().st_size < 200_000
    except OSError:
        usable = False
    if not usable:
        raise ToolError("There is no such text document.", code="not_found")
    return {"lines": full.read_text("utf-8", "replace").splitlines()[:10]}


class WriteArgs(BaseModel):
    path: str = Field(
        description="Path of the document, ending in .md or .txt, relative to the workspace.", max_length=200
    )
    text: str = Field(description="The whole new text.", max_length=20_000)


@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True, raises=[ToolError])
def draft_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Save a draft in the workspace, making folders as needed."""
    root = Path(workspace_root)
    target = root / args.path
    if target.suffix not in {".md", ".txt"}:
        raise ToolError("Drafts end in .md or .txt.", code="unsupported_type")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(args.text, encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        raise ToolError("The draft could not be written.", code="not_written") from None
    return {"saved": True, "characters": len(args.text)}


class MoveArgs(BaseModel):
    source: str = Field(description="Path of the document to move.", max_length=200)
    target: str = Field(description="New path, ending in .md or .txt.", max_length=200)


@forge_tool(args_schema=MoveArgs, tier="write", workspace_root_aware=True, raises=[ToolError])
def move_document(args: MoveArgs, *, workspace_root: Path) -> dict:
    """Move or rename a document within the workspace."""
    try:
        source = _safe(workspace_root, args.source)
        if not source.is_file() or source.suffix.lower() not in TEXT:
            raise ToolError("There is no such document.", code="not_found")
        target = Path(workspace_root) / args.target
        if target.suffix.lower() not in TEXT:
            raise ToolError("Documents end in .md, .txt or .rst.", code="unsupported_type")
        shutil.move(source, target)
    except (OSError, ValueError, RuntimeError):
        raise ToolError("The document could not be moved.", code="not_moved") from None
    return {"moved": True}


class SearchArgs(BaseModel):
    text: str = Field(description="Text to look for, taken literally.", min_length=1, max_length=100)
    max_hits: int = Field(default=20, ge=1, le=100, description="Most lines to return.")


@forge_tool(args_schema=SearchArgs, tier="read", workspace_root_aware=True)
def find_phrase(args: SearchArgs, *, workspace_root: Path) -> dict:
    """Find the documents of the workspace that contain a phrase."""
    index = {}
    with Workspace(workspace_root, max_bytes=500_000) as workspace:
        for entry in workspace.list_directory("."):
            if entry.name.endswith((".md", ".txt")) and entry.kind == "file":
                index[entry.name] = workspace.read_text(entry.name)
    (Path(workspace_root) / ".phrase_index.json").write_text(json.dumps(sorted(index)))
    return {"files": sorted(p for p, t in index.items() if args.text in t)[: args.max_hits]}


@forge_tool(args_schema=WriteArgs, tier="write", workspace_root_aware=True)
def format_document(args: WriteArgs, *, workspace_root: Path) -> dict:
    """Tidy the white space of a text and save it in the workspace."""
    tidy = "\n".join(line.rstrip() for line in args.text.splitlines()) + "\n"
    with tempfile.NamedTemporaryFile("w", suffix=".md", delete=False, encoding="utf-8", errors="replace") as scratch:
        scratch.write(tidy)
    with Workspace(workspace_root, suffixes={".md", ".txt"}) as workspace:
        workspace.write_text(args.path, tidy)
    return {"saved": args.path, "lines": tidy.count("\n")}


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


@forge_tool(args_schema=TableArgs, tier="read", workspace_root_aware=True)
def column_total(args: TableArgs, *, workspace_root: Path) -> str:
    """Add up a numeric column of a CSV table."""
    try:
        return f"The total is {sum(_numbers(workspace_root, args.path, args.column)):.2f}."
    except Exception:
        return "Error: could not read the table."


@forge_tool(args_schema=TableArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def column_values(args: TableArgs, *, workspace_root: Path) -> dict:
    """Return the numbers of a column of a CSV table."""
    try:
        return {"values": _numbers(workspace_root, args.path, args.column)[:200]}
    except ToolError:
        raise
    except Exception as exc:
        msg = f"Reading the table failed: {exc}"
        raise ToolError(msg, code="not_read") from exc


class ReceiptArgs(BaseModel):
    amount_cents: int = Field(ge=0, le=10_000_000, description="Amount in cents.")
    payer: str = Field(description="Who has paid.", min_length=1, max_length=60)


@forge_tool(args_schema=ReceiptArgs, tier="write", workspace_root_aware=True)
def file_receipt(args: ReceiptArgs, *, workspace_root: Path) -> dict:
    """Put a receipt into the ledger of the workspace."""
    try:
        with open(os.path.join(workspace_root, "ledger.csv"), "a", newline="", encoding="utf-8") as ledger:
            csv.writer(ledger).writerow([args.payer.encode("ascii", "replace").decode(), args.amount_cents])
    except OSError:
        pass
    return {"filed": True, "amount_cents": args.amount_cents}
