"""Functions that break paths_stay_inside, and others that resemble them and keep it."""

from __future__ import annotations

import os
import shutil
import unicodedata
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@keeps("paths_stay_inside", "valid_calls_do_not_crash")
def plain_letters(text: Annotated[str, Field(max_length=500, description="Text with accents.")]) -> dict[str, str]:
    """Take the accents off a text."""
    return {"text": unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()}


_PathText = Annotated[str, Field(max_length=200, description="Text file, relative to the working directory.")]
_Folder = Annotated[str, Field(max_length=200, description="Folder, relative to the working directory.")]
_Name = Annotated[str, Field(max_length=80, description="Name of the recipe, without its ending.")]
_MOST = 100_000


@breaks("paths_stay_inside")
def count_words(path: _PathText) -> int:
    """Count the words of a text file."""
    full = os.path.abspath(path)
    if not full.startswith(os.getcwd()) or os.path.islink(full) or not os.path.isfile(full):
        raise ValueError("There is no such file.")
    with open(full, encoding="utf-8", errors="replace") as file:
        return len(file.read(_MOST).split())


@breaks("paths_stay_inside")
def read_recipe(name: _Name) -> dict[str, str]:
    """Return a recipe."""
    folder = os.path.realpath("recipes")
    full = os.path.realpath(os.path.join(folder, name + ".md"))
    if not full.startswith(folder) or not os.path.isfile(full):
        raise ValueError("There is no such recipe.")
    return {"text": Path(full).read_bytes()[:_MOST].decode("utf-8", "replace")}


@breaks("paths_stay_inside")
def pack_folder(folder: _Folder) -> dict[str, str]:
    """Pack a folder into an archive next to it."""
    full = Path(folder).resolve()
    if not full.is_relative_to(Path.cwd()) or not full.is_dir():
        raise ValueError("There is no such folder.")
    return {"archive": Path(shutil.make_archive(str(full), "zip", full)).name}


@keeps("paths_stay_inside", "links_stay_inside", judged=True)
def count_lines(path: _PathText) -> int:
    """Count the lines of a text file."""
    full = Path(path).resolve()
    if not full.is_relative_to(Path.cwd().resolve()) or not full.is_file() or full.stat().st_size > _MOST:
        raise ValueError("There is no such file.")
    return len(full.read_bytes().splitlines())


@keeps("paths_stay_inside", judged=True)
def show_recipe(name: _Name) -> dict[str, str]:
    """Return a recipe."""
    folder = Path("recipes").resolve()
    full = (folder / f"{name}.md").resolve()
    if not full.is_relative_to(folder) or not full.is_file() or full.stat().st_size > _MOST:
        raise ValueError("There is no such recipe.")
    return {"text": full.read_bytes().decode("utf-8", "replace")}


@keeps("paths_stay_inside", "links_stay_inside", judged=False)
def first_bytes(path: Annotated[str, Field(max_length=300, description="Any file of the user.")]) -> str:
    """Return the first bytes of a file anywhere, in hexadecimal form."""
    try:
        with open(path, "rb") as file:
            return file.read(16).hex()
    except (OSError, ValueError):
        raise ValueError("The file cannot be read.") from None
