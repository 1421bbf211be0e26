"""The paths in a program's argument, and whether one of them leads out of the working folder.

No program says which of its arguments are paths. So each argument counts as one, and each part of it that a program
may take for one: what follows ``=``, ``@``, ``:`` or ``,``, and what follows the letters of a short option. A part is
read as text first, since ``sub/../..`` leads out whatever exists, and then with its links followed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["outside_part"]

_MARKS = re.compile(r"[=@:,]")
_URL = re.compile(r"https?://", re.IGNORECASE)
_LETTERS = re.compile(r"-[A-Za-z0-9]+")
#: A device that holds nothing.
_HARMLESS = ("/dev/null",)


def outside_part(argument: str, folder: Path, allowed: Iterable[Path] = ()) -> str:
    """Return the part of an argument that names a place outside of *folder*; empty if there is none.

    Args:
        argument: The argument, without NUL.
        folder: The working folder, resolved.
        allowed: Further files and folders that may be named.

    Source: seed 002, "Path arguments inside $HOME but outside workDir are blocked". Every other place is blocked too.
    """
    places = (str(folder), *_HARMLESS, *(os.path.realpath(place) for place in allowed))
    for part in _parts(argument):
        if not _is_inside(part, places):
            return part
    return ""


def _parts(argument: str) -> Iterator[str]:
    """Yield the parts of an argument that may be paths."""
    starts = [0, *(mark.end() for mark in _MARKS.finditer(argument))]
    for start in starts:
        part = argument[start:]
        if _URL.match(part):
            # What follows names a place on that host.
            return
        yield part
    letters = _LETTERS.match(argument)
    # In "-xf/etc/passwd" the value may begin after any letter.
    for start in range(2, letters.end() + 1 if letters else 0):
        part = argument[start:]
        if _leads_far(part):
            yield part


def _leads_far(part: str) -> bool:
    """Tell whether what may be the value of a short option is a path out of the folder, and not half a word."""
    if not part.startswith("/"):
        return part.startswith(("~", ".."))
    # "-Isrc/include" holds no path "/include": nothing at the top of the system is called so.
    return os.path.lexists("/" + part.strip("/").partition("/")[0])


def _is_inside(part: str, places: tuple[str, ...]) -> bool:
    if part.startswith("~"):
        # A program may expand it, and "~user" is not the working folder.
        return False
    depth = 0
    for name in part.split("/"):
        depth += -1 if name == ".." else 0 if name in ("", ".") else 1
        if depth < 0 and not part.startswith("/"):
            return False
    try:
        real = os.path.realpath(os.path.join(places[0], part))  # noqa: PTH118  # an absolute part stands for itself
    except (OSError, ValueError):
        return False
    return any(real == place or real.startswith(place.rstrip("/") + "/") for place in places)
