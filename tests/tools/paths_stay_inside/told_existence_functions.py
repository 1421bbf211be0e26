"""Functions that confine paths themselves; one of them tells whether a file outside exists."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


@breaks("paths_stay_inside")
def lines_of_sheet(path: str) -> dict[str, int]:
    """Count the lines of a sheet of music.

    Args:
        path: Sheet relative to the current folder.
    """
    sheet = Path(path).resolve()
    if not sheet.is_file():
        raise FileNotFoundError("There is no such sheet.")
    if not sheet.is_relative_to(Path.cwd()):
        raise ValueError("The path leads out of the current folder.")
    return {"lines": len(sheet.read_bytes()[:10_000].splitlines())}


@keeps("paths_stay_inside", judged=True)
def words_of_sheet(path: str) -> dict[str, int]:
    """Count the words of a sheet of music.

    Args:
        path: Sheet relative to the current folder.
    """
    sheet = Path(path).resolve()
    if not sheet.is_relative_to(Path.cwd()):
        raise ValueError(f"{path[:80]} leads out of the current folder.")
    if not sheet.is_file():
        raise FileNotFoundError("There is no such sheet.")
    return {"words": len(sheet.read_bytes()[:10_000].split())}
