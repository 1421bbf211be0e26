"""Archives that a server unpacks: members stay in the target folder, judged by the file system."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...observe.from_outside import OutsideObserver
from ...observe.observation import Observation
from ...profile.archives import mentions_archives
from ...profile.places import names_folder_to_fill
from ...profile.roles import PATH_ROLES
from ...strategies.payloads.archives import ARCHIVE_ENDINGS, as_base64, evil_archives, plain_archive
from ...targets.outcome import Outcome
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.asking import own_server, tried
from ..calls.set_up import set_up_calls
from ..check import served
from ..injection.injection_point import InjectionPoint, injection_points, mark_of

_NAME = "bundle"
_TEXT_ENDINGS = (".zip", ".tar.gz", ".tar")


@served("archives_stay_inside")
@needs_answer
def archives_stay_inside(subject: Subject) -> None:
    """No member of an archive is written outside the folder it is unpacked into.

    The check first sends an ordinary archive, as a file in the workspace or as base64. If that is unpacked, it sends
    archives with hostile names and links, and looks for members outside the target folder.
    """
    own_server(subject)
    found = list(injection_points(set_up_calls(subject, limit=4), subject.schema))
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
    """One way to pass an archive to the tool, and to find its target folder.

    Args:
        subject: The tool.
        point: The argument for the archive.
        others: The other arguments.
        ending: Ending of the archive's name.
        is_data: Whether the argument holds the archive itself, as base64.
        is_whole: Whether its path is absolute.
    """

    def __init__(
        self,
        subject: Subject,
        point: InjectionPoint,
        others: Mapping[str, Any],
        ending: str,
        *,
        is_data: bool,
        is_whole: bool,
    ) -> None:
        self._subject = subject
        self._point = point
        self._others = others
        self._ending = ending
        self._is_data = is_data
        self._is_whole = is_whole
        self._root = subject.sandbox.root

    def finds_folder(self) -> Path | None:
        """Return the target folder of an ordinary archive, unpacked twice; None if it is not unpacked."""
        found = []
        for _ in range(2):
            mark = mark_of(self._subject)
            _, place = self._unpack(plain_archive(self._ending, mark), f"{mark}.txt")
            if place is None:
                return None
            found.append(str(place))
        # If each call creates its own folder, their common parent counts as the target.
        return Path(os.path.commonpath(found))

    def is_like(self, other: _Way) -> bool:
        """Return whether the other differs only in the form of the path."""
        return (self._point, self._others, self._ending, self._is_data) == (
            other._point,
            other._others,
            other._ending,
            other._is_data,
        )

    def judge(self, folder: Path, patience: Patience) -> None:
        """Pass hostile archives to the tool.

        Args:
            folder: The target folder of an ordinary archive.
            patience: The time of the check.

        Raises:
            CheckFailure: If a member of one was written outside.
        """
        mark = mark_of(self._subject)
        for archive in patience.each(evil_archives(self._ending, mark, self._subject.sandbox.outside)):
            arguments, place = self._unpack(archive.data, mark, folder)
            if place is not None and not place.is_relative_to(folder):
                raise self._point.finding(
                    "archive_traversal",
                    f"Given an archive in {self._point.slot.shown!r} with {archive.way}, the tool wrote outside the "
                    "target folder. Resolve each member's name, and refuse links and names that leave the folder.",
                    arguments,
                )

    def _unpack(self, data: bytes, name: str, folder: Path | None = None) -> tuple[dict[str, Any], Path | None]:
        """Let the tool unpack an archive; return the call and the resolved folder of the member *name*, then tidy."""
        workspace = self._subject.sandbox.workspace
        text = as_base64(data)
        if not self._is_data:
            text = f"{_NAME}{self._ending}"
            (workspace / text).write_bytes(data)
            text = str(workspace / text) if self._is_whole else text
        arguments = self._point.slot.place(self._others, text)
        with OutsideObserver(workspace, [self._root]) as observer:
            if folder is not None and folder.is_dir():
                # A member may lead through this folder first.
                (folder / "sub").mkdir(exist_ok=True)
            reply = tried(self._subject, arguments)
        place = _folder_of(self._root, name)
        resolved = None if place is None else place.resolve()
        self._forget(observer.seen(reply))
        return arguments, resolved

    def _forget(self, seen: Observation[Outcome]) -> None:
        """Remove the unpacked files: a tool may accept only new folders."""
        for change in seen.changes.value:
            if change.action != "created" or not change.path.is_relative_to(self._root):
                continue
            if change.kind == "folder":
                shutil.rmtree(change.path, ignore_errors=True)
            else:
                change.path.unlink(missing_ok=True)


def _ways(subject: Subject, found: list[InjectionPoint]) -> Iterator[_Way]:
    """Yield ways to pass an archive: all if a word mentions one, else the most common ones."""
    says = f"{subject.facts.name} {subject.facts.description}".lower().replace("_", " ")
    for point in found:
        is_spoken_of = mentions_archives(f"{says} {point.says}")
        is_path = point.slot.role in PATH_ROLES or point.slot.is_path
        for is_data in (False,) if is_path else (True, False):
            for ending in (_TEXT_ENDINGS if is_data else ARCHIVE_ENDINGS) if is_spoken_of else _TEXT_ENDINGS[:2]:
                for others in _others(subject, point) if is_spoken_of else (dict(point.arguments),):
                    for is_whole in (False,) if is_data else (False, True):
                        yield _Way(subject, point, others, ending, is_data=is_data, is_whole=is_whole)


def _others(subject: Subject, point: InjectionPoint) -> Iterator[dict[str, Any]]:
    """Yield the other arguments: as in an ordinary call, and with the name of a new folder."""
    usual = dict(point.arguments)
    yield usual
    places = [name for name, value in usual.items() if isinstance(value, str) and names_folder_to_fill(name)]
    places = [name for name in places if [name] != list(point.slot.steps)]
    if places:
        fresh = mark_of(subject)
        yield {**usual, **dict.fromkeys(places, fresh)}
        yield {**usual, **dict.fromkeys(places, str(subject.sandbox.workspace / fresh))}


def _folder_of(root: Path, name: str) -> Path | None:
    for folder, _, names in os.walk(root):
        if name in names:
            return Path(folder)
    return None
