"""The check of archives: unpacked members stay in the target folder."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...profile.archives import mentions_archives
from ...profile.roles import PATH_ROLES
from ...strategies.mined_constants import mined_constants
from ...strategies.payloads.archives import ARCHIVE_ENDINGS, as_base64, evil_archives, plain_archive
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .injection_point import InjectionPoint, call, injection_points, mark_of

__all__ = ["archives_stay_inside"]

_MAX_CALLS = 4
_NAME = "bundle"
#: Endings of archive members: the first is tried first, then those named in the code or the argument, then the rest.
_MEMBER_ENDINGS = (".txt", ".csv", ".json", ".md", ".png")
_MAX_NAMED = 6
#: Endings of archives passed as text.
_TEXT_ENDINGS = (".zip", ".tar.gz", ".tar")
_ENDING = re.compile(r"\.[a-z][a-z0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class _Unpacking:
    """An argument that leads to an archive which the tool unpacks.

    Attributes:
        point: The argument.
        ending: The ending of the archives it takes.
        is_data: Whether the argument holds the archive itself, and not a path.
        folder: The folder that members are unpacked into.
        member: The ending of the members that it unpacks.
    """

    point: InjectionPoint
    ending: str
    is_data: bool
    folder: Path
    member: str


@check(
    family="injection",
    level="MUST",
    source="CWE-22: path traversal by the members of an archive",
    codes={"archive_traversal": "A member of an archive is written outside the target folder."},
)
def archives_stay_inside(subject: Subject) -> None:
    """No member of an archive is written outside the folder it is unpacked into.

    The author of an archive chooses the names in it: ``../../.bashrc``, ``/etc/cron.d/x``, a link to a folder outside
    and a file behind it. The check first sees the tool unpack an ordinary archive, then passes it hostile ones and
    fails if a member lies outside the folder afterwards.

    Not judged: archives that are only listed or read.
    """
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    patience = subject.patience()
    found = False
    for unpacking in _unpackings(subject, injection_points(calls, subject.schema), patience):
        found = True
        _judge(subject, unpacking, patience)
    if not found:
        raise NotApplicable("No argument leads to an archive that the tool unpacks.")


def _unpackings(subject: Subject, found: Iterable[InjectionPoint], patience: Patience) -> Iterator[_Unpacking]:
    known: list[tuple[InjectionPoint, str, bool]] = []
    for point, ending, is_data, members in patience.each(_ordinary_archives(subject, found)):
        if (point, ending, is_data) in known:
            continue
        mark = mark_of(subject)
        _call_with(subject, point, ending, plain_archive(ending, mark, members), is_data=is_data)
        place = next(((member, folder) for member in members if (folder := _folder_of(subject, mark + member))), None)
        if place is not None:
            known.append((point, ending, is_data))
            yield _Unpacking(point, ending, is_data, place[1], place[0])


def _ordinary_archives(
    subject: Subject, found: Iterable[InjectionPoint]
) -> Iterator[tuple[InjectionPoint, str, bool, tuple[str, ...]]]:
    """Yield an argument, an archive ending, whether the argument holds the archive itself, and member endings."""
    for point in found:
        may_be_archive = mentions_archives(point.says)
        members = [_MEMBER_ENDINGS[:1], *(_members(subject, point) if may_be_archive else ())]
        for is_data in (False,) if point.slot.role in PATH_ROLES else (False, True):
            for ending in _TEXT_ENDINGS if is_data else ARCHIVE_ENDINGS:
                yield from ((point, ending, is_data, endings) for endings in members)


def _members(subject: Subject, point: InjectionPoint) -> Iterator[tuple[str, ...]]:
    """Yield member endings: all together, for tools that skip unknown ones; then each alone, for tools that refuse."""
    named = [text for text in mined_constants(subject.tool).texts if _ENDING.fullmatch(text)]
    named += _ENDING.findall(point.says)
    named = [ending for ending in dict.fromkeys(named) if ending not in ARCHIVE_ENDINGS][:_MAX_NAMED]
    yield tuple(dict.fromkeys([*named, *_MEMBER_ENDINGS]))
    yield from ((ending,) for ending in named)


def _call_with(
    subject: Subject, point: InjectionPoint, ending: str, data: bytes, *, is_data: bool
) -> dict[str, object]:
    text = as_base64(data) if is_data else f"{_NAME}{ending}"
    if not is_data:
        (subject.sandbox.workspace / text).write_bytes(data)
        if not subject.facts.workspace_root_aware and point.slot.role in PATH_ROLES:
            text = str(subject.sandbox.workspace / text)
    arguments = point.with_text(text)
    call(subject, arguments)
    return arguments


def _judge(subject: Subject, unpacking: _Unpacking, patience: Patience) -> None:
    name = mark_of(subject) + unpacking.member
    for archive in patience.each(evil_archives(unpacking.ending, name, subject.sandbox.outside)):
        (unpacking.folder / "sub").mkdir(exist_ok=True)
        is_data = unpacking.is_data
        arguments = _call_with(subject, unpacking.point, unpacking.ending, archive.data, is_data=is_data)
        place = _folder_of(subject, name)
        if place is not None and not (place / name).resolve().is_relative_to(unpacking.folder.resolve()):
            raise unpacking.point.finding(
                "archive_traversal",
                f"Given an archive in {unpacking.point.slot.shown!r} with {archive.way}, the tool wrote outside the "
                "target folder. Resolve each member's name, and refuse links and names that leave the folder; "
                "tarfile does so with filter='data'.",
                arguments,
            )
        _forget(subject, name, unpacking.folder)


def _folder_of(subject: Subject, name: str) -> Path | None:
    for folder, _, names in os.walk(subject.sandbox.root):
        if name in names:
            return Path(folder)
    return None


def _forget(subject: Subject, name: str, folder: Path) -> None:
    """Remove the files of an archive before the next one is tried."""
    place = _folder_of(subject, name)
    if place is not None:
        (place / name).unlink()
    door = folder / "door"
    if door.is_symlink():
        door.unlink()
    elif door.is_dir():
        shutil.rmtree(door)
