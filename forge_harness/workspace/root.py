"""OpenedRoot: the root of a workspace by its descriptor, and every way from it to a file or folder.

::

    path ── relative() ── open_beneath() ──┬─ open, status     the file itself: read, list, exists
            text only     never outside    └─ folder_of        the folder it is in: write, move, delete

Links that stay beneath the root are followed, except a last name that is written: that one belongs to the caller.
"""

from __future__ import annotations

import contextlib
import errno
import os
import weakref
from collections.abc import Iterator
from pathlib import Path

from ..errors import ForbiddenPathError, PathNotFoundError, WorkspaceError
from .beneath import PATH_ONLY, Backend, open_beneath
from .folder import Folder
from .own_names import is_own
from .path_text import normalise
from .refusals import forbidden, kept, outside, refused, shown, translated
from .root_spelling import known_root, spelling_of

__all__ = ["OpenedRoot"]

_ATTEMPTS = 8

_FOLDER = PATH_ONLY | os.O_DIRECTORY


class OpenedRoot:
    """The folder that everything happens in; threads may share it.

    Args:
        given: An existing folder; may be reached through a link, and is resolved once.
        backend: As for `open_beneath`.

    Raises:
        ForbiddenPathError: If *given* is not a folder.
    """

    def __init__(self, given: str | os.PathLike[str], backend: Backend) -> None:
        if os.fspath(given) == "":
            # Not Path(""), which is the current folder: an empty root usually comes from an unset variable.
            raise ForbiddenPathError("The workspace root is empty. Pass the path of an existing folder.")
        try:
            self.path = known_root(given) or Path(given).resolve(strict=True)
            self._descriptor = os.open(self.path, _FOLDER)
        except (OSError, RuntimeError, ValueError):
            raise ForbiddenPathError(
                f"The workspace root {shown(Path(given).name)} is not a folder that can be opened. "
                "Pass the path of an existing folder."
            ) from None
        self.backend: Backend = backend
        self._finalizer = weakref.finalize(self, os.close, self._descriptor)
        # An absolute path may begin with the root as given here or to the dispatcher, or with the resolved root.
        ways = dict.fromkeys((self.path, Path(given).absolute(), spelling_of(self.path)))
        self._roots = [list(way.parts[1:]) for way in ways]

    def close(self) -> None:
        """Close the descriptor; a second call does nothing."""
        self._descriptor = -1
        self._finalizer()

    def relative(self, path: str) -> str:
        """Return *path* normalised as text, relative to the root; see `path_text.normalise`."""
        return normalise(path, self._roots)

    def open(self, path: str, relative: str, flags: int) -> tuple[int, str]:
        """Open *relative*, and return the descriptor and the real path; *path* is for the message of an error."""
        if self._descriptor < 0:
            raise WorkspaceError("The workspace is closed. Open another one.")
        try:
            return open_beneath(self._descriptor, relative, flags, backend=self.backend)
        except OSError as error:
            if error.errno == errno.EXDEV:
                raise outside(path) from None
            raise refused(path, error) from None

    def status(self, path: str) -> os.stat_result | None:
        """Return the status of what *path* leads to; None if nothing exists there."""
        try:
            descriptor, _ = self.open(path, self.relative(path), PATH_ONLY)
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

    def folder(self, path: str, relative: str, *, make: bool = False) -> Folder:
        """Open a folder that the caller may change; with *make*, create its missing parts."""
        for _ in range(_ATTEMPTS if make else 0):
            with contextlib.suppress(PathNotFoundError):
                return self.folder(path, relative)
            # From the top each time, not from the previous folder: a link on the way may lead up again.
            names = relative.split("/")
            # Somebody may remove an empty folder before the next one is in it.
            with contextlib.suppress(PathNotFoundError):
                for depth, name in enumerate(names):
                    with self.folder(path, "/".join(names[:depth]) or ".") as folder, translated(path):
                        folder.make(name)
        descriptor, real = self.open(path, relative, _FOLDER)
        if is_own(real):
            os.close(descriptor)
            raise kept(path)
        return Folder(descriptor)

    def real_path(self, path: str, relative: str) -> str:
        """Return the path of a folder with every link resolved."""
        descriptor, real = self.open(path, relative, _FOLDER)
        os.close(descriptor)
        return real

    def real_folder(self, real: str) -> Folder:
        """Open a folder by a path without links; one that has become a link meanwhile is refused."""
        with translated(real):
            return Folder(open_beneath(self._descriptor, real, _FOLDER, backend=self.backend, follow_links=False)[0])

    @contextlib.contextmanager
    def folder_of(self, path: str, *, make_parents: bool = False) -> Iterator[tuple[Folder, str]]:
        """Open the folder that holds the last name of *path*; the name itself is not checked."""
        relative = self.relative(path)
        if is_own(relative):
            raise kept(path)
        above, _, name = relative.rpartition("/")
        if name == ".":
            raise forbidden(path, errno.EISDIR)
        with self.folder(path, above or ".", make=make_parents) as folder, translated(path):
            yield folder, name
