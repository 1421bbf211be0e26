"""ChangePlan: what a list of changes comes to, found without changing anything.

Each change is judged by the state that the earlier ones would leave, so a path may be named twice. What remains is the
difference between the disk and the last state: at most one step a path.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self

from ..errors import PathNotFoundError, WorkspaceError
from .folder import READ_FOLDER, Folder
from .own_names import FORGE, is_own
from .path_text import check_ending
from .reading import encoded
from .refusals import exists, forbidden, kept, not_regular, refused, translated
from .root import OpenedRoot

__all__ = ["Change", "ChangePlan", "Node", "PlannedFile", "PlannedFolder"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one path.

    Args:
        action: ``"add"`` makes a new file and the folders above it, ``"update"`` replaces a file's content and keeps
            its permissions, ``"delete"`` removes a file or an empty folder, ``"move"`` takes a file to a new path.
        path: The path as the model wrote it.
        content: The whole content, for ``"add"`` and ``"update"``; a text is written as UTF-8.
        new_path: For ``"move"``: where nothing exists yet.
    """

    action: Literal["add", "update", "delete", "move"]
    path: str
    content: str | bytes = b""
    new_path: str = ""


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file at the end of the plan.

    Args:
        content: What is written, or None for a file of the disk that is moved.
        source: The real path of that file.
        permissions: The exact permissions of what is written, or None for those of a new file.
    """

    content: bytes | None = None
    source: str = ""
    permissions: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedFolder:
    """A folder at the end of the plan."""


Node = PlannedFile | PlannedFolder | None


class ChangePlan:
    """The planned state over that of the disk, by real path; use it as a context manager to close its folders.

    Args:
        opened: The root.
        endings: From `accepted_endings`.
    """

    def __init__(self, opened: OpenedRoot, endings: tuple[str, ...] | None) -> None:
        self._opened = opened
        self._endings = endings
        self.folders: dict[str, Folder] = {}
        self.after: dict[str, Node] = {}
        self.before: dict[str, os.stat_result | None] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for folder in self.folders.values():
            os.close(folder.descriptor)

    def add_all(self, changes: Sequence[Change]) -> None:
        """Plan every change; an error has the number of its change as ``context["operation"]``, counted from 0."""
        for number, change in enumerate(changes):
            try:
                with translated(change.path):
                    self._add(change)
            except WorkspaceError as error:
                error.context["operation"] = number
                raise

    def folder(self, real: str) -> Folder:
        """Return a folder of the disk by its real path; it is opened once."""
        if real not in self.folders:
            self.folders[real] = self._opened.real_folder(real)
        return self.folders[real]

    def _add(self, change: Change) -> None:
        path = change.path
        content = change.content
        data = encoded(path, content, "utf-8") if isinstance(content, str) else content
        if change.action == "add":
            self._put_new(path, PlannedFile(data))
            return
        real = self._locate(path)
        node = self._node(real)
        if node is None:
            raise refused(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        if change.action == "delete" and isinstance(node, PlannedFolder):
            if not self._is_empty(real):
                raise forbidden(path, errno.ENOTEMPTY)
        elif not isinstance(node, PlannedFile):
            before = self.before[real]
            raise not_regular(path, before.st_mode if before and not isinstance(node, PlannedFolder) else stat.S_IFDIR)
        elif change.action == "update":
            self.after[real] = PlannedFile(data, permissions=self._permissions(node))
            return
        elif change.action == "move":
            self._put_new(change.new_path, node)
        self.after[real] = None

    def _put_new(self, path: str, file: PlannedFile) -> None:
        real = self._locate(path, make_parents=True)
        if self._node(real) is not None:
            raise exists(path)
        self.after[real] = file

    def _permissions(self, file: PlannedFile) -> int | None:
        before = self.before[file.source] if file.content is None else None
        return file.permissions if before is None else before.st_mode & 0o777

    def _locate(self, path: str, *, make_parents: bool = False) -> str:
        """Return the real path of *path*, whose last name need not exist and is not followed if it is a link."""
        relative = self._opened.relative(path)
        if relative == ".":
            raise forbidden(path, "is the workspace itself")
        check_ending(path, relative, self._endings)
        *above, last = relative.split("/")
        here = ""
        for name in above:
            here = self._enter(path, f"{here}/{name}" if here else name, make=make_parents)
        real = f"{here}/{last}" if here else last
        # The journal of this very set of changes is in the hidden folder, which may not exist before.
        if real == FORGE or is_own(real):
            raise kept(path)
        return real

    def _enter(self, path: str, wanted: str, *, make: bool) -> str:
        """Return the real path of the folder *wanted*, which with *make* is planned if it is missing."""
        if wanted not in self.after and not self._is_below_planned(wanted):
            with contextlib.suppress(PathNotFoundError):
                wanted = self._opened.real_path(path, wanted)
        node = self._node(wanted)
        if node is None and make:
            self.after[wanted] = PlannedFolder()
        elif node is None:
            raise refused(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
        elif not isinstance(node, PlannedFolder):
            raise forbidden(path, errno.ENOTDIR)
        return wanted

    def _node(self, real: str) -> PlannedFile | PlannedFolder | Literal["other"] | None:
        """Return what is planned at a real path, or what the disk has there."""
        if real in self.after:
            return self.after[real]
        if real not in self.before:
            self.before[real] = self._on_disk(real)
        status = self.before[real]
        if status is None:
            return None
        if stat.S_ISDIR(status.st_mode):
            return PlannedFolder()
        return PlannedFile(source=real) if stat.S_ISREG(status.st_mode) else "other"

    def _on_disk(self, real: str) -> os.stat_result | None:
        if self._is_below_planned(real):
            return None
        above, _, name = real.rpartition("/")
        return self.folder(above or ".").status(name)

    def _is_below_planned(self, real: str) -> bool:
        """Tell whether the folder of *real* is only planned: nothing of the disk is below it."""
        above = real.rpartition("/")[0]
        return above in self.after and not self._was_folder(above)

    def _was_folder(self, real: str) -> bool:
        status = self.before.get(real)
        return status is not None and stat.S_ISDIR(status.st_mode)

    def _is_empty(self, real: str) -> bool:
        prefix = f"{real}/"
        if any(node is not None for path, node in self.after.items() if path.startswith(prefix)):
            return False
        if not self._was_folder(real):
            return True
        with Folder(self.folder(real).open(".", READ_FOLDER)) as folder:
            return all(self.after.get(prefix + entry.name, "kept") is None for entry in folder.entries())
