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


@breaks("temporary_files_are_removed")
def number_lines(path: str) -> dict[str, str]:
    """Put a number before each line of a text file.

    Args:
        path: Path of the file, e.g. "list.txt".
    """
    source = _found(path)
    target, name = tempfile.mkstemp(dir=source.parent, prefix=".number-")
    with os.fdopen(target, "wb") as copy, source.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if len(line) > _LONGEST:
                return {"error": "too_long", "message": "A line is longer than 2,000 bytes."}
            copy.write(b"%d %s\n" % (number, line.rstrip()))
    Path(name).replace(source)
    return {"path": path}


@keeps("temporary_files_are_removed", judged=True)
def indent_lines(path: str) -> dict[str, str]:
    """Put two spaces before each line of a text file, all or nothing.

    Args:
        path: Path of the file, e.g. "list.txt".
    """
    source = _found(path)
    with source.open("rb") as lines:
        kept = [line.rstrip() for line in lines]
    if any(len(line) > _LONGEST for line in kept):
        return {"error": "too_long", "message": "A line is longer than 2,000 bytes."}
    target, name = tempfile.mkstemp(dir=source.parent, prefix=".indent-")
    try:
        with os.fdopen(target, "wb") as copy:
            copy.writelines(b"  %s\n" % line for line in kept)
        Path(name).replace(source)
    except BaseException:
        Path(name).unlink()
        raise
    return {"path": path}
