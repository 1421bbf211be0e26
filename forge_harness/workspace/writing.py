"""WorkspaceWriting: what a workspace writes, updates, moves and deletes.

No link is ever written, moved or deleted; links to folders beneath the root are followed. Every change holds the lock
of the folder it happens in, so an update never overwrites what another thread or process has written meanwhile. A set
of changes that was interrupted by the end of its process is taken back first.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Collection, Iterable

from .change_set import AppliedChange, Change, apply_changes
from .folder import READ_FILE, Folder
from .journal import in_turn
from .path_text import accepted_endings, check_ending
from .reading import WorkspaceReading, bounded, decoded, encoded
from .refusals import changed_meanwhile, exists, forbidden, not_regular, refused

__all__ = ["WorkspaceWriting"]

_PIECE_BYTES = 1024 * 1024


class WorkspaceWriting(WorkspaceReading):
    """The methods of `Workspace` that change files."""

    def write_bytes(
        self,
        path: str,
        data: bytes,
        *,
        suffixes: Collection[str] | None = None,
        overwrite: bool = True,
        make_parents: bool = False,
        mode: int = 0o644,
    ) -> bool:
        """Write a whole file at once: a reader sees the old content or the new, and a failure leaves the old.

        Args:
            path: The path as the model wrote it; only a regular file can be replaced, and no link.
            data: The new content.
            suffixes: Replaces the workspace's list.
            overwrite: False refuses an existing file, even one that another process creates meanwhile.
            make_parents: Whether to create missing folders.
            mode: Permissions of a new file, less the umask; an existing file keeps its own.

        Returns:
            Whether a file was replaced.

        Raises:
            PathTraversalError: If the path leads outside.
            PathNotFoundError: If the folder does not exist.
            PathExistsError: If the path exists and *overwrite* is False.
            ForbiddenPathError: If the path cannot be replaced, or the folder cannot be written.
            UnsupportedFileTypeError: If the extension is not on the list.
        """
        check_ending(
            path, self._opened.relative(path), self._suffixes if suffixes is None else accepted_endings(suffixes)
        )
        with (
            self._opened.folder_of(path, make_parents=make_parents) as (folder, name),
            in_turn(self._opened, path, folder),
        ):
            existing = _file_status(path, folder, name)
            if existing is not None and not overwrite:
                raise exists(path)
            permissions = None if existing is None else existing.st_mode & 0o777
            folder.write(name, data, mode=mode, permissions=permissions, overwrite=overwrite)
        return existing is not None

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
        content = encoded(path, data, encoding)
        self.write_bytes(path, content, suffixes=suffixes, overwrite=overwrite, make_parents=make_parents, mode=mode)

    def update_text(
        self,
        path: str,
        change: Callable[[str], str],
        *,
        encoding: str = "utf-8",
        suffixes: Collection[str] | None = None,
        max_bytes: int | None = None,
    ) -> str:
        """Read a file, change its text and write it whole; other updates of the file wait, so none is lost.

        Line ends and permissions stay. A file whose text stays the same is not written.

        Args:
            path: The path as the model wrote it; an existing regular file, and no link.
            change: Gets the text and returns the new one; what it raises leaves the file alone. It should be short,
                and must not use the workspace.
            encoding: Of the file, before and after.
            suffixes: Replaces the workspace's list.
            max_bytes: Replaces the workspace's limit, for reading.

        Returns:
            The new text.

        Raises:
            FileChangedError: If a program that does not lock, such as an editor, changed the file meanwhile.
            PathNotFoundError: If the file does not exist.
            UnsupportedFileTypeError: If it is not text in *encoding*, or the extension is not on the list.
            WorkspaceError: As for `write_text` and `open_read`, or if the folder stays locked for 30 seconds.
        """
        check_ending(path, self.relative(path), self._suffixes if suffixes is None else accepted_endings(suffixes))
        limit = self._max_bytes if max_bytes is None else max_bytes
        with self._opened.folder_of(path) as (folder, name), in_turn(self._opened, path, folder):
            _file_status(path, folder, name, must_exist=True)
            # The file stays open: its inode cannot become that of another file meanwhile.
            with bounded(path, folder.open(name, READ_FILE), limit) as file:
                seen = os.fstat(file.fileno())
                before = file.read()
                text = change(decoded(path, before, encoding))
                after = encoded(path, text, encoding)
                if after == before:
                    return text

                def check() -> None:
                    # The content as well: times are coarse, and the size may be the same.
                    if _identity(folder.status(name)) != _identity(seen) or not _holds(file.fileno(), before):
                        raise changed_meanwhile(path)

                permissions = seen.st_mode & 0o777
                folder.write(name, after, mode=permissions, permissions=permissions, overwrite=True, check=check)
        return text

    def delete(self, path: str) -> None:
        """Delete a regular file with an extension on the workspace's list; folders and links are refused."""
        check_ending(path, self.relative(path), self._suffixes)
        with self._opened.folder_of(path) as (folder, name), in_turn(self._opened, path, folder):
            _file_status(path, folder, name, must_exist=True)
            folder.unlink(name)

    def remove_directory(self, path: str) -> None:
        """Remove an empty folder; never the root, a link, or a folder that holds anything.

        Raises:
            PathTraversalError: If the path leads outside.
            PathNotFoundError: If the folder does not exist.
            ForbiddenPathError: If the path is not an empty folder, or is the root.
        """
        if self.relative(path) == ".":
            raise forbidden(path, "is the workspace itself")
        with self._opened.folder_of(path) as (folder, name), in_turn(self._opened, path, folder):
            status = folder.status(name)
            if status is not None and not stat.S_ISDIR(status.st_mode):
                raise forbidden(path, "is not a folder")
            folder.remove(name)

    def move(self, source: str, destination: str, *, overwrite: bool = False) -> None:
        """Move a regular file to another name inside the workspace.

        Args:
            source: The path as the model wrote it; not a link.
            destination: The new path, in an existing folder; its extension is checked like that of *source*.
            overwrite: False refuses an existing destination, even one that another process creates meanwhile.

        Raises:
            PathTraversalError: If either path leads outside.
            PathNotFoundError: If *source* or the folder of *destination* does not exist.
            PathExistsError: If *destination* exists and *overwrite* is False.
            ForbiddenPathError: If *source* is not a regular file, or *destination* cannot be replaced.
            UnsupportedFileTypeError: If either extension is not on the workspace's list.
        """
        for path in (source, destination):
            check_ending(path, self.relative(path), self._suffixes)
        with (
            self._opened.folder_of(source) as (folder, name),
            self._opened.folder_of(destination) as (new_folder, new_name),
            in_turn(self._opened, source, folder, new_folder),
        ):
            _file_status(source, folder, name, must_exist=True)
            if _file_status(destination, new_folder, new_name) is not None and not overwrite:
                raise exists(destination)
            folder.move(name, new_folder, new_name, overwrite=overwrite)

    def apply(self, changes: Iterable[Change]) -> list[AppliedChange]:
        """Make all of the changes, or none of them; see `change_set`.

        Each is judged by what the earlier ones leave, and an error tells its number, counted from 0, as
        ``context["operation"]``. The root cannot be changed, and neither can a link or ``.forge`` itself.

        Of a process that is killed meanwhile, the next call that writes takes the changes back. Until then, those that
        only read see the files as they are: some changed, others not. A file that was edited since stays as it is.

        Raises:
            PathTraversalError: If a path leads outside.
            PathNotFoundError: If what is to be updated, deleted or moved does not exist.
            PathExistsError: If what is to be added, or the new path of a move, exists.
            ForbiddenPathError: If a path is not a regular file; only ``"delete"`` accepts a folder, an empty one.
            FileChangedError: If a program that does not lock changed one of the files meanwhile.
            UnsupportedFileTypeError: If an extension is not on the workspace's list.
        """
        return apply_changes(self._opened, changes, self._suffixes)

    def make_directory(self, path: str, *, parents: bool = True) -> None:
        """Create a folder; an existing one stays as it is.

        Raises:
            PathTraversalError: If the path leads outside.
            PathNotFoundError: If a folder above is missing and *parents* is False.
            ForbiddenPathError: If the path is not a folder.
        """
        relative = self._opened.relative(path)
        if not parents and relative != ".":
            with self._opened.folder_of(path) as (folder, name):
                folder.make(name)
        with self._opened.folder(path, relative, make=parents):
            pass


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


def _identity(status: os.stat_result | None) -> tuple[int, ...] | None:
    """Return what tells a file that was replaced or written meanwhile from the one that was read."""
    return status and (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def _holds(descriptor: int, content: bytes) -> bool:
    """Tell whether a file has exactly this content; in pieces, for a copy of all takes as long as writing it."""
    pieces = range(0, len(content) + 1, _PIECE_BYTES)
    return all(os.pread(descriptor, _PIECE_BYTES, start) == content[start : start + _PIECE_BYTES] for start in pieces)
