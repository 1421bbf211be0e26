"""ParkedFiles: a workspace of ordinary files, set aside between checks, since writing it takes longer than most checks.

    forge-…/
      workspace/           is empty at the beginning of a check
      workspace.parked/    takes its place when a check plants ordinary files

Only files that no call has changed are set aside: number, mode, size and time of the last change are the same.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path

# Plain calls of the system: this runs twice in each check.
# ruff: noqa: PTH101, PTH102, PTH104, PTH106, PTH109, PTH208

__all__ = ["ParkedFiles", "Status", "is_parked", "statuses_below"]

#: Mode of a folder; of a file and others also number, size and time of the last change.
Status = tuple[int, ...]

_SUFFIX = ".parked"


def is_parked(path: str) -> bool:
    """Tell whether a path is that of a workspace which is set aside."""
    return path.endswith(_SUFFIX)


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
        self._is_set_aside = False

    def note_written(self, workspace: str) -> None:
        """Note the present state of the files as the one to keep; call this when they were just written."""
        self._workspace, self._is_compared, self._is_set_aside = workspace, False, False
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
        os.rename(workspace, workspace + _SUFFIX)
        os.mkdir(workspace)
        os.chmod(workspace, mode)
        self._is_set_aside = True

    def put_back(self, workspace: str) -> bool:
        """Put the files back into an empty workspace; return whether they are there."""
        if not self._is_set_aside or workspace != self._workspace or os.listdir(workspace):
            return False
        parked = workspace + _SUFFIX
        self._is_set_aside = False
        try:
            if {path[len(parked) :]: status for path, status in statuses_below(parked).items()} != self._written:
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
