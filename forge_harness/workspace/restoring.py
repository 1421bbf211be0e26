"""Taking back the steps of a set of changes, in the opposite order of doing them.

It may be interrupted and begun again. A file that somebody else has put there since is left alone.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from ..errors import ForbiddenPathError, PathNotFoundError, WorkspaceError
from .folder import Folder
from .root import OpenedRoot

__all__ = ["Step", "take_back"]

# Where a folder was, there is a file or a link now.
_NOT_A_FOLDER = {errno.ENOTDIR, errno.ELOOP}

Kind = Literal["nothing", "file", "folder"]


class Step(BaseModel):
    """What happens to one path; *inode* and *mode* are of what was there before, *new_inode* is of the new file."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)

    number: int
    path: str
    before: Kind
    after: Kind
    inode: int = 0
    mode: int = 0
    new_inode: int = 0

    @property
    def folder(self) -> str:
        """The path of the folder that the step happens in."""
        return self.path.rpartition("/")[0] or "."

    @property
    def name(self) -> str:
        """The last name of the path."""
        return self.path.rpartition("/")[2]

    @property
    def depth(self) -> int:
        """How many folders the path is below."""
        return self.path.count("/")


def take_back(opened: OpenedRoot, kept: Folder, steps: Iterable[Step]) -> bool:
    """Restore what *steps* changed, those that were not done included; return whether nothing failed.

    Args:
        opened: The root.
        kept: The folder of the old files, which are named ``0.old`` for the step of number 0.
        steps: In any order.
    """
    return _Restoring(opened, kept, list(steps)).run()


class _Restoring:
    def __init__(self, opened: OpenedRoot, kept: Folder, steps: list[Step]) -> None:
        self._opened, self._kept, self._steps = opened, kept, steps
        self._is_complete = True

    def run(self) -> bool:
        steps = self._steps
        for step in (step for step in steps if step.after == "file"):
            self._try(step, self._put_back)
        for step in sorted((step for step in steps if step.after == "folder"), key=lambda step: -step.depth):
            self._try(step, self._remove)
        for step in sorted((step for step in steps if step.before == "folder"), key=lambda step: step.depth):
            self._try(step, self._make)
        for step in (step for step in steps if step.before == "file" and step.after != "file"):
            self._try(step, self._put_back)
        return self._is_complete

    def _try(self, step: Step, restore: Callable[[Step, Folder], None]) -> None:
        try:
            with self._opened.real_folder(step.folder) as folder:
                restore(step, folder)
        except PathNotFoundError:
            pass  # The folder was not made yet, or somebody has removed it.
        except ForbiddenPathError as error:
            is_gone = isinstance(error.original_error, OSError) and error.original_error.errno in _NOT_A_FOLDER
            self._is_complete = self._is_complete and is_gone
        except (OSError, WorkspaceError):
            self._is_complete = False

    def _put_back(self, step: Step, folder: Folder) -> None:
        status = folder.status(step.name)
        inode = None if status is None else status.st_ino
        if inode == step.inode and step.before == "file":
            return
        if step.before != "file":
            if inode == step.new_inode:
                folder.unlink(step.name)
            return
        old = f"{step.number}.old"
        if inode in (None, step.new_inode) and self._kept.status(old) is not None:
            self._kept.move(old, folder, step.name, overwrite=True)

    def _remove(self, step: Step, folder: Folder) -> None:
        try:
            folder.remove(step.name)
        except OSError as error:
            # Somebody has put something into it, or something else in its place: that stays.
            if error.errno not in {errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR}:
                raise

    def _make(self, step: Step, folder: Folder) -> None:
        if folder.status(step.name) is None:
            folder.make(step.name)
            os.chmod(step.name, step.mode, dir_fd=folder.descriptor)
