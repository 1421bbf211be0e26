"""Functions that write a file of two long lists."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Names = Annotated[list[str], Field(max_length=4000, description="Names, one of each.")]


@keeps("time_grows_with_the_input")
def write_grid(across: Names, down: Names, workspace_root: Path) -> dict[str, int]:
    """Write an empty grid with a column and a row for each name."""
    rows = [[name, *("" for _ in across)] for name in down]
    (workspace_root / "grid.csv").write_text("\n".join(",".join(row) for row in [["", *across], *rows]))
    return {"rows": len(rows)}


@breaks("time_grows_with_the_input")
def write_common(across: Names, down: Names, workspace_root: Path) -> dict[str, int]:
    """Write the names that stand in neither list twice."""
    rows = [name for name in down if across.count(name) + down.count(name) < 2]
    (workspace_root / "names.csv").write_text("\n".join(rows))
    return {"rows": len(rows)}
