"""Functions that read the files of a folder in the order of their names, or as the system lists them."""

from __future__ import annotations

import os
from os import scandir
from pathlib import Path

from ..marks import breaks, keeps

_FOLDER = Path("rules")


def _threshold(files: list[Path]) -> int:
    found = 0
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            name, _, value = line.partition("=")
            found = int(value) if name.strip() == "value" and value.strip().isdigit() else found
    return found


@breaks("equal_calls_agree")
def threshold_in_force() -> dict[str, int]:
    """Tell which value is in force. Files rules/*.ini are read in alphabetical order, and the last one wins."""
    return {"value": _threshold(list(_FOLDER.glob("*.ini")) if _FOLDER.is_dir() else [])}


@breaks("equal_calls_agree")
def first_rule_file() -> dict[str, str]:
    """Tell the first file of the folder rules that ends in .ini, ordered by file name."""
    names = []
    with scandir(_FOLDER) as entries:
        for entry in entries:
            if entry.name.endswith(".ini"):
                names.append(entry.name)
    if not names:
        raise ValueError("The folder has no such file.")
    return {"file": names[0]}


@keeps("equal_calls_agree")
def threshold_by_name() -> dict[str, int]:
    """Tell which value is in force. Files rules/*.ini are read in alphabetical order, and the last one wins."""
    return {"value": _threshold(sorted(_FOLDER.glob("*.ini")) if _FOLDER.is_dir() else [])}


@keeps("equal_calls_agree")
def names_of_rules() -> dict[str, list[str]]:
    """List the files of the folder rules, sorted by name."""
    return {"files": sorted(os.listdir(_FOLDER)) if _FOLDER.is_dir() else []}


@keeps("equal_calls_agree")
def any_rule_file() -> dict[str, str]:
    """Tell one file of the folder rules that ends in .ini, whichever the system names first."""
    files = os.listdir(_FOLDER) if _FOLDER.is_dir() else []
    return {"file": next((name for name in files if name.endswith(".ini")), "none")}
