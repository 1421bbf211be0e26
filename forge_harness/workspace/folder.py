"""Folder: an open folder, and operations on a single name in it.

Every operation uses the descriptor and a name without a slash, so it acts on the opened folder even if its path changes
meanwhile. Nothing in this module follows a link, and only `OSError` leaves it.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import itertools
import os
import shutil
import stat
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

from .beneath import Backend, open_beneath
from .own_names import is_temporary_name, temporary_name

__all__ = ["NO_HARD_LINKS", "READ_FILE", "READ_FOLDER", "Entry", "Folder"]

READ_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
"""Flags that open a folder for listing."""

# O_NONBLOCK: opening a FIFO or a device must not wait for its other end; it does not affect regular files.
READ_FILE = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""Flags that open a file for reading, and never wait."""

_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC

NO_HARD_LINKS = {errno.EPERM, errno.EACCES, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK}
"""Errors of a file system without hard links, or of a kernel that protects other users' files from them."""

# Where the file system knows no locks, the age alone tells a file that was left from one that is being written.
_LEFT_AFTER_S = 60
# A folder may hold millions of names, and this is done for every write.
_MOST_NAMES = 1_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a folder; *size* is in bytes, and 0 unless it is a file."""

    name: str
    kind: Literal["file", "directory", "link", "other"]
    size: int


class Folder:
    """A folder by its descriptor, which it owns; use it as a context manager to close it.

    Args:
        descriptor: The folder's descriptor; listing needs a readable one, all else works with a path-only one.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.descriptor)

    def entries(self, limit: int | None = None) -> list[Entry]:
        """List the folder by name; with *limit*, at most that many entries, arbitrarily chosen."""
        with os.scandir(self.descriptor) as scan:
            found = [_entry(item) for item in itertools.islice(scan, limit)]
        return sorted(found, key=lambda entry: entry.name)

    def names(self) -> list[str]:
        """List the names in the folder, in no order."""
        with os.scandir(self.descriptor) as scan:
            return [item.name for item in scan]

    def walk(self, *, max_entries: int, max_depth: int, backend: Backend) -> Generator[str, None, bool]:
        """Yield every regular file below, files before folders; return whether some were left out.

        Args:
            max_entries: The most names to look at, of every kind.
            max_depth: The depth of folders to enter; 0 for this folder alone.
            backend: As for `open_beneath`.
        """
        cut = False
        pending = [(".", 0)]
        while pending:
            here, depth = pending.pop()
            try:
                # It was listed as a folder; if it has become a link meanwhile, it is not entered.
                opened, _ = open_beneath(self.descriptor, here, READ_FOLDER, backend=backend, follow_links=False)
                with Folder(opened) as folder:
                    entries = folder.entries(max_entries + 1)
            except OSError:
                cut = True
                continue
            cut = cut or len(entries) > max_entries
            del entries[max_entries:]
            max_entries -= len(entries)
            names = {entry: entry.name if here == "." else f"{here}/{entry.name}" for entry in entries}
            yield from (name for entry, name in names.items() if entry.kind == "file")
            below = [(name, depth + 1) for entry, name in names.items() if entry.kind == "directory"]
            if depth < max_depth:
                pending.extend(reversed(below))
            else:
                cut = cut or bool(below)
        return cut

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of *name* without following a link; None if it does not exist."""
        try:
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def open(self, name: str, flags: int) -> int:
        """Return a new descriptor of *name*; a link is refused."""
        return os.open(name, flags | os.O_NOFOLLOW, dir_fd=self.descriptor)

    def make(self, name: str) -> None:
        """Create a folder; an existing folder, file or link at *name* stays as it is."""
        with contextlib.suppress(FileExistsError):
            os.mkdir(name, dir_fd=self.descriptor)

    def remove(self, name: str) -> None:
        """Remove an empty folder; a link to one is `NotADirectoryError`."""
        os.rmdir(name, dir_fd=self.descriptor)

    def unlink(self, name: str) -> None:
        """Remove the name of a file or link."""
        os.unlink(name, dir_fd=self.descriptor)

    def write(
        self,
        name: str,
        data: bytes,
        *,
        mode: int,
        permissions: int | None,
        overwrite: bool,
        check: Callable[[], None] | None = None,
    ) -> None:
        """Put a complete file at *name*, or change nothing.

        Args:
            name: The name of the file, which appears when it is complete and on the disk.
            data: The content.
            mode: The permissions, less the umask.
            permissions: The exact permissions, or None for *mode*.
            overwrite: Whether to replace a file or link at *name*; else `FileExistsError`.
            check: Called when the new file is on the disk, just before it gets its name; raises to leave the old one.
        """
        temporary = temporary_name()
        # The permissions are set before the content: the temporary file must not be easier to read than the final one.
        private = mode if permissions is None else 0o600
        descriptor = os.open(temporary, _CREATE, private, dir_fd=self.descriptor)
        try:
            with os.fdopen(descriptor, "wb") as file:
                if permissions is not None:
                    os.fchmod(descriptor, permissions)
                file.write(data)
                file.flush()
                os.fsync(descriptor)
            if check is not None:
                check()
            self.move(temporary, self, name, overwrite=overwrite)
        except BaseException:
            with contextlib.suppress(OSError):
                self.unlink(temporary)
            raise

    def remove_left(self) -> None:
        """Remove temporary files of `write` that are older than a minute: a killed process has left them.

        Only while the folder is locked, and among its first 1,000 names; what cannot be removed stays.
        """
        with contextlib.suppress(OSError):
            # The folder may be open by its path alone, which cannot be listed.
            with Folder(self.open(".", READ_FOLDER)) as folder, os.scandir(folder.descriptor) as scan:
                left = [item.name for item in itertools.islice(scan, _MOST_NAMES) if is_temporary_name(item.name)]
            for name in left:
                status = self.status(name)
                if status and stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > _LEFT_AFTER_S:
                    self.unlink(name)

    def move(self, name: str, folder: Folder, new_name: str, *, overwrite: bool) -> None:
        """Give a file another name, in this folder or another; without *overwrite* never in place of anything."""
        here, there = self.descriptor, folder.descriptor
        if overwrite:
            os.rename(name, new_name, src_dir_fd=here, dst_dir_fd=there)
            return
        # A rename would replace a file that another process has just created; a link does not.
        try:
            os.link(name, new_name, src_dir_fd=here, dst_dir_fd=there, follow_symlinks=False)
        except OSError as error:
            if error.errno not in NO_HARD_LINKS:
                raise
            # An exclusively created empty file reserves the name; then it can be replaced.
            os.close(os.open(new_name, _CREATE, 0o600, dir_fd=there))
            finish = functools.partial(os.rename, name, new_name, src_dir_fd=here, dst_dir_fd=there)
        else:
            finish = functools.partial(os.unlink, name, dir_fd=here)
        try:
            finish()
        except BaseException:
            folder.unlink(new_name)
            raise

    def link(self, name: str, folder: Folder, new_name: str) -> None:
        """Give a file a second name, where nothing exists yet."""
        os.link(name, new_name, src_dir_fd=self.descriptor, dst_dir_fd=folder.descriptor, follow_symlinks=False)

    def keep(self, name: str, folder: Folder, new_name: str) -> None:
        """Give a file a second name; where there are no hard links, copy it with its permissions and times."""
        try:
            self.link(name, folder, new_name)
        except OSError as error:
            if error.errno not in NO_HARD_LINKS:
                raise
            with (
                os.fdopen(self.open(name, READ_FILE), "rb") as source,
                os.fdopen(os.open(new_name, _CREATE, 0o600, dir_fd=folder.descriptor), "wb") as copy,
            ):
                shutil.copyfileobj(source, copy)
                copy.flush()
                status = os.fstat(source.fileno())
                os.fchmod(copy.fileno(), status.st_mode & 0o777)
                os.utime(copy.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))
                os.fsync(copy.fileno())


def _entry(item: os.DirEntry[str]) -> Entry:
    if item.is_symlink():
        return Entry(item.name, "link", 0)
    if item.is_dir(follow_symlinks=False):
        return Entry(item.name, "directory", 0)
    if not item.is_file(follow_symlinks=False):
        return Entry(item.name, "other", 0)
    try:
        return Entry(item.name, "file", item.stat(follow_symlinks=False).st_size)
    except FileNotFoundError:
        # It was deleted since it was listed.
        return Entry(item.name, "file", 0)
