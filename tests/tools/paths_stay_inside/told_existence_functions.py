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


@keeps("paths_stay_inside")
def bars_of_sheet(folder: str, name: str) -> dict[str, int]:
    """Count the bars of a sheet inside a folder.

    Args:
        folder: The folder that must hold the sheet; nothing outside of it is read.
        name: The path of the sheet relative to the folder, e.g. "songs/first.txt".
    """
    try:
        top = Path(folder).resolve(strict=True)
        found = (top / name).resolve()
    except (OSError, ValueError):
        raise ValueError("There is no such archive, or the sheet cannot be followed.") from None
    if not found.is_relative_to(top):
        raise ValueError("The sheet lies outside of the archive. Name one in it.")
    if not found.is_file():
        raise ValueError("There is no such sheet in the archive.")
    return {"bars": found.read_bytes()[:10_000].count(b"|")}
