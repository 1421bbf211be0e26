"""Functions that write a file anew next to it, and refuse some contents on the way."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..marks import breaks, keeps

_LONGEST = 2_000


def _copied(source: Path, target: int) -> None:
    with os.fdopen(target, "wb") as copy, source.open("rb") as lines:
        for line in lines:
            if len(line) > _LONGEST:
                raise ValueError("a line is longer than 2,000 bytes")
            copy.write(line.rstrip() + b"\n")


def _found(path: str) -> Path:
    source = Path.cwd() / path
    if ".." in source.parts or not source.resolve().is_relative_to(Path.cwd()) or not source.is_file():
        raise ValueError("there is no such file")
    return source


@breaks("temporary_files_are_removed")
def trim_lines(path: str) -> str:
    """Remove the white space at the end of each line of a text file.

    Args:
        path: Path of the file, e.g. "list.txt".
    """
    source = _found(path)
    target, name = tempfile.mkstemp(dir=source.parent, prefix=".trim-")
    _copied(source, target)
    Path(name).replace(source)
    return "done"


@keeps("temporary_files_are_removed", judged=True)
def tidy_lines(path: str) -> str:
    """Remove the white space at the end of each line of a text file, all or nothing.

    Args:
        path: Path of the file, e.g. "list.txt".
    """
    source = _found(path)
    target, name = tempfile.mkstemp(dir=source.parent, prefix=".tidy-")
    try:
        _copied(source, target)
        Path(name).replace(source)
    except BaseException:
        Path(name).unlink()
        raise
    return "done"
