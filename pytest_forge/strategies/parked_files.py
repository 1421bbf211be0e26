"""ParkedFiles: a workspace of ordinary files, set aside between checks, since writing it takes longer than most checks.

    forge-…/
      workspace/           is empty at the beginning of a check
      workspace.parked/    takes its place when a check plants ordinary files

Each check, and each process that it forks, uses the files of the one before. Files that a call has changed, by their
number, mode, size or time of the last change, are written again; all of them are only if something else is in the place
of one.
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
                    found[path] = _status(status)
                elif not is_parked(path):
                    waiting.append(path)
                    found[path] = _status(status)
    return found


def _status(entry: os.stat_result) -> Status:
    if stat.S_ISDIR(entry.st_mode):
        return (entry.st_mode,)
    return (entry.st_mode, entry.st_ino, entry.st_size, entry.st_ctime_ns)


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

    def kept(self, workspace: str, now: Mapping[str, Status]) -> set[str]:
        """Return the paths of the files and their folders, put right; none if they are not there or cannot be.

        Args:
            workspace: The workspace.
            now: The present status of its entries by path.
        """
        is_here = workspace == self._workspace and any(workspace + name in now for name in self._written)
        try:
            if not is_here:
                return set()
            self._repair(workspace, now)
        except OSError:
            return set()
        return {workspace + name for name in self._written}

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
            kept = self.kept(workspace, now)
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
            now = statuses_below(parked)
            if {path[len(parked) :] for path in now} != self._written.keys():
                return False
            self._repair(parked, now)
            return True
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

    def _repair(self, workspace: str, now: Mapping[str, Status]) -> None:
        """Write the files again that are missing or have another content, and note the state of all of them.

        Raises:
            OSError: If something else is in the place of a file, or it cannot be written.
        """
        # The clock of the file system is too coarse to show a change right after a file was written.
        is_compared, self._is_compared = self._is_compared, True
        for name, status in self._written.items():
            path = workspace + name
            present = now.get(path)
            if present == status and is_compared:
                continue
            content = self._contents.get(name[1:])
            if present is None:
                if content is None:
                    os.mkdir(path, stat.S_IMODE(status[0]))
                else:
                    _write(path, content, stat.S_IMODE(status[0]), new=True)
            elif present[0] != status[0] or (content is not None and os.lstat(path).st_nlink > 1):
                raise FileExistsError
            elif content is not None and Path(path).read_bytes() != content:
                _write(path, content, stat.S_IMODE(status[0]), new=False)
            else:
                # It has the content already.
                self._written[name] = present
                continue
            self._written[name] = _status(os.lstat(path))
            self._is_compared = False


def _write(path: str, content: bytes, mode: int, *, new: bool) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | (os.O_CREAT | os.O_EXCL if new else os.O_TRUNC), mode)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)
