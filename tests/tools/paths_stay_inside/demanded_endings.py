"""Functions without a workspace root whose schema demands the ending of a name that does not sound like a path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9/._-]{1,80}\.knit$", description="Name of a pattern for knitting.")]
SHELF = Path("shelf")


def _text(path: Path) -> str:
    if not path.is_file():
        raise ValueError("There is no such pattern.")
    return path.read_bytes()[:4_000].decode("utf-8", "replace")


@breaks("paths_stay_inside")
def read_knitting(name: Name) -> str:
    """Return a pattern of the shelf."""
    path = os.path.realpath(SHELF / name)
    if not path.startswith(os.path.realpath(SHELF)):
        raise ValueError("That pattern is not on the shelf.")
    return _text(Path(path))


@keeps("paths_stay_inside", judged=True)
def open_knitting(name: Name) -> str:
    """Return a pattern of the shelf."""
    path = (SHELF / name).resolve()
    if not path.is_relative_to(SHELF.resolve()):
        raise ValueError("That pattern is not on the shelf.")
    return _text(path)
