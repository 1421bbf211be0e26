"""Locks of folders: those who change a file by reading it first take turns.

A lock belongs to the folder that holds the file, so nothing is left in the user's tree, and workspaces with different
roots lock the same thing. It holds between threads by a table of this process, and between processes by ``flock``.

A file system without ``flock`` on folders, such as some network shares, and a folder that may not be read leave the
threads alone locked. Programs that do not lock, such as editors, are never stopped.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import threading
import time
from collections.abc import Iterator

from ..errors import WorkspaceError
from .folder import READ_FOLDER, Folder
from .refusals import shown

__all__ = ["locked"]

_PATIENCE_S = 30.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.0005, 0.02

_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES}

# Folders by device and inode, and the threads that hold them.
_owners: dict[tuple[int, int], int] = {}
_turn = threading.Condition()


def _forget() -> None:
    """Begin anew in a forked child: the threads that held something are not there."""
    global _turn  # the old one may be locked for ever
    _turn = threading.Condition()
    _owners.clear()


os.register_at_fork(after_in_child=_forget)


@contextlib.contextmanager
def locked(path: str, *folders: Folder) -> Iterator[None]:
    """Hold the locks of *folders*; a thread that holds one already keeps it.

    Args:
        path: For the message of the error.
        folders: In any order: they are locked in one that is the same for all, so nobody waits in a circle.

    Raises:
        WorkspaceError: If somebody else holds one for 30 seconds.
    """
    by_identity = {}
    for folder in folders:
        status = os.fstat(folder.descriptor)
        by_identity[status.st_dev, status.st_ino] = folder
    with contextlib.ExitStack() as stack:
        for identity, folder in sorted(by_identity.items(), key=lambda item: item[0]):
            stack.enter_context(_one(path, identity, folder))
        yield


@contextlib.contextmanager
def _one(path: str, identity: tuple[int, int], folder: Folder) -> Iterator[None]:
    ends_at = time.monotonic() + _PATIENCE_S
    thread = threading.get_ident()
    with _turn:
        is_ours = _owners.get(identity) == thread
        if not is_ours:
            if not _turn.wait_for(lambda: identity not in _owners, _PATIENCE_S):
                raise _busy(path)
            _owners[identity] = thread
    if is_ours:
        yield
        return
    try:
        with _between_processes(path, folder, ends_at):
            yield
    finally:
        with _turn:
            del _owners[identity]
            _turn.notify_all()


@contextlib.contextmanager
def _between_processes(path: str, folder: Folder, ends_at: float) -> Iterator[None]:
    try:
        # The folder may be open by its path alone, which cannot be locked.
        descriptor = os.open(".", READ_FOLDER, dir_fd=folder.descriptor)
    except PermissionError:
        yield
        return
    try:
        pause = _FIRST_PAUSE_S
        while not _is_locked(descriptor):
            if time.monotonic() > ends_at:
                raise _busy(path)
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)
        yield
    finally:
        # Not by closing alone: a child that was forked meanwhile would hold the lock as long as it lives.
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def _is_locked(descriptor: int) -> bool:
    """Try to lock; also true where the file system knows no locks, as waiting would not help."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _TAKEN
    return True


def _busy(path: str) -> WorkspaceError:
    return WorkspaceError(
        f"The folder of {shown(path)} is kept locked by another program. Try again when that program has finished."
    )
