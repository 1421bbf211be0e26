"""WorkspaceReading: what a workspace reads and lists."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Callable, Collection, Generator
from typing import BinaryIO

from ..errors import UnsupportedFileTypeError, WorkspaceError
from .bounded_file import BoundedFile
from .folder import READ_FILE, READ_FOLDER, Entry, Folder
from .own_names import is_own
from .path_text import accepted_endings, check_ending
from .refusals import kept, not_regular, shown, too_large, translated
from .root import OpenedRoot
from .tree import Tree

__all__ = ["WorkspaceReading", "bounded", "decoded", "encoded"]


class WorkspaceReading:
    """The methods of `Workspace` that change nothing.

    Args:
        opened: The root.
        suffixes: Extensions of files that may be used, or None for all.
        max_bytes: The largest file that may be read, in bytes.
    """

    def __init__(self, opened: OpenedRoot, suffixes: Collection[str] | None, max_bytes: int) -> None:
        self._opened = opened
        self._suffixes = accepted_endings(suffixes)
        self._max_bytes = max_bytes

    def relative(self, path: str) -> str:
        """Return *path* normalised as text, relative to the root; ``"."`` for the root. See `path_text.normalise`."""
        return self._opened.relative(path)

    def open_read(
        self, path: str, *, suffixes: Collection[str] | None = None, max_bytes: int | None = None
    ) -> BinaryIO:
        """Open a regular file for reading; never waits for a FIFO or a device.

        Args:
            path: The path as the model wrote it.
            suffixes: Replaces the workspace's list. Applies to the requested name and to the target of a link.
            max_bytes: Replaces the workspace's limit; a file that grows past it fails during the read.

        Raises:
            PathTraversalError: If the path, or a link on it, leads outside; an absolute link always does.
            PathNotFoundError: If the file does not exist.
            ForbiddenPathError: If it is not a regular file, or cannot be read.
            UnsupportedFileTypeError: If the extension is not on the list.
            FileTooLargeError: If the file is larger than allowed.
        """
        relative = self._opened.relative(path)
        endings = self._suffixes if suffixes is None else accepted_endings(suffixes)
        limit = self._max_bytes if max_bytes is None else max_bytes
        check_ending(path, relative, endings)
        descriptor, real = self._opened.open(path, relative, READ_FILE)
        file = bounded(path, descriptor, limit)
        try:
            check_ending(path, real, endings)
        except BaseException:
            file.close()
            raise
        return file

    def read_bytes(self, path: str, *, suffixes: Collection[str] | None = None, max_bytes: int | None = None) -> bytes:
        """Read a whole file; see `open_read`."""
        with self.open_read(path, suffixes=suffixes, max_bytes=max_bytes) as file:
            return file.read()

    def read_text(
        self,
        path: str,
        *,
        encoding: str = "utf-8",
        errors: str = "strict",
        suffixes: Collection[str] | None = None,
        max_bytes: int | None = None,
    ) -> str:
        """Read a whole file as text, with its line ends unchanged; see `open_read`.

        Raises:
            UnsupportedFileTypeError: Also if the bytes are not text in *encoding*.
        """
        data = self.read_bytes(path, suffixes=suffixes, max_bytes=max_bytes)
        return decoded(path, data, encoding, errors)

    def exists(self, path: str) -> bool:
        """Tell whether a file or folder exists; a path that leads outside is still refused."""
        return self._opened.status(path) is not None

    def is_file(self, path: str) -> bool:
        """Tell whether the path is a regular file, or a link to one inside the workspace."""
        status = self._opened.status(path)
        return status is not None and stat.S_ISREG(status.st_mode)

    def list_directory(self, path: str = ".") -> list[Entry]:
        """List a folder by name; links in it are shown as links. A path that is not a folder is refused."""
        with Folder(self._opened.open(path, self._opened.relative(path), READ_FOLDER)[0]) as folder, translated(path):
            return folder.entries()

    def walk(self, path: str = ".", *, max_entries: int = 10_000, max_depth: int = 20) -> Generator[str, None, bool]:
        """Yield every regular file below a folder, relative to the root, without following any link.

        Args:
            path: The folder to start from; its errors are raised when the first file is requested.
            max_entries: The most names to look at, folders and links included.
            max_depth: The depth of folders to enter; 0 for the first one alone.

        Returns:
            Whether files were left out, because of a limit or an unreadable folder: the value of ``yield from``.
        """
        relative = self._opened.relative(path)
        prefix = "" if relative == "." else f"{relative}/"
        with Folder(self._opened.open(path, relative, READ_FOLDER)[0]) as start:
            files = start.walk(max_entries=max_entries, max_depth=max_depth, backend=self._opened.backend)
            while True:
                try:
                    file = next(files)
                except StopIteration as end:
                    return bool(end.value)
                yield prefix + file

    def tree(
        self,
        path: str = ".",
        *,
        skip: Collection[str] = (),
        hidden: bool = True,
        only: Callable[[str], object] | None = None,
        max_entries: int = 100_000,
        max_depth: int = 100,
        status: bool = True,
    ) -> Tree:
        """Open the walk through all that is below a folder, with sizes and times; `Tree` explains the arguments.

        *path* may lead through links that stay inside. The paths in the tree are relative to it.
        """
        descriptor, start = self._opened.open(path, self._opened.relative(path), READ_FOLDER)
        folder = Folder(descriptor)
        if is_own(start):
            with folder:
                raise kept(path)
        return Tree(
            folder,
            start=start,
            backend=self._opened.backend,
            skip=skip,
            hidden=hidden,
            only=only,
            max_entries=max_entries,
            max_depth=max_depth,
            status=status,
        )


def bounded(path: str, descriptor: int, max_bytes: int) -> BinaryIO:
    """Return a reader that owns *descriptor*; refuse, and close, what is not a regular file of at most *max_bytes*."""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise not_regular(path, status.st_mode)
        if status.st_size > max_bytes:
            raise too_large(path, max_bytes)
        return io.BufferedReader(BoundedFile(descriptor, path, max_bytes))
    except BaseException:
        os.close(descriptor)
        raise


def decoded(path: str, data: bytes, encoding: str, errors: str = "strict") -> str:
    """Return *data* as text, with its line ends unchanged."""
    try:
        return data.decode(encoding, errors)
    except UnicodeDecodeError:
        raise UnsupportedFileTypeError(
            f"The file {shown(path)} is not text in {encoding!r}. Choose a text file, or read it as bytes."
        ) from None


def encoded(path: str, text: str, encoding: str) -> bytes:
    """Return *text* as bytes, with its line ends unchanged."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        raise WorkspaceError(
            f"The text for {shown(path)} holds a character that {encoding!r} cannot encode. Remove that character."
        ) from None
