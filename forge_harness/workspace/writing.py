"""WorkspaceWriting: what a workspace writes, moves and deletes.

No link is ever written, moved or deleted; links to folders beneath the root are followed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Collection

from ..errors import WorkspaceError
from .folder import Folder
from .path_text import accepted_endings, check_ending
from .reading import WorkspaceReading
from .refusals import forbidden, not_regular, refused, shown

__all__ = ["WorkspaceWriting"]


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
        check_ending(
            path, self._opened.relative(path), self._suffixes if suffixes is None else accepted_endings(suffixes)
        )
        with self._opened.folder_of(path, make_parents=make_parents) as (folder, name):
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
        with self._opened.folder_of(path) as (folder, name):
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
        with (
            self._opened.folder_of(source) as (folder, name),
            self._opened.folder_of(destination) as (new_folder, new_name),
        ):
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
