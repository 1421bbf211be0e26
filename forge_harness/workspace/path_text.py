"""A path as text: what can be judged before anything is opened.

No function here makes a system call. What they let through may still be a link to anywhere; that is for the one who
opens it. Source: seed 000, "Security: workspace confinement".
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
        path: As the model wrote it; relative, or absolute inside the root. A blank one stands for the root.
        roots: The names that lead to the root from ``/``, in each way it may be written.

    Returns:
        A path that need not exist; ``"."`` for the root.

    Raises:
        PathTraversalError: If the text leads outside, if only for a moment.
        ForbiddenPathError: If it cannot be a path: it holds a NUL or a lone surrogate, or is too long.
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
    """Prepare a list of file endings for `check_ending`: lower case, with the dot; None accepts every file."""
    if suffixes is None:
        return None
    given = [suffixes] if isinstance(suffixes, str) else suffixes
    return tuple(f".{ending.lower().removeprefix('.')}" for ending in given if ending.strip("."))


def check_ending(path: str, normalised: str, endings: tuple[str, ...] | None) -> None:
    """Refuse a file whose last name has none of *endings*, or none at all.

    Args:
        path: As the caller gave it, for the message.
        normalised: The path whose last name is judged.
        endings: From `accepted_endings`.

    Raises:
        UnsupportedFileTypeError: If the ending is not accepted.
    """
    if endings is None:
        return
    # Dots in front begin no ending: ".csv" is a hidden file without one.
    name = normalised.rpartition("/")[2].lstrip(".")
    # Only A to Z have a lower case here: the Kelvin sign would become a "k".
    lowered = "".join(character.lower() if character.isascii() else character for character in name)
    if not lowered.endswith(endings):
        raise UnsupportedFileTypeError(
            f"The file {shown(path)} is of a type that is not accepted here. "
            f"Choose a file that ends in {' or '.join(endings) or 'nothing, for none is accepted'}."
        )
