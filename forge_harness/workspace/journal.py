"""Journal: what a set of changes keeps until it is complete, so that the next writer can take back an interrupted one.

::

    .forge/changes-<random>/
        lock       held by ``flock`` as long as the changes are at work; the kernel lets go of it when the process dies
        0.new      the new file of step 0
        0.old      the old file of step 0: a second name of it, or a copy where the file system has no hard links
        journal    the steps; it is there while files of the user may be half changed
        done       the journal under its last name: the changes are complete, what is left is to tidy up

Without ``journal``, no file of the user was touched. A journal holds paths below the root alone, and is believed as
little as a model: it can do nothing that a path from a model could not. Where the file system has no ``flock``, an
interrupted set of changes is left as it is, since nobody can tell it from one at work.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from ..errors import ForbiddenPathError, PathNotFoundError, PathTraversalError, WorkspaceError
from .folder import READ_FOLDER, Folder
from .folder_lock import locked
from .own_names import FORGE, is_journal_name, is_temporary_name
from .refusals import refused
from .restoring import Step, take_back
from .root import OpenedRoot

__all__ = ["Journal", "in_turn", "take_back_interrupted"]

log = logging.getLogger(__name__)

_LOCK, _JOURNAL, _DONE = "lock", "journal", "done"
_STAGED = re.compile(r"[0-9]+\.(old|new)")
_LARGEST_JOURNAL = 16 * 1024 * 1024
_ATTEMPTS = 8
_READ_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
_LOCK_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW


class _Record(BaseModel):
    """The content of a journal: the locked folders by device and inode, and the steps."""

    # Most processes never write a journal.
    model_config = ConfigDict(strict=True, defer_build=True)

    folders: list[tuple[int, int]]
    steps: list[Step]


class Journal(Folder):
    """The folder of one set of changes, locked; leave it as a context manager to tidy it up.

    Args:
        opened: The root.
        forge: The folder ``.forge``.
        name: The name of the journal's folder in it.
        descriptor: Of the journal's folder.
        lock: Descriptor of the locked file.
    """

    def __init__(self, opened: OpenedRoot, forge: Folder, name: str, descriptor: int, lock: int) -> None:
        super().__init__(descriptor)
        self._opened, self._forge, self._name, self._lock = opened, forge, name, lock

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        try:
            # With a journal that could not be taken back, everything stays for the next attempt.
            if self.status(_JOURNAL) is None:
                self._tidy()
        finally:
            # Not by closing alone: a child that was forked meanwhile would hold the lock as long as it lives.
            with contextlib.suppress(OSError):
                fcntl.flock(self._lock, fcntl.LOCK_UN)
            for descriptor in (self.descriptor, self._lock, self._forge.descriptor):
                os.close(descriptor)

    @classmethod
    def begin(cls, opened: OpenedRoot) -> Journal:
        """Make a journal, and ``.forge`` if it is missing."""
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(FileNotFoundError):
                return cls._make(opened)
            # Another one that ended has taken ``.forge`` along, or has tidied up what did not look begun.
        raise refused(FORGE, OSError(errno.EBUSY, os.strerror(errno.EBUSY)))

    @classmethod
    def _make(cls, opened: OpenedRoot) -> Journal:
        with opened.real_folder(".") as root:
            root.make(FORGE)
        forge = _opened_forge(opened)
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, forge.descriptor)
            stack.callback(_remove_forge, opened)
            name = f"changes-{secrets.token_hex(8)}"
            os.mkdir(name, 0o700, dir_fd=forge.descriptor)
            descriptor = forge.open(name, READ_FOLDER)
            stack.callback(os.close, descriptor)
            lock = os.open(_LOCK, _LOCK_FLAGS | os.O_CREAT | os.O_EXCL, 0o600, dir_fd=descriptor)
            stack.callback(os.close, lock)
            # Whoever looked in between took it for one whose process died, and tidies it up or has done so.
            if _taken(lock) == "by another" or os.fstat(lock).st_nlink == 0:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            stack.pop_all()
            return cls(opened, forge, name, descriptor, lock)

    @classmethod
    def interrupted(cls, opened: OpenedRoot) -> Iterator[Journal]:
        """Yield, locked, each journal whose process died."""
        names = _names(opened)
        for name in filter(is_journal_name, names or ()):
            journal = cls._adopted(opened, name)
            if journal is not None:
                yield journal
        if names is not None and all(map(is_journal_name, names)):
            # A process that dies may leave the hidden folder alone. One at work makes it again.
            _remove_forge(opened)

    @classmethod
    def _adopted(cls, opened: OpenedRoot, name: str) -> Journal | None:
        try:
            forge = _opened_forge(opened)
        except PathNotFoundError:
            return None
        with contextlib.ExitStack() as stack:
            stack.callback(os.close, forge.descriptor)
            try:
                descriptor = forge.open(name, READ_FOLDER)
                stack.callback(os.close, descriptor)
                lock = os.open(_LOCK, _LOCK_FLAGS, dir_fd=descriptor)
            except OSError:
                # It ended meanwhile; or it died before its lock was made, and has nothing but its name.
                with contextlib.suppress(OSError):
                    forge.remove(name)
                return None
            stack.callback(os.close, lock)
            if _taken(lock) != "by us" or os.fstat(lock).st_nlink == 0:
                return None
            stack.pop_all()
            return cls(opened, forge, name, descriptor, lock)

    def write_steps(self, steps: Iterable[Step], folders: Iterable[Folder]) -> None:
        """Write the journal; from now on the steps may be done."""
        record = _Record(folders=[_identity(folder) for folder in folders], steps=list(steps))
        data = record.model_dump_json().encode()
        self.write(_JOURNAL, data, mode=0o600, permissions=None, overwrite=True)

    def finish(self) -> None:
        """Declare the steps complete: they are not taken back any more."""
        os.rename(_JOURNAL, _DONE, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def roll_back(self) -> None:
        """Restore what the steps of the journal changed, those that were not done included.

        A file that somebody has put there since is left alone.
        """
        record = self._record()
        if record is None:
            return
        if take_back(self._opened, self, record.steps):
            self.unlink(_JOURNAL)
        else:
            log.warning("A set of changes could not be taken back completely. Look into .forge/%s.", self._name)

    def recover(self) -> None:
        """Take back an interrupted set of changes, while its folders are locked; a complete one is only tidied up."""
        record = self._record()
        if record is None:
            return
        with contextlib.ExitStack() as stack:
            folders = []
            for path in {step.folder for step in record.steps}:
                with contextlib.suppress(WorkspaceError):
                    folders.append(stack.enter_context(self._opened.real_folder(path)))
            with locked(FORGE, *folders):
                self.roll_back()

    def _record(self) -> _Record | None:
        return _read(self._opened, self)

    def _tidy(self) -> None:
        # The lock last: without it, nobody looks after the rest.
        with contextlib.suppress(OSError):
            for name in self.names():
                if _STAGED.fullmatch(name) or is_temporary_name(name):
                    self.unlink(name)
            if self.status(_DONE) is not None:
                self.unlink(_DONE)
            self.unlink(_LOCK)
            self._forge.remove(self._name)
            _remove_forge(self._opened)


def take_back_interrupted(opened: OpenedRoot) -> None:
    """Take back every set of changes whose process died."""
    for journal in Journal.interrupted(opened):
        with journal:
            journal.recover()


@contextlib.contextmanager
def in_turn(opened: OpenedRoot, path: str, *folders: Folder) -> Iterator[None]:
    """Hold the locks of *folders* when nothing in them is half changed; interrupted changes are taken back first.

    Temporary files that a killed process has left in the folders are removed.

    Args:
        opened: The root.
        path: For the message of an error.
        folders: As for `locked`.
    """
    for _ in range(_ATTEMPTS):
        take_back_interrupted(opened)
        with locked(path, *folders):
            # A process may have died since. One at work has these folders locked, so it is none of those.
            if not _is_half_changed(opened, folders):
                for folder in folders:
                    folder.remove_left()
                yield
                return
    with locked(path, *folders):
        yield


def _is_half_changed(opened: OpenedRoot, folders: Iterable[Folder]) -> bool:
    identities = {_identity(folder) for folder in folders}
    for name in filter(is_journal_name, _names(opened) or ()):
        with (
            contextlib.suppress(OSError),
            _opened_forge(opened) as forge,
            Folder(forge.open(name, READ_FOLDER)) as found,
        ):
            record = _read(opened, found)
            if record is not None and not identities.isdisjoint(record.folders):
                return True
    return False


def _read(opened: OpenedRoot, folder: Folder) -> _Record | None:
    """Read the journal in *folder*; None if there is none, or it holds anything that no journal of ours would."""
    try:
        with os.fdopen(folder.open(_JOURNAL, _READ_FLAGS), "rb") as file:
            record = _Record.model_validate_json(file.read(_LARGEST_JOURNAL))
        is_sound = all(opened.relative(step.path) == step.path != "." for step in record.steps)
    except (OSError, ValidationError, WorkspaceError):
        return None
    return record if is_sound else None


def _names(opened: OpenedRoot) -> list[str] | None:
    """List ``.forge``; None where it is missing or cannot be read."""
    try:
        with _opened_forge(opened) as forge:
            return forge.names()
    except (OSError, PathTraversalError, ForbiddenPathError):  # PathNotFoundError is an OSError
        return None


def _opened_forge(opened: OpenedRoot) -> Folder:
    return Folder(opened.open(FORGE, FORGE, READ_FOLDER)[0])


def _remove_forge(opened: OpenedRoot) -> None:
    """Remove the hidden folder if it is empty."""
    with contextlib.suppress(OSError), opened.real_folder(".") as root:
        root.remove(FORGE)


def _identity(folder: Folder) -> tuple[int, int]:
    status = os.fstat(folder.descriptor)
    return status.st_dev, status.st_ino


def _taken(lock: int) -> Literal["by us", "by another", "unknown"]:
    """Try to lock a journal; unknown where the file system knows no locks."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return "by another"
    except OSError:
        return "unknown"
    return "by us"
