"""Functions that move or remove a file, which the system may refuse."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Draft = Annotated[str, Field(max_length=100, description="Text file of the workspace.")]


def _file(name: str) -> Path:
    root = Path.cwd().resolve()
    path = root / name.replace("\0", "")
    try:
        is_file = path.resolve().is_relative_to(root) and path.is_file() and not path.is_symlink()
    except (OSError, RuntimeError):
        is_file = False
    if not is_file:
        raise ValueError("there is no such file")
    return path


@breaks("failure_is_not_success")
def discard_draft(path: Draft) -> dict[str, object]:
    """Remove a draft for good."""
    draft = _file(path)
    with contextlib.suppress(OSError):
        draft.unlink()
    return {"discarded": True, "name": draft.name}


@keeps("failure_is_not_success")
def drop_draft(path: Draft) -> dict[str, object]:
    """Remove a draft for good."""
    draft = _file(path)
    try:
        draft.unlink()
    except OSError:
        return {"discarded": False, "name": draft.name}
    return {"discarded": True, "name": draft.name}


@breaks("failure_is_not_success")
def retire_draft(path: Draft) -> dict[str, object]:
    """Give a draft the ending '.old'."""
    draft = _file(path)
    try:
        draft.rename(draft.with_name(f"{draft.name}.old"))
    except OSError:
        pass
    return {"name": f"{draft.name}.old"}


@keeps("failure_is_not_success")
def age_draft(path: Draft) -> dict[str, object]:
    """Give a draft the ending '.old'."""
    draft = _file(path)
    with contextlib.suppress(FileNotFoundError):
        draft.rename(draft.with_name(f"{draft.name}.old"))
    return {"name": f"{draft.name}.old"}


@breaks("failure_is_not_success")
def title_draft(
    path: Draft, title: Annotated[str, Field(pattern=r"^[a-z]{1,20}\.txt$", description="New file name.")]
) -> dict[str, object]:
    """Give a draft another name; a file of that name is never replaced."""
    draft, titled = _file(path), Path(title)
    if titled.exists() or titled.is_symlink():
        raise ValueError("there is already a file of that name")
    with contextlib.suppress(OSError):
        draft.rename(titled)
    return {"titled": True, "name": title}
