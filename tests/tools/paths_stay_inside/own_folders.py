"""Tools with a workspace root that keep to a folder in it."""

from __future__ import annotations

import os
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps


class LetterArgs(BaseModel):
    path: str = Field(max_length=300, description="Path of the letter, such as drafts/aunt.txt.")


def text_of(path: str) -> dict:
    try:
        return {"text": Path(path).read_bytes()[:2_000].decode("utf-8", "replace")}
    except (OSError, ValueError):
        raise ToolError("There is no such letter.", code="not_found") from None


@breaks("paths_stay_inside")
@forge_tool(args_schema=LetterArgs, tier="read", workspace_root_aware=True)
def read_letter(args: LetterArgs, *, workspace_root: Path) -> dict:
    """Return a letter of the folder letters."""
    folder = os.path.realpath(workspace_root / "letters")
    path = os.path.realpath(os.path.join(folder, args.path.replace("\0", "")))
    if not path.startswith(folder):
        raise ToolError("That is none of the letters.", code="forbidden")
    return text_of(path)


@keeps("paths_stay_inside", judged=True)
@forge_tool(args_schema=LetterArgs, tier="read", workspace_root_aware=True)
def open_letter(args: LetterArgs, *, workspace_root: Path) -> dict:
    """Return a letter of the folder letters."""
    folder = os.path.realpath(workspace_root / "letters")
    path = os.path.realpath(os.path.join(folder, args.path.replace("\0", "")))
    if not path.startswith(folder + os.sep):
        raise ToolError("That is none of the letters.", code="forbidden")
    return text_of(path)


@keeps("paths_stay_inside", judged=True)
@forge_tool(args_schema=LetterArgs, tier="read", workspace_root_aware=True)
def read_from_letters(args: LetterArgs, *, workspace_root: Path) -> dict:
    """Return a file of the workspace; the path starts from the folder letters."""
    root = os.path.realpath(workspace_root)
    path = os.path.realpath(os.path.join(root, "letters", args.path.replace("\0", "")))
    if os.path.commonpath([path, root]) != root:
        raise ToolError("That is not in the workspace.", code="forbidden")
    return text_of(path)


@keeps("paths_stay_inside", judged=True)
@forge_tool(args_schema=LetterArgs, tier="read", workspace_root_aware=True)
def read_old_letter(args: LetterArgs, *, workspace_root: Path) -> dict:
    """Return a letter of the folder letters, or of letters-old beside it."""
    root = Path(os.path.realpath(workspace_root))
    path = Path(os.path.realpath(os.path.join(root, "letters", args.path.replace("\0", ""))))
    if not any(path.is_relative_to(root / name) for name in ("letters", "letters-old")):
        raise ToolError("That is none of the letters.", code="forbidden")
    return text_of(str(path))
