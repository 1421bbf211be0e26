"""Archives that a server unpacks: no member leaves the folder it is unpacked into, as the file system shows."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...oracles.file_tree import FileTree
from ...strategies.payloads.archives import ARCHIVE_ENDINGS, as_base64, evil_archives, plain_archive
from ...strategies.roles import PATH_ROLES, name_words
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..check import served
from ..injection.opening import Opening, mark_of, openings
from .asking import own_server, tried
from .furnishing import furnished_calls
from .working import needs_working_call

_NAME = "bundle"
_TEXT_ENDINGS = (".zip", ".tar.gz", ".tar")
_ARCHIVE = re.compile(
    r"archive|\bzip|unzip|\btar\b|untar|tarball|unpack|extract|decompress|inflate|bundle|backup|restore|import|install"
    r"|package|plugin|base64"
)
_PLACES = frozenset(
    {"folder", "directory", "dir", "destination", "dest", "target", "output", "out", "into", "to", "where"}
)


@served("archives_stay_inside")
@needs_working_call
def archives_stay_inside(subject: Subject) -> None:
    """No member of an archive is unpacked outside of the folder it is unpacked into.

    An ordinary archive is handed over first, as a file in the workspace or as base64, and only where that was unpacked
    are others.
    """
    own_server(subject)
    found = list(openings(furnished_calls(subject, limit=4), subject.schema))
    patience = subject.patience()
    unpacking: list[_Way] = []
    for way in patience.each(_ways(subject, found)):
        folder = None if any(way.is_like(other) for other in unpacking) else way.finds_folder()
        if folder is not None:
            unpacking.append(way)
            way.judge(folder, patience)
    if not unpacking:
        raise NotApplicable("No argument leads to an archive that the tool unpacks.")


class _Way:
    """One way to hand an archive to the tool, and to see where it is unpacked.

    Args:
        subject: The tool.
        opening: The argument that leads to it.
        others: What else is given.
        ending: Of the archive's name.
        is_data: Whether the archive itself stands in the argument, as base64.
        is_whole: Whether its path is given from the root of the file system.
    """

    def __init__(
        self,
        subject: Subject,
        opening: Opening,
        others: Mapping[str, Any],
        ending: str,
        *,
        is_data: bool,
        is_whole: bool,
    ) -> None:
        self._subject = subject
        self._opening = opening
        self._others = others
        self._ending = ending
        self._is_data = is_data
        self._is_whole = is_whole
        self._root = subject.sandbox.root

    def finds_folder(self) -> Path | None:
        """Return where an ordinary archive is unpacked to, twice; None if it is not."""
        found = []
        for _ in range(2):
            mark = mark_of(self._subject)
            _, place = self._unpack(plain_archive(self._ending, mark), f"{mark}.txt")
            if place is None:
                return None
            found.append(str(place))
        # Where each call makes a folder of its own, what lies beside it is not told from what lies in it.
        return Path(os.path.commonpath(found))

    def is_like(self, other: _Way) -> bool:
        """Whether the other differs only in how the path is written."""
        return (self._opening, self._others, self._ending, self._is_data) == (
            other._opening,
            other._others,
            other._ending,
            other._is_data,
        )

    def judge(self, folder: Path, patience: Patience) -> None:
        """Hand over archives that lead outside, each another way.

        Args:
            folder: Where an ordinary archive is unpacked to.
            patience: The time of the check.

        Raises:
            CheckFailure: If one of them did.
        """
        mark = mark_of(self._subject)
        for archive in patience.each(evil_archives(self._ending, mark, self._subject.sandbox.outside)):
            arguments, place = self._unpack(archive.data, mark, folder)
            if place is not None and not place.is_relative_to(folder):
                raise self._opening.finding(
                    "archive_traversal",
                    f"Given an archive in {self._opening.slot.shown!r} with {archive.way}, the tool wrote outside the "
                    "folder that it unpacks into. Resolve each member's name, and refuse what leaves the folder, and "
                    "links.",
                    arguments,
                )

    def _unpack(self, data: bytes, name: str, folder: Path | None = None) -> tuple[dict[str, Any], Path | None]:
        """Let the tool unpack an archive; return the call, and where the member of that name went. Then tidy up."""
        workspace = self._subject.sandbox.workspace
        text = as_base64(data)
        if not self._is_data:
            text = f"{_NAME}{self._ending}"
            (workspace / text).write_bytes(data)
            text = str(workspace / text) if self._is_whole else text
        before = FileTree.snapshot(self._root)
        if folder is not None and folder.is_dir():
            # For a member that goes through a folder first.
            (folder / "sub").mkdir(exist_ok=True)
        arguments = self._opening.slot.place(self._others, text)
        tried(self._subject, arguments)
        place = _folder_of(self._root, name)
        resolved = None if place is None else place.resolve()
        self._forget(before)
        return arguments, resolved

    def _forget(self, before: FileTree) -> None:
        """Remove what was unpacked: a tool may unpack into new folders only."""
        for change in FileTree.snapshot(self._root).changes_since(before):
            if change.action != "created" or not change.path.is_relative_to(self._root):
                continue
            if change.kind == "folder":
                shutil.rmtree(change.path, ignore_errors=True)
            else:
                change.path.unlink(missing_ok=True)


def _ways(subject: Subject, found: list[Opening]) -> Iterator[_Way]:
    """Yield ways to hand over an archive: all where a word speaks of one, and the commonest elsewhere."""
    says = f"{subject.facts.name} {subject.facts.description}".lower().replace("_", " ")
    for opening in found:
        is_spoken_of = _ARCHIVE.search(f"{says} {opening.says}") is not None
        is_path = opening.slot.role in PATH_ROLES or opening.slot.is_path
        for is_data in (False,) if is_path else (True, False):
            for ending in (_TEXT_ENDINGS if is_data else ARCHIVE_ENDINGS) if is_spoken_of else _TEXT_ENDINGS[:2]:
                for others in _others(subject, opening) if is_spoken_of else (dict(opening.arguments),):
                    for is_whole in (False,) if is_data else (False, True):
                        yield _Way(subject, opening, others, ending, is_data=is_data, is_whole=is_whole)


def _others(subject: Subject, opening: Opening) -> Iterator[dict[str, Any]]:
    """Yield what else may be given: as in an ordinary call, and with the name of a folder that is not there yet."""
    usual = dict(opening.arguments)
    yield usual
    places = [name for name, value in usual.items() if isinstance(value, str) and _PLACES & set(name_words(name))]
    places = [name for name in places if [name] != list(opening.slot.steps)]
    if places:
        fresh = mark_of(subject)
        yield {**usual, **dict.fromkeys(places, fresh)}
        yield {**usual, **dict.fromkeys(places, str(subject.sandbox.workspace / fresh))}


def _folder_of(root: Path, name: str) -> Path | None:
    for folder, _, names in os.walk(root):
        if name in names:
            return Path(folder)
    return None
