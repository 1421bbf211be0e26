"""Places: whether an argument names the beginning or the end of a move, copy or extraction."""

from __future__ import annotations

from .roles import name_words

__all__ = ["names_folder_to_fill", "names_new_place", "names_old_place"]

_ENDS = frozenset({"destination", "dest", "target", "output", "out", "to", "into"})
#: Words for a file that does not exist yet.
_NEW = _ENDS | {"dst", "new", "save"}
#: Words for a file that is moved or copied.
_OLD = frozenset({"source", "src", "from", "old", "origin", "original"})
#: Words for the folder that an archive is unpacked into.
_FOLDERS = _ENDS | {"folder", "directory", "dir", "where"}


def names_new_place(name: str) -> bool:
    """Tell whether an argument names a file that is about to be made."""
    return not _NEW.isdisjoint(name_words(name))


def names_old_place(name: str) -> bool:
    """Tell whether an argument names a file that is moved or copied."""
    return not _OLD.isdisjoint(name_words(name))


def names_folder_to_fill(name: str) -> bool:
    """Tell whether an argument names the folder that an archive is unpacked into."""
    return not _FOLDERS.isdisjoint(name_words(name))
