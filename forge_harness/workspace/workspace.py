"""Workspace: the only access of our tools to files.

A path from a model is first normalised as text, without a system call, and then opened beneath the descriptor of the
root. The checked file is the opened file: a folder cannot be swapped for a link between check and use.

::

    Workspace ── the public class
        WorkspaceWriting ── write, update, move, delete
            WorkspaceReading ── read, list, exists
                OpenedRoot ── the descriptor of the root

Links that stay beneath the root are followed up to the last name when writing, and up to the file when reading.
``~``, ``$HOME``, ``%2e``, backslashes and look-alikes of ``.`` are ordinary characters of a name: nothing is expanded
or decoded. A blank path means the root.

A path cannot show a hard link: a file inside that also has a name outside can be read here. Writing replaces the name
and leaves the outside file alone. Do not put such files into a workspace.

Messages quote a path only as the caller gave it. Source: seed 000, "Security: workspace confinement".
"""

from __future__ import annotations

import os
from collections.abc import Collection
from types import TracebackType
from typing import Self

from ..errors import WorkspaceError
from .beneath import Backend, has_openat2
from .folder import Entry
from .root import OpenedRoot
from .writing import WorkspaceWriting

__all__ = ["DEFAULT_MAX_BYTES", "Entry", "Workspace"]

DEFAULT_MAX_BYTES = 10 * 1024 * 1024


class Workspace(WorkspaceWriting):
    """A confined folder: reads, writes and lists files beneath it, and nothing outside.

    Holds a descriptor of the root: close it, or use it as a context manager. Threads may share it.

    Args:
        root: An existing folder; may be reached through a link, and is resolved once.
        suffixes: Extensions of files that may be read, written, moved and deleted, in any case; None for all files.
            With a list, a file without an extension is refused. Listing shows every file.
        max_bytes: The largest file that may be read, in bytes.
        backend: ``"openat2"`` or ``"walk"``; None for the fastest that works here.

    Raises:
        ForbiddenPathError: If *root* is not a folder.
        WorkspaceError: If *backend* is not available.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        suffixes: Collection[str] | None = None,
        max_bytes: int = DEFAULT_MAX_BYTES,
        backend: Backend | None = None,
    ) -> None:
        if backend == "openat2" and not has_openat2():
            raise WorkspaceError("The backend 'openat2' does not work on this kernel. Leave the backend out.")
        opened = OpenedRoot(root, backend or ("openat2" if has_openat2() else "walk"))
        super().__init__(opened, suffixes, max_bytes)
        self.root = opened.path

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the root's descriptor; a second call does nothing."""
        self._opened.close()
