"""A path as text: the checks before anything is opened.

No function here makes a system call. An accepted path may still be a link to anywhere; opening it must check that.
Source: seed 000, "Security: workspace confinement".
"""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Sequence

from ..errors import UnsupportedFileTypeError
from .refusals import forbidden, outside, shown

__all__ = ["accepted_endings", "check_ending", "normalise"]

# The kernel's limit for a whole path, less the closing NUL.
_MAX_BYTES = 4095


def normalise(path: str, roots: Sequence[Sequence[str]]) -> str:
    """Write *path* relative to the root: with single slashes, without ``.`` and ``..``.

    Args:
        path: The path as the model wrote it; relative, or absolute inside the root. A blank one means the root.
        roots: The names from ``/`` to the root, for each spelling of it.

    Returns:
        The path, which need not exist; ``"."`` for the root.

    Raises:
        PathTraversalError: If the text leads outside, even if it comes back.
        ForbiddenPathError: If it is not a valid path: it holds a NUL or a lone surrogate, or is too long.
    """
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        raise forbidden(path, "cannot be encoded as a file name") from None
    if b"\0" in encoded:
        raise forbidden(path, "holds a NUL character")
    if len(encoded) > _MAX_BYTES:
        raise forbidden(path, errno.ENAMETOOLONG)
    if not path.strip():
        return "."
    parts = path.split("/")
    if path[0] == "/":
        parts = _below_root(path, parts, roots)
    elif "" not in parts and "." not in parts and ".." not in parts:
        return path
    names: list[str] = []
    for part in parts:
        if part == "..":
            if not names:
                raise outside(path)
            names.pop()
        elif part not in ("", "."):
            names.append(part)
    return "/".join(names) or "."


def _below_root(path: str, parts: list[str], roots: Sequence[Sequence[str]]) -> list[str]:
    # Name by name: "/work-evil" begins with "/work" only as text.
    names = [part for part in parts if part not in ("", ".")]
    for root in roots:
        if names[: len(root)] == list(root):
            return names[len(root) :]
    raise outside(path)


def accepted_endings(suffixes: Collection[str] | None) -> tuple[str, ...] | None:
    """Prepare a list of file extensions for `check_ending`: lower case, with the dot; None accepts every file."""
    if suffixes is None:
        return None
    given = [suffixes] if isinstance(suffixes, str) else suffixes
    return tuple(f".{ending.lower().removeprefix('.')}" for ending in given if ending.strip("."))


def check_ending(path: str, normalised: str, endings: tuple[str, ...] | None) -> None:
    """Refuse a file whose extension is missing or is not one of *endings*, and a path that is spelled as a folder.

    Args:
        path: The path as the caller gave it, for the message.
        normalised: The path whose last name is checked.
        endings: From `accepted_endings`.

    Raises:
        UnsupportedFileTypeError: If the extension is not accepted.
        ForbiddenPathError: If *path* ends in a slash: it means a folder, whatever is there.
    """
    if path.endswith(("/", "/.", "/..")):
        raise forbidden(path, "is spelled as that of a folder", code="is_directory")
    if endings is None:
        return
    # A leading dot does not begin an extension: ".csv" is a hidden file without one.
    name = normalised.rpartition("/")[2].lstrip(".")
    # Only A to Z are lowered: the Kelvin sign would become a "k".
    lowered = "".join(character.lower() if character.isascii() else character for character in name)
    if not lowered.endswith(endings):
        raise UnsupportedFileTypeError(
            f"The file {shown(path)} has a type that is not accepted here. "
            f"Choose a file that ends in {' or '.join(endings) or 'nothing, for none is accepted'}."
        )
