"""Taking back the steps of a set of changes, in the opposite order of doing them.

It may be interrupted and begun again. A file that somebody else has put there since is left alone, and so is a new
file of ours that somebody has edited in place: its content is neither ours nor the old one.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable, Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from ..errors import ForbiddenPathError, PathNotFoundError, WorkspaceError
from .folder import READ_FILE, Folder
from .root import OpenedRoot

__all__ = ["Step", "take_back"]

# Where a folder was, there is a file or a link now.
_NOT_A_FOLDER = {errno.ENOTDIR, errno.ELOOP}

Kind = Literal["nothing", "file", "folder"]


class Step(BaseModel):
    """What happens to one path; *inode* and *mode* are of what was there before, the rest is of the new file.

    A written file has the digest of its content, a moved one, which may be of any size, its size and time.
    """

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)

    number: int
    path: str
    before: Kind
    after: Kind
    inode: int = 0
    mode: int = 0
    new_inode: int = 0
    new_sha256: str = ""
    new_version: tuple[int, int] | None = None

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
        staying = self._staying()
        steps = [step for step in self._steps if step.number not in staying]
        for step in (step for step in steps if step.after == "file"):
            self._try(step, self._put_back)
        for step in sorted((step for step in steps if step.after == "folder"), key=lambda step: -step.depth):
            self._try(step, self._remove)
        for step in sorted((step for step in steps if step.before == "folder"), key=lambda step: step.depth):
            self._try(step, self._make)
        for step in (step for step in steps if step.before == "file" and step.after != "file"):
            self._try(step, self._put_back)
        return self._is_complete

    def _staying(self) -> set[int]:
        """Return the numbers of the steps that are not taken back, because their path holds a file of the user.

        A moved file has one inode at both ends: where it stays, its old name is not restored, and where its old name
        is taken, the new one is not removed.
        """
        found = {step.number: self._found(step) for step in self._steps}
        old = [step for step in self._steps if step.before == "file"]
        in_place = {step.inode for step in old if (status := found[step.number]) and status.st_ino == step.inode}
        staying = {
            step.number: step
            for step in self._steps
            if (status := found[step.number]) and step.new_inode not in in_place and self._is_of_user(step, status)
        }
        while True:
            kept = {status.st_ino for number in staying if (status := found[number])}
            taken = {step.inode for step in staying.values() if step.before == "file"}
            more = [step for step in old if step.inode in kept]
            more += [step for step in self._steps if step.new_inode in taken and found[step.number]]
            if all(step.number in staying for step in more):
                return set(staying)
            staying |= {step.number: step for step in more}

    def _found(self, step: Step) -> os.stat_result | None:
        """Return the status of the file or link at the path of a step."""
        try:
            with self._opened.real_folder(step.folder) as folder:
                status = folder.status(step.name)
        except (OSError, WorkspaceError):
            return None
        return None if status is None or stat.S_ISDIR(status.st_mode) else status

    def _is_of_user(self, step: Step, status: os.stat_result) -> bool:
        if step.before == "file" and status.st_ino == step.inode:
            return False
        try:
            with self._opened.real_folder(step.folder) as folder:
                return not _is_ours(step, folder, status)
        except (OSError, WorkspaceError):
            return True

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
        if step.before == "file" and status is not None and status.st_ino == step.inode:
            return
        if status is not None and not _is_ours(step, folder, status):
            return
        if step.before != "file":
            if status is not None:
                folder.unlink(step.name)
            return
        old = f"{step.number}.old"
        if self._kept.status(old) is not None:
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
            # At once with its permissions: it may be interrupted before those that the umask takes away are set.
            os.mkdir(step.name, step.mode, dir_fd=folder.descriptor)
            os.chmod(step.name, step.mode, dir_fd=folder.descriptor)


def _is_ours(step: Step, folder: Folder, status: os.stat_result) -> bool:
    """Tell whether what is at the path of a step is the new file of the step, and nobody has edited it."""
    if status.st_ino != step.new_inode or not stat.S_ISREG(status.st_mode):
        return False
    if not step.new_sha256:
        return step.new_version in (None, (status.st_size, status.st_mtime_ns))
    with os.fdopen(folder.open(step.name, READ_FILE), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == step.new_sha256
