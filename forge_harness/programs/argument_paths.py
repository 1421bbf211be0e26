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
#: Characters of the longest path that the kernel takes; what follows a longer text is looked at in its parts.
_MAX_PATH, _MAX_NAME = 4096, 255


def outside_part(argument: str, folder: Path, allowed: Iterable[Path] = (), *, takes_absent: bool = False) -> str:
    """Return the part of an argument that names a place outside of *folder*; empty if there is none.

    Args:
        argument: The argument, without NUL.
        folder: The working folder, resolved.
        allowed: Further files and folders that may be named.
        takes_absent: Whether an absolute path counts as other text, such as ``/api/v1``, if its first folder does not
            exist. Only where the program cannot create that folder.

    Source: seed 002, "Path arguments inside $HOME but outside workDir are blocked". Every other place is blocked too.
    """
    places = (str(folder), *_HARMLESS, *(os.path.realpath(place) for place in allowed))
    for part in _parts(argument, str(folder)):
        if not _is_inside(part, places, takes_absent=takes_absent):
            return part
    return ""


def _parts(argument: str, folder: str) -> Iterator[str]:
    """Yield the parts of an argument that may be paths."""
    marks = list(_MARKS.finditer(argument))
    ends = [*(mark.start() for mark in marks), len(argument)]
    is_url = False
    for start, end in zip([0, *(mark.end() for mark in marks)], ends, strict=True):
        # What follows a URL names a place on that host, up to the next item of a list.
        is_url = bool(_URL.match(argument, start)) or (is_url and argument[start - 1] != ",")
        if is_url:
            continue
        # A name may hold such a mark, and a list of paths is separated by it.
        yield argument[start:end]
        if len(argument) - start <= _MAX_PATH:
            yield argument[start:]
    letters = _LETTERS.match(argument)
    # In "-xf/etc/passwd" the value may begin after any letter.
    for start in range(2, min(letters.end(), _MAX_NAME) + 1 if letters else 0):
        part = argument[start : start + _MAX_PATH]
        if _leads_far(part) or _exists(folder, part):
            yield part


def _leads_far(part: str) -> bool:
    """Tell whether what may be the value of a short option is a path out of the folder, and not half a word."""
    if not part.startswith("/"):
        return part.startswith(("~", ".."))
    # "-Isrc/include" holds no path "/include".
    return not _is_absent(part)


def _is_absent(path: str) -> bool:
    """Tell whether nothing at the top of the system has the name that an absolute path begins with."""
    return not os.path.lexists("/" + path.strip("/").partition("/")[0])


def _is_inside(part: str, places: tuple[str, ...], *, takes_absent: bool) -> bool:
    if part.startswith("~"):
        # A program may expand it, and "~user" is not the working folder.
        return False
    depth = 0
    for name in part.split("/"):
        depth += -1 if name == ".." else 0 if name in ("", ".") else 1
        if depth < 0 and not part.startswith("/"):
            return False
    if "/" not in part and part != ".." and not _exists(places[0], part):
        return True
    # The kernel follows a link before "..", and a program may read the text without it.
    for spelling in {part, os.path.normpath(part)} if ".." in part else {part}:
        real = _followed(os.path.join(places[0], spelling))  # noqa: PTH118  # an absolute one stands for itself
        if takes_absent and part.startswith("/") and _is_absent(real):
            continue
        if not any(real == place or real.startswith(place.rstrip("/") + "/") for place in places):
            return False
    return True


def _followed(path: str) -> str:
    """Return an absolute path with its links followed; nothing is a link after the first name that does not exist."""
    end = 0
    while end >= 0:
        end = path.find("/", end + 1)
        if not os.path.lexists(path[:end] if end >= 0 else path):
            break
    there = path if end < 0 else path[:end]
    return os.path.normpath(os.path.realpath(there) + path[len(there) :])


def _exists(folder: str, part: str) -> bool:
    """Tell whether the first name of a relative path exists, be it a link."""
    first = part.partition("/")[0]
    return bool(first) and os.path.lexists(os.path.join(folder, first))  # noqa: PTH118  # a name as it is
