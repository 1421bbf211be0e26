"""Functions that rename a file of a folder which they fill themselves."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps

_SHEETS = {"larch.rcp": "flour\n", "winter/yew.rcp": "rye\n"}


def _folder() -> Path:
    folder = (Path.cwd() / "sheets").resolve()
    if not folder.exists():
        for name, text in _SHEETS.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return folder


def _located(name: str) -> Path:
    folder = _folder()
    path = (folder / name.replace("\0", "")).resolve()
    if not path.is_relative_to(folder) or path.suffix != ".rcp":
        raise ValueError("A sheet stays in the folder and ends in .rcp.")
    return path


def _known(name: str) -> Path:
    path = _located(name)
    if not path.is_file():
        raise ValueError("There is no such sheet.")
    return path


@breaks("paths_stay_inside")
def rename_sheet(name: str, new_name: str) -> str:
    """Rename a sheet of the kitchen. Sheets never leave their folder.

    Args:
        name: The sheet, such as 'winter/yew.rcp'.
        new_name: The new name, which ends in .rcp.
    """
    source, target = _known(name), _folder() / new_name.replace("\0", "")
    if target.suffix != ".rcp" or target.exists() or not target.parent.is_dir():
        raise ValueError("The new name ends in .rcp, is free, and its folder exists.")
    source.rename(target)
    return "The sheet is renamed."


@keeps("paths_stay_inside")
def rename_sheet_inside(name: str, new_name: str) -> str:
    """Rename a sheet of the kitchen. Sheets never leave their folder.

    Args:
        name: The sheet, such as 'winter/yew.rcp'.
        new_name: The new name, which ends in .rcp.
    """
    source, target = _known(name), _located(new_name)
    if target.exists() or not target.parent.is_dir():
        raise ValueError("The new name ends in .rcp, is free, and its folder exists.")
    source.rename(target)
    return "The sheet is renamed."
