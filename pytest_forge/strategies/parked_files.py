"""ParkedFiles: a workspace of ordinary files, set aside between checks, since writing it takes longer than most checks.

    forge-…/
      workspace/           is empty at the beginning of a check
      workspace.parked/    takes its place when a check plants ordinary files

Only files that no call has changed are set aside: number, mode, size and time of the last change are the same. The host
writes them, so the children that it forks use them one after another.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

from ..sandbox import PARKED

# Plain calls of the system: this runs twice in each check.
# ruff: noqa: PTH101, PTH102, PTH104, PTH106, PTH109, PTH208

__all__ = ["ParkedFiles", "Status", "is_parked", "statuses_below"]

#: Mode of a folder; of a file and others also number, size and time of the last change.
Status = tuple[int, ...]


def is_parked(path: str) -> bool:
    """Tell whether a path is that of a workspace which is set aside."""
    return path.endswith(PARKED)


def statuses_below(folder: str) -> dict[str, Status]:
    """Return the status of each entry below *folder* by its path, each folder before its entries.

    Raises:
        OSError: If one of the folders cannot be read.
    """
    found: dict[str, Status] = {}
    waiting = [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                path, status = entry.path, entry.stat(follow_symlinks=False)
                if not stat.S_ISDIR(status.st_mode):
                    found[path] = (status.st_mode, status.st_ino, status.st_size, status.st_ctime_ns)
                elif not is_parked(path):
                    waiting.append(path)
                    found[path] = (status.st_mode,)
    return found


class ParkedFiles:
    """The ordinary files of one workspace in this process, while they are in use and while they are set aside.

    Args:
        contents: The content of each file by its name.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents
        self._workspace = ""
        self._written: dict[str, Status] = {}
        self._is_compared = False

    def note_written(self, workspace: str) -> None:
        """Note the present state of the files as the one to keep; call this when they were just written."""
        self._workspace, self._is_compared = workspace, False
        try:
            self._written = {path[len(workspace) :]: status for path, status in statuses_below(workspace).items()}
        except OSError:
            self._written = {}

    def unchanged(self, workspace: str, now: Mapping[str, Status]) -> set[str]:
        """Return the paths of the files and their folders; none if not all of them are as they were written.

        Args:
            workspace: The workspace.
            now: The present status of its entries by path.
        """
        if not self._written or workspace != self._workspace:
            return set()
        if any(now.get(workspace + name) != status for name, status in self._written.items()):
            return set()
        if not self._is_compared:
            # The clock of the file system is too coarse to show a change right after the file was written.
            self._is_compared = all(
                Path(workspace, name).read_bytes() == content for name, content in self._contents.items()
            )
        return {workspace + name for name in self._written} if self._is_compared else set()

    def set_aside(self) -> None:
        """Set a workspace aside that holds these files and nothing else, and put an empty one in its place.

        Raises:
            OSError: If the folder cannot be moved.
        """
        workspace, mode = self._workspace, stat.S_IMODE(os.lstat(self._workspace).st_mode)
        try:
            os.rename(workspace, workspace + PARKED)
        except OSError:
            # Others may be left there that could not be put back.
            shutil.rmtree(workspace + PARKED, ignore_errors=True)
            os.rename(workspace, workspace + PARKED)
        os.mkdir(workspace)
        os.chmod(workspace, mode)

    def spare(self, workspace: str) -> None:
        """Set the files aside before *workspace* is emptied, if no call has changed them. Others are lost."""
        try:
            now = statuses_below(workspace)
            kept = self.unchanged(workspace, now)
            if not kept:
                return
            # In reverse, since a folder is listed before its entries.
            for path in [path for path in now if path not in kept][::-1]:
                (os.rmdir if stat.S_ISDIR(os.lstat(path).st_mode) else os.unlink)(path)
            self.set_aside()
        except OSError:
            # They are emptied with the rest, and written again.
            return

    def are_set_aside(self, workspace: str) -> bool:
        """Tell whether the files are set aside, as they were written."""
        if not self._written or workspace != self._workspace:
            return False
        parked = workspace + PARKED
        try:
            return {path[len(parked) :]: status for path, status in statuses_below(parked).items()} == self._written
        except OSError:
            return False

    def put_back(self, workspace: str) -> bool:
        """Put the files back into an empty workspace; return whether they are there."""
        if not self._written or workspace != self._workspace or os.listdir(workspace):
            return False
        parked = workspace + PARKED
        try:
            if not self.are_set_aside(workspace):
                # A call has found them.
                raise OSError
            is_here = os.getcwd() == workspace
            os.rmdir(workspace)
        except OSError:
            shutil.rmtree(parked, ignore_errors=True)
            return False
        os.rename(parked, workspace)
        if is_here:
            os.chdir(workspace)
        return True
