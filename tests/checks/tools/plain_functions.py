"""Plain functions that read, with a root, without one, and not at all."""

from pathlib import Path
from typing import Annotated

from pydantic import Field


def read_anything(path: str) -> str:
    """Read a text file.

    Args:
        path: File to read.
    """
    return Path(path).read_text()


def read_inside(path: Annotated[str, Field(description="File to read.")], *, workspace_root: Path) -> str:
    """Read a text file of the workspace."""
    resolved = (workspace_root / path).resolve()
    resolved.relative_to(workspace_root.resolve())
    if not resolved.is_file() or resolved.stat().st_size > 100_000:
        raise ValueError("no such file")
    return resolved.read_text()


def read_below_cwd(path: str) -> str:
    """Read a text file below the working directory.

    Args:
        path: File to read.
    """
    resolved = Path(path).resolve()
    resolved.relative_to(Path.cwd())
    return resolved.read_text()


def shout(text: str) -> str:
    """Return the text in capitals.

    Args:
        text: Any text.
    """
    return text.upper()
