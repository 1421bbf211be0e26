"""Tree: what lies below a folder, in a fixed order, without the folders that nobody asked for.

::

    path        src/                src/app.py      src/pkg/            src/pkg/link
    kind        directory           file            directory           link
                └─ one name after the other, each folder followed by what it holds

Every folder is opened beneath the first one, without following a link, so a folder that is swapped for a link while
the walk runs is not entered. A folder is read to its end before the first of its names is given, and closed again.
What a workspace keeps to itself is left out; see `own_names`.

The names of a folder count against the limit when it is read: the upper levels are complete before the lower ones are
looked at. If only a part of a folder fits, it is the first names by the alphabet, on every run the same.
"""

from __future__ import annotations

import errno
import heapq
import itertools
import os
import stat
from collections.abc import Callable, Collection, Iterator
from types import TracebackType
from typing import Literal, NamedTuple, Self

from .beneath import Backend, open_beneath
from .folder import READ_FOLDER, Folder
from .own_names import FORGE, TEMPORARY, is_journal_name, is_temporary_name

__all__ = ["STANDARD_FOLDERS", "Tree", "TreeEntry"]

STANDARD_FOLDERS = frozenset({".git", "node_modules", "vendor", "__pycache__", ".venv", "dist", "build"})
"""Folders of dependencies and of generated files. Source: seed 002, "Standard directories are excluded from search"."""

# O_NONBLOCK: opening a FIFO or a device must not wait for its other end; it does not affect regular files.
_READ_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class TreeEntry(NamedTuple):
    """A name below a folder; *path* is relative to that folder, *size* is in bytes."""

    path: str
    kind: Literal["file", "directory", "link", "other"]
    size: int
    modified_ns: int


class Tree:
    """A walk through a folder, to be iterated once; use it as a context manager to close the folder.

    Args:
        folder: The folder to start from, open for reading; closed with the tree.
        start: The real path of the folder, relative to the root.
        backend: As for `open_beneath`.
        skip: Names of folders that are left out, with all that they hold; their names do not count.
        hidden: False leaves out every name that begins with a dot in the same way.
        only: Tells of a file's path whether it is wanted; other files count, and are not given.
        max_entries: The most names to look at, of every kind.
        max_depth: The depth of folders to enter; 0 for the first one alone.
        status: False gives every entry a size and a time of 0, and spares a system call for each.

    Attributes:
        truncated: Whether names were left out because of *max_entries*.
        too_deep: Whether a folder was not entered because of *max_depth*.
        unreadable: The paths of folders that could not be read; they are given as entries, too.
    """

    def __init__(
        self,
        folder: Folder,
        *,
        start: str = ".",
        backend: Backend,
        skip: Collection[str] = (),
        hidden: bool = True,
        only: Callable[[str], object] | None = None,
        max_entries: int,
        max_depth: int,
        status: bool = True,
    ) -> None:
        self.truncated = False
        self.too_deep = False
        self.unreadable: list[str] = []
        self._folder = folder
        # The path of the hidden folder in this tree.
        self._forge = {".": FORGE, FORGE: ""}.get(start)
        self._backend = backend
        self._skip = frozenset(skip)
        self._hidden = hidden
        self._only = only
        self._left = max_entries
        self._max_depth = max_depth
        self._entry = _entry if status else _entry_by_kind
        # The folder of the file that was opened last: files are opened in the order of the walk, mostly.
        self._near: Folder | None = None
        self._near_path = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._near is not None:
            self._near.__exit__(kind, error, trace)
        self._folder.__exit__(kind, error, trace)

    def __iter__(self) -> Iterator[TreeEntry]:
        open_levels = [iter(self._listed(""))]
        while open_levels:
            entry = next(open_levels[-1], None)
            if entry is None:
                open_levels.pop()
                continue
            yield entry
            if entry.kind == "directory":
                if len(open_levels) <= self._max_depth:
                    open_levels.append(iter(self._listed(entry.path)))
                else:
                    self.too_deep = True

    def open_file(self, path: str) -> tuple[int, int]:
        """Return a descriptor of a regular file of the tree, and its size in bytes; the caller closes it.

        Raises:
            OSError: If the file is missing or unreadable, or has become something else, such as a link.
        """
        above, _, name = path.rpartition("/")
        if self._near is None or above != self._near_path:
            near = self._opened(above)
            if self._near is not None:
                self._near.__exit__(None, None, None)
            self._near, self._near_path = near, above
        descriptor = os.open(name, _READ_FILE, dir_fd=self._near.descriptor)
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            os.close(descriptor)
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return descriptor, status.st_size

    def _listed(self, path: str) -> list[TreeEntry]:
        """Return the entries of a folder by name."""
        try:
            with self._opened(path) as folder, os.scandir(folder.descriptor) as scan:
                return self._chosen(scan, path)
        except OSError:
            self.unreadable.append(path)
            return []

    def _opened(self, path: str) -> Folder:
        # It was listed as a folder; if it has become a link meanwhile, it is not entered.
        descriptor, _ = open_beneath(
            self._folder.descriptor, path or ".", READ_FOLDER, backend=self._backend, follow_links=False
        )
        return Folder(descriptor)

    def _chosen(self, scan: Iterator[os.DirEntry[str]], path: str) -> list[TreeEntry]:
        skip = self._skip
        prefix = f"{path}/" if path else ""
        if path == self._forge:
            scan = (item for item in scan if not is_journal_name(item.name))
        if not self._hidden:
            scan = (item for item in scan if item.name[0] != ".")
        # Not a method: it would be called for each of many thousand names.
        given = (
            item
            for item in scan
            if (item.name not in skip or not item.is_dir(follow_symlinks=False))
            and (item.name[: len(TEMPORARY)] != TEMPORARY or not is_temporary_name(item.name))
        )
        found = list(itertools.islice(given, self._left + 1))
        if len(found) > self._left:
            self.truncated = True
            # Only the names that fit are kept: a folder may hold millions.
            found = heapq.nsmallest(self._left, itertools.chain(found, given), key=_name)
        self._left -= len(found)
        only = self._only
        if only is not None:
            found = [item for item in found if item.is_dir(follow_symlinks=False) or only(prefix + item.name)]
        found.sort(key=_name)
        made = self._entry
        return [entry for item in found if (entry := made(item, prefix + item.name))]


def _name(item: os.DirEntry[str]) -> str:
    return item.name


def _entry(item: os.DirEntry[str], path: str) -> TreeEntry | None:
    try:
        status = item.stat(follow_symlinks=False)
    except OSError:
        # It was deleted since it was listed.
        return None
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return TreeEntry(path, "file", status.st_size, status.st_mtime_ns)
    if stat.S_ISDIR(mode):
        return TreeEntry(path, "directory", status.st_size, status.st_mtime_ns)
    return TreeEntry(path, "link" if stat.S_ISLNK(mode) else "other", status.st_size, status.st_mtime_ns)


def _entry_by_kind(item: os.DirEntry[str], path: str) -> TreeEntry:
    if item.is_file(follow_symlinks=False):
        return TreeEntry(path, "file", 0, 0)
    if item.is_dir(follow_symlinks=False):
        return TreeEntry(path, "directory", 0, 0)
    return TreeEntry(path, "link" if item.is_symlink() else "other", 0, 0)
