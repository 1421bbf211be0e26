"""Functions that break root_is_declared, and others that resemble them and keep it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("root_is_declared")
def read_anything(path: str) -> str:
    """Read a text file.

    Args:
        path: File to read.
    """
    return Path(path).read_text()


@keeps("root_is_declared", "links_stay_inside")
def read_inside(path: Annotated[str, Field(description="File to read.")], *, workspace_root: Path) -> str:
    """Read a text file of the workspace."""
    resolved = (workspace_root / path).resolve()
    resolved.relative_to(workspace_root.resolve())
    if not resolved.is_file() or resolved.stat().st_size > 100_000:
        raise ValueError("no such file")
    return resolved.read_text()


@keeps("root_is_declared", "links_stay_inside")
def read_below_cwd(path: str) -> str:
    """Read a text file below the working directory.

    Args:
        path: File to read.
    """
    resolved = Path(path).resolve()
    resolved.relative_to(Path.cwd())
    return resolved.read_text()


@keeps("root_is_declared")
def shout(text: str) -> str:
    """Return the text in capitals.

    Args:
        text: Any text.
    """
    return text.upper()


@breaks("root_is_declared")
def read_any(file: Annotated[str, Field(max_length=300, description="Text file to read.")]) -> dict[str, str]:
    """Return the first kilobyte of a text file."""
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            return {"text": opened.read(1024)}
    except (OSError, ValueError):
        return {"error": "unreadable", "message": "The file could not be read."}


@keeps("root_is_declared", "paths_stay_inside")
def files_naming(
    word: Annotated[str, Field(max_length=40, min_length=1, description="Word that the file must contain.")],
    workspace_root: Path = Path(),
) -> list[str]:
    """Name the text files of the workspace that contain a word."""
    found = []
    for path in sorted(workspace_root.glob("*.txt"))[:100]:
        if path.is_symlink() or not path.is_file():
            continue
        try:
            with path.open(encoding="utf-8", errors="replace") as opened:
                if word in opened.read(4_096):
                    found.append(path.name)
        except OSError:
            continue
    return found


@keeps("root_is_declared", "paths_stay_inside")
def count_words(
    workspace: Annotated[str, Field(description="Folder of the drafts.")],
    draft: Annotated[str, Field(max_length=80, description="Draft to count, such as 'intro.md'.")],
) -> dict[str, int]:
    """Count the words of a draft below a folder."""
    root = Path(workspace).resolve()
    path = (root / draft).resolve()
    if not path.is_relative_to(root) or not path.is_file() or path.stat().st_size > 100_000:
        raise ValueError("no such draft")
    return {"words": len(path.read_text(encoding="utf-8", errors="replace").split())}


@keeps("root_is_declared")
def draft_names(project_root: Annotated[str, Field(description="Folder of the project.")]) -> list[str]:
    """List the drafts of a project."""
    try:
        return sorted(path.name for path in Path(project_root).iterdir() if path.suffix == ".md")[:100]
    except (OSError, ValueError):
        raise ValueError("no such project") from None


@breaks("root_is_declared")
def first_lines(
    workspace: Annotated[str, Field(description="Folder of the drafts.")],
    template: Annotated[str, Field(max_length=200, description="File with the first lines.")],
) -> dict[str, str]:
    """Return the first lines that a file holds for the drafts of a folder."""
    try:
        with open(template, encoding="utf-8", errors="replace") as opened:
            return {"folder": Path(workspace).name, "lines": opened.read(1024)}
    except (OSError, ValueError):
        raise ValueError("no such file") from None
