"""Workspace: the only access of our tools to files.

A path from a model is first normalised as text, without a system call, and then opened beneath the descriptor of the
root. The checked file is the opened file: a folder cannot be swapped for a link between check and use.

::

    path ── relative() ── open_beneath() ──┬─ the file itself       read, list, exists
            text only     never outside    └─ the folder it is in   write, move, delete: by descriptor and last name

Links that stay beneath the root are followed up to the last name when writing, and up to the file when reading.
``~``, ``$HOME``, ``%2e``, backslashes and look-alikes of ``.`` are ordinary characters of a name: nothing is expanded
or decoded. A blank path means the root.

A path cannot show a hard link: a file inside that also has a name outside can be read here. Writing replaces the name
and leaves the outside file alone. Do not put such files into a workspace.

Messages quote a path only as the caller gave it. Source: seed 000, "Security: workspace confinement".
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import weakref
from collections.abc import Collection, Generator, Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from ..errors import ForbiddenPathError, PathNotFoundError, UnsupportedFileTypeError, WorkspaceError
from .beneath import PATH_ONLY, Backend, has_openat2, open_beneath
from .bounded_file import BoundedFile
from .folder import READ_FOLDER, Entry, Folder
from .path_text import accepted_endings, check_ending, normalise
from .refusals import forbidden, not_regular, outside, refused, shown, too_large, translated

__all__ = ["DEFAULT_MAX_BYTES", "Entry", "Workspace"]

DEFAULT_MAX_BYTES = 10 * 1024 * 1024

# O_NONBLOCK: opening a FIFO or a device must not wait for its other end; it does not affect regular files.
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_FOLDER = PATH_ONLY | os.O_DIRECTORY


class Workspace:
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
        if os.fspath(root) == "":
            # Not Path(""), which is the current folder: an empty root usually comes from an unset variable.
            raise ForbiddenPathError("The workspace root is empty. Pass the path of an existing folder.")
        try:
            self.root = Path(root).resolve(strict=True)
            self._descriptor = os.open(self.root, _FOLDER)
        except (OSError, RuntimeError, ValueError):
            raise ForbiddenPathError(
                f"The workspace root {shown(Path(root).name)} is not a folder that can be opened. "
                "Pass the path of an existing folder."
            ) from None
        self._finalizer = weakref.finalize(self, os.close, self._descriptor)
        # An absolute path may begin with the root as given, or with the resolved root.
        self._roots = [list(way.parts[1:]) for way in (self.root, Path(root).absolute())]
        self._suffixes = accepted_endings(suffixes)
        self._max_bytes = max_bytes
        self._backend: Backend = backend or ("openat2" if has_openat2() else "walk")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the root's descriptor; a second call does nothing."""
        self._descriptor = -1
        self._finalizer()

    def relative(self, path: str) -> str:
        """Return *path* normalised as text, relative to the root; ``"."`` for the root. See `path_text.normalise`."""
        return normalise(path, self._roots)

    # Reading

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
        relative = self.relative(path)
        endings = self._suffixes if suffixes is None else accepted_endings(suffixes)
        limit = self._max_bytes if max_bytes is None else max_bytes
        check_ending(path, relative, endings)
        descriptor, real = self._open(path, relative, _READ)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise not_regular(path, status.st_mode)
            check_ending(path, real, endings)
            if status.st_size > limit:
                raise too_large(path, limit)
            return io.BufferedReader(BoundedFile(descriptor, path, limit))
        except BaseException:
            os.close(descriptor)
            raise

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
        try:
            return data.decode(encoding, errors)
        except UnicodeDecodeError:
            raise UnsupportedFileTypeError(
                f"The file {shown(path)} is not text in {encoding!r}. Choose a text file, or read it as bytes."
            ) from None

    def exists(self, path: str) -> bool:
        """Tell whether a file or folder exists; a path that leads outside is still refused."""
        return self._status(path) is not None

    def is_file(self, path: str) -> bool:
        """Tell whether the path is a regular file, or a link to one inside the workspace."""
        status = self._status(path)
        return status is not None and stat.S_ISREG(status.st_mode)

    # Writing

    def write_bytes(
        self,
        path: str,
        data: bytes,
        *,
        suffixes: Collection[str] | None = None,
        overwrite: bool = True,
        make_parents: bool = False,
        mode: int = 0o644,
    ) -> None:
        """Write a whole file at once: a reader sees the old content or the new, and a failure leaves the old.

        Args:
            path: The path as the model wrote it; only a regular file can be replaced, and no link.
            data: The new content.
            suffixes: Replaces the workspace's list.
            overwrite: False refuses an existing file, even one that another process creates meanwhile.
            make_parents: Whether to create missing folders.
            mode: Permissions of a new file, less the umask; an existing file keeps its own.

        Raises:
            PathTraversalError: If the path leads outside.
            PathNotFoundError: If the folder does not exist.
            ForbiddenPathError: If the path cannot be replaced, or the folder cannot be written.
            UnsupportedFileTypeError: If the extension is not on the list.
        """
        check_ending(path, self.relative(path), self._suffixes if suffixes is None else accepted_endings(suffixes))
        with self._folder_of(path, make_parents=make_parents) as (folder, name):
            existing = _file_status(path, folder, name)
            if existing is not None and not overwrite:
                raise forbidden(path, errno.EEXIST)
            permissions = None if existing is None else existing.st_mode & 0o777
            folder.write(name, data, mode=mode, permissions=permissions, overwrite=overwrite)

    def write_text(
        self,
        path: str,
        data: str,
        *,
        encoding: str = "utf-8",
        suffixes: Collection[str] | None = None,
        overwrite: bool = True,
        make_parents: bool = False,
        mode: int = 0o644,
    ) -> None:
        """Write text, with its line ends unchanged; see `write_bytes`.

        Raises:
            WorkspaceError: Also if *encoding* cannot encode a character of *data*.
        """
        try:
            encoded = data.encode(encoding)
        except UnicodeEncodeError:
            raise WorkspaceError(
                f"The text for {shown(path)} holds a character that {encoding!r} cannot encode. Remove that character."
            ) from None
        self.write_bytes(path, encoded, suffixes=suffixes, overwrite=overwrite, make_parents=make_parents, mode=mode)

    def delete(self, path: str) -> None:
        """Delete a regular file with an extension on the workspace's list; folders and links are refused."""
        check_ending(path, self.relative(path), self._suffixes)
        with self._folder_of(path) as (folder, name):
            _file_status(path, folder, name, must_exist=True)
            folder.unlink(name)

    def move(self, source: str, destination: str, *, overwrite: bool = False) -> None:
        """Move a regular file to another name inside the workspace.

        Args:
            source: The path as the model wrote it; not a link.
            destination: The new path, in an existing folder; its extension is checked like that of *source*.
            overwrite: False refuses an existing destination, even one that another process creates meanwhile.

        Raises:
            PathTraversalError: If either path leads outside.
            PathNotFoundError: If *source* or the folder of *destination* does not exist.
            ForbiddenPathError: If *source* is not a regular file, or *destination* cannot be replaced.
            UnsupportedFileTypeError: If either extension is not on the workspace's list.
        """
        for path in (source, destination):
            check_ending(path, self.relative(path), self._suffixes)
        with self._folder_of(source) as (folder, name), self._folder_of(destination) as (new_folder, new_name):
            _file_status(source, folder, name, must_exist=True)
            if _file_status(destination, new_folder, new_name) is not None and not overwrite:
                raise forbidden(destination, errno.EEXIST)
            folder.move(name, new_folder, new_name, overwrite=overwrite)

    def make_directory(self, path: str, *, parents: bool = True) -> None:
        """Create a folder; an existing one stays as it is.

        Raises:
            PathTraversalError: If the path leads outside.
            PathNotFoundError: If a folder above is missing and *parents* is False.
            ForbiddenPathError: If the path is not a folder.
        """
        relative = self.relative(path)
        if not parents and relative != ".":
            with self._folder_of(path) as (folder, name):
                folder.make(name)
        with self._folder(path, relative, make=parents):
            pass

    # Listing

    def list_directory(self, path: str = ".") -> list[Entry]:
        """List a folder by name; links in it are shown as links. A path that is not a folder is refused."""
        with Folder(self._open(path, self.relative(path), READ_FOLDER)[0]) as folder, translated(path):
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
        relative = self.relative(path)
        prefix = "" if relative == "." else f"{relative}/"
        with Folder(self._open(path, relative, READ_FOLDER)[0]) as start:
            files = start.walk(max_entries=max_entries, max_depth=max_depth, backend=self._backend)
            while True:
                try:
                    file = next(files)
                except StopIteration as end:
                    return bool(end.value)
                yield prefix + file

    def _open(self, path: str, relative: str, flags: int) -> tuple[int, str]:
        if self._descriptor < 0:
            raise WorkspaceError("The workspace is closed. Open another one.")
        try:
            return open_beneath(self._descriptor, relative, flags, backend=self._backend)
        except OSError as error:
            if error.errno == errno.EXDEV:
                raise outside(path) from None
            raise refused(path, error) from None

    def _status(self, path: str) -> os.stat_result | None:
        try:
            descriptor, _ = self._open(path, self.relative(path), PATH_ONLY)
        except PathNotFoundError:
            return None
        except ForbiddenPathError as error:
            # A path below a file does not exist; asking about it is allowed.
            if isinstance(error.original_error, NotADirectoryError):
                return None
            raise
        try:
            return os.fstat(descriptor)
        finally:
            os.close(descriptor)

    def _folder(self, path: str, relative: str, *, make: bool = False) -> Folder:
        """Open a folder; with *make*, create its missing parts."""
        try:
            return Folder(self._open(path, relative, _FOLDER)[0])
        except PathNotFoundError:
            if not make:
                raise
        # From the top each time, not from the previous folder: a link on the way may lead up again.
        names = relative.split("/")
        for depth, name in enumerate(names):
            with self._folder(path, "/".join(names[:depth]) or ".") as folder, translated(path):
                folder.make(name)
        return self._folder(path, relative)

    @contextlib.contextmanager
    def _folder_of(self, path: str, *, make_parents: bool = False) -> Iterator[tuple[Folder, str]]:
        """Open the folder that holds the last name of *path*; the name itself is not checked."""
        above, _, name = self.relative(path).rpartition("/")
        if name == ".":
            raise forbidden(path, errno.EISDIR)
        with self._folder(path, above or ".", make=make_parents) as folder, translated(path):
            yield folder, name


def _file_status(path: str, folder: Folder, name: str, *, must_exist: bool = False) -> os.stat_result | None:
    """Return the status of a file to replace, move or delete; refuse anything but a regular file."""
    status = folder.status(name)
    if status is None:
        if must_exist:
            raise refused(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        return None
    if not stat.S_ISREG(status.st_mode):
        raise not_regular(path, status.st_mode)
    return status
