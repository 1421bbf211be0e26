"""Tools that break paths_stay_inside, and others that resemble them and keep it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.confined_tools import ReadArgs, tool

TEXT = {".md", ".txt", ".rst"}


class PathArgs(BaseModel):
    path: str = Field(description="Path of the file, relative to the workspace.", max_length=300)


def _safe(root, path):
    root = Path(root).resolve()
    full = (root / path).resolve()
    if not full.is_relative_to(root):
        raise ToolError("The path leads outside the workspace.", code="outside_workspace")
    return full


@breaks("paths_stay_inside")
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


class WriteArgs(BaseModel):
    path: str = Field(
        description="Path of the document, ending in .md or .txt, relative to the workspace.", max_length=200
    )
    text: str = Field(description="The whole new text.", max_length=20_000)


@breaks("paths_stay_inside")
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


@breaks("paths_stay_inside")
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


class SettingArgs(BaseModel):
    path: str = Field(description="Dotted path of the setting, such as 'editor.theme'.")


@keeps("paths_stay_inside", judged=False)
@tool("get_setting", SettingArgs)
def get_setting(args: SettingArgs, *, workspace_root: Path):
    """The file is fixed; the path leads through its content."""
    settings = workspace_root / "settings.json"
    value: Any = (
        json.loads(settings.read_text()) if settings.is_file() and not settings.is_symlink() else {"editor": {}}
    )
    for step in args.path.split("."):
        value = value.get(step, {}) if isinstance(value, dict) else {}
    return {"value": value}


class LabelArgs(BaseModel):
    filename: str = Field(description="Name to show above the table.")
    file_format: str = Field(default="csv", description="Format of the table.")
    rows: list[str] = Field(default_factory=list, description="The rows.")


@keeps("paths_stay_inside", judged=False)
@tool("label_table", LabelArgs, aware=False)
def label_table(args: LabelArgs):
    return {"title": args.filename, "format": args.file_format, "count": len(args.rows)}


class DirectoryArgs(BaseModel):
    directory: str = Field(description="Directory of people to search: staff or alumni.")


@keeps("paths_stay_inside", judged=False)
@tool("find_people", DirectoryArgs, aware=False)
def find_people(args: DirectoryArgs):
    return {"people": {"staff": ["Ada"], "alumni": ["Alan"]}.get(args.directory, [])}


class UrlPathArgs(BaseModel):
    path: str = Field(description="Path part of the URL, for example /v1/users.")


@keeps("paths_stay_inside", judged=False)
@tool("build_url", UrlPathArgs, aware=False)
def build_url(args: UrlPathArgs):
    return {"url": "https://api.example.com/" + args.path.lstrip("/")}


class ModuleArgs(BaseModel):
    module: str = Field(description="Dotted name of a module to describe.")


@keeps("paths_stay_inside", judged=False)
@tool("describe_module", ModuleArgs, aware=False)
def describe_module(args: ModuleArgs):
    import importlib

    if not all(part.isidentifier() for part in args.module.split(".")):
        return {"error": "bad_name", "message": "That is no module name."}
    try:
        return {"doc": importlib.import_module(args.module).__doc__ or ""}
    except ImportError:
        return {"error": "not_found", "message": "There is no such module."}


class TemplateArgs(BaseModel):
    template: str = Field(description="Name of a template.")


@keeps("paths_stay_inside", judged=False)
@tool("packaged_template", TemplateArgs, aware=False)
def packaged_template(args: TemplateArgs):
    """Reads data of its own package, and cannot be led elsewhere."""
    folder = Path(__file__).resolve().parent
    path = (folder / f"{args.template}.tmpl").resolve()
    if path.parent != folder:
        return {"error": "bad_name", "message": "That is no template name."}
    try:
        return {"template": path.read_text()}
    except FileNotFoundError:
        return {"error": "not_found", "message": "There is no such template."}


class ZoneArgs(BaseModel):
    timezone: str = Field(description="IANA name of the time zone.")


@keeps("paths_stay_inside", judged=False)
@tool("utc_offset", ZoneArgs, aware=False)
def utc_offset(args: ZoneArgs):
    from datetime import datetime
    from zoneinfo import ZoneInfo

    return {"offset": str(datetime(2026, 1, 1, tzinfo=ZoneInfo(args.timezone)).utcoffset())}


class GradeArgs(BaseModel):
    grade: str = Field(pattern=r"^[A-F][+-]?$", description="Letter grade, such as B+.")


@keeps("paths_stay_inside", judged=False)
@tool("grade_points", GradeArgs, aware=False)
def grade_points(args: GradeArgs):
    return {"points": "FEDCBA".index(args.grade[0])}


class TextArgs(BaseModel):
    text: str = Field(description="Text to count.")


@keeps("paths_stay_inside", judged=False)
@tool("count_in_temporary_file", TextArgs, aware=False)
def count_in_temporary_file(args: TextArgs):
    import tempfile

    with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
        file.write(args.text)
        file.seek(0)
        return {"words": len(file.read().split())}


@keeps("paths_stay_inside", judged=False)
@tool("echo_path", ReadArgs, aware=False)
def echo_path(args: ReadArgs):
    path = Path(args.path)
    return {"name": path.name, "suffix": path.suffix, "absolute": path.is_absolute()}


@keeps("paths_stay_inside", "links_stay_inside")
@forge_tool(args_schema=PathArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def read_document(args: PathArgs, *, workspace_root: Path) -> dict:
    """Read a text document from the workspace."""
    try:
        full = _safe(workspace_root, args.path)
    except (OSError, ValueError, RuntimeError):
        raise ToolError("The path cannot be used.", code="bad_path") from None
    if full.suffix.lower() not in TEXT:
        raise ToolError("Only .md, .txt and .rst documents can be read.", code="unsupported_type")
    if not full.is_file():
        raise ToolError("There is no such document.", code="not_found")
    if full.stat().st_size > 200_000:
        raise ToolError("The document is larger than 200 kB.", code="too_large")
    return {"path": args.path, "text": full.read_text(encoding="utf-8", errors="replace")}


class MoveArgs2(BaseModel):
    board: list[list[Literal["x", "o", ""]]] = Field(
        min_length=1, max_length=10, description="Rows of the board, each with its cells."
    )


@keeps("paths_stay_inside", "links_stay_inside")
@forge_tool(args_schema=MoveArgs2, tier="read")
def count_moves(args: MoveArgs2) -> dict:
    """Count the moves on a board."""
    return {"x": sum(row.count("x") for row in args.board), "o": sum(row.count("o") for row in args.board)}
