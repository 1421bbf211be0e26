"""The spelling of a workspace root that the caller of a tool used, beside the real path that the tool is given.

A root may be reached through a link, such as ``/tmp`` on macOS. The model knows it by the caller's spelling and writes
paths below that, while the tool opens the resolved root.
"""

from __future__ import annotations

import os
from contextvars import ContextVar
from pathlib import Path

__all__ = ["known_root", "resolved_root", "spelling_of"]

# The real path, and the caller's spelling of it, of the call that runs.
_known: ContextVar[tuple[Path, Path] | None] = ContextVar("forge_root_spelling", default=None)


def resolved_root(root: Path | str) -> Path:
    """Return the real path of *root*, and keep its spelling for the call that follows."""
    given = Path(root)
    resolved = given.resolve()
    _known.set((resolved, given))
    return resolved


def known_root(root: str | os.PathLike[str]) -> Path | None:
    """Return *root* if it is the real path that the tool was given: it need not be resolved again."""
    known = _known.get()
    return known[0] if known is not None and known[0] == root else None


def spelling_of(root: Path) -> Path:
    """Return the spelling that the caller used for the real path *root*; *root* itself if none is known."""
    known = _known.get()
    return known[1].absolute() if known is not None and known[0] == root else root
