"""Functions whose descriptions say that each thing has its own file, and name files after it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Version = Annotated[str, Field(pattern=r"^[a-z0-9]+(\.[a-z0-9]+)*$", max_length=70, description="Version, as 2.1.")]
Changes = Annotated[str, Field(min_length=1, max_length=500, description="What has changed.")]
Name = Annotated[
    str, Field(pattern=r"^[a-z0-9]+(\.[a-z0-9]+)*$", max_length=70, description="Name; its ending is replaced by .txt.")
]


def _written(path: Path, changes: str) -> dict:
    path.write_text(changes, encoding="utf-8", errors="replace")
    return {"file": path.name}


@breaks("writers_keep_to_their_own_files")
def write_changes(version: Version, changes: Changes) -> dict:
    """Write down what has changed in a version. Every version has its own file; a second text replaces the first."""
    return _written(Path(version).with_suffix(".txt"), changes)


@breaks("writers_keep_to_their_own_files")
def write_changes_briefly(version: Version, changes: Changes) -> dict:
    """Write down what has changed in a version. The files of other versions stay as they are."""
    return _written(Path(f"{version[:24]}.txt"), changes)


@keeps("writers_keep_to_their_own_files")
def write_whole_changes(version: Version, changes: Changes) -> dict:
    """Write down what has changed in a version. Every version has its own file; a second text replaces the first."""
    return _written(Path(f"{version}.txt"), changes)


@keeps("writers_keep_to_their_own_files")
def export_changes(name: Name, changes: Changes) -> dict:
    """Write what has changed into a text file. Every text has its own file."""
    return _written(Path(name).with_suffix(".txt"), changes)


@keeps("writers_keep_to_their_own_files")
def write_changes_of_line(version: Version, changes: Changes) -> dict:
    """Write down what has changed in a version, in the file of its line: the first two parts of the version."""
    return _written(Path("-".join(version.split(".")[:2]) + ".txt"), changes)
