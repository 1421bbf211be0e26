"""The check of archives: unpacked members stay in the target folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...observe.from_outside import OutsideObserver
from ...profile.archives import mentions_archives
from ...profile.places import names_folder_to_fill
from ...profile.roles import PATH_ROLES, Role
from ...regex import regex
from ...strategies.mined_constants import mined_constants
from ...strategies.payloads.archives import ARCHIVE_ENDINGS, BAIT, as_base64, evil_archives, plain_archive
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.path_slots import path_slots
from ..check import check
from .attempts import needs_files
from .injection_point import InjectionPoint, call, mark_of, text_points
from .own_archives import judge_own_archives

__all__ = ["archives_stay_inside"]

_MAX_CALLS = 4
_NAME = "bundle"
#: Endings of archive members: the first is tried first, then those named in the code or the argument, then the rest.
_MEMBER_ENDINGS = (".txt", ".csv", ".json", ".md", ".png")
_MAX_NAMED = 6
#: Endings of archives passed as text, and those tried on a server that does not speak of archives.
_TEXT_ENDINGS = (".zip", ".tar.gz", ".tar")
_USUAL_ENDINGS = _TEXT_ENDINGS[:2]
_ENDING = regex(r"\.[a-z][a-z0-9]{0,8}")


class _Way(Struct, frozen=True):
    """A way to pass an archive to the tool.

    Attributes:
        point: The argument for the archive.
        others: The other arguments.
        ending: The ending of the archives.
        is_data: Whether the argument holds the archive itself, and not a path.
        form: Number of the form of the path, see `InjectionPoint.forms_of`.
        members: Endings of the members of an ordinary archive.
    """

    point: InjectionPoint
    others: Mapping[str, Any]
    ending: str
    is_data: bool
    form: int
    members: tuple[str, ...]

    def is_like(self, other: _Way) -> bool:
        """Return whether the other way leads to the same archives."""
        return (self.point, self.ending, self.is_data) == (other.point, other.ending, other.is_data)


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
    fails if a member lies outside the folder afterwards. So it does with archives that a function finds by a name.

    Not judged: archives that are only listed or read.
    """
    needs_files(subject)
    patience = subject.patience()
    found: list[_Way] = []
    for way in patience.each(_ways(subject)):
        target = None if any(way.is_like(other) for other in found) else _target(subject, way)
        if target is not None:
            found.append(way)
            _judge(subject, way, *target, patience)
    if not found and not judge_own_archives(subject, patience):
        raise NotApplicable("No argument leads to an archive that the tool unpacks.")


def _ways(subject: Subject) -> Iterator[_Way]:
    says = f"{subject.facts.name} {subject.facts.description}".lower().replace("_", " ") if subject.is_served else ""
    for point in text_points(subject, limit=_MAX_CALLS):
        may_be_archive = mentions_archives(f"{says} {point.says}")
        is_path = point.slot.role in PATH_ROLES or (subject.is_served and point.slot.is_path)
        members = [_MEMBER_ENDINGS[:1], *(_members(subject, point) if may_be_archive else ())]
        others = list(_others(subject, point)) if may_be_archive else [point.arguments]
        for is_data in (False,) if is_path else (False, True):
            endings: tuple[str, ...] = _TEXT_ENDINGS if is_data else ARCHIVE_ENDINGS
            if subject.is_served and not may_be_archive:
                endings = _USUAL_ENDINGS
            has_folder = subject.is_served or (may_be_archive and _has_folder_beside(subject, point))
            forms = len(point.forms_of(subject, _NAME)) if has_folder and not is_data else 1
            for ending in endings:
                for these in members:
                    for other in others:
                        yield from (_Way(point, other, ending, is_data, form, these) for form in range(forms))


def _has_folder_beside(subject: Subject, point: InjectionPoint) -> bool:
    """Tell whether another argument names a folder, to which the path of the archive may have to be relative."""
    slots = path_slots(subject.schema)
    return any(slot.role is Role.DIRECTORY and slot.steps != point.slot.steps for slot in slots)


def _others(subject: Subject, point: InjectionPoint) -> Iterator[Mapping[str, Any]]:
    """Yield the other arguments: as in an ordinary call, and with the name of a new folder."""
    yield point.arguments
    texts = [name for name, value in point.arguments.items() if isinstance(value, str) and name != point.slot.shown]
    places = [name for name in texts if names_folder_to_fill(name)]
    if places:
        fresh = mark_of(subject)
        yield {**point.arguments, **dict.fromkeys(places, fresh)}
        yield {**point.arguments, **dict.fromkeys(places, str(subject.sandbox.workspace / fresh))}


def _members(subject: Subject, point: InjectionPoint) -> Iterator[tuple[str, ...]]:
    """Yield member endings: all together, for tools that skip unknown ones; then each alone, for tools that refuse."""
    named = [text for text in mined_constants(subject.tool).texts if _ENDING.fullmatch(text)]
    named += _ENDING.findall(point.says)
    named = [ending for ending in dict.fromkeys(named) if ending not in ARCHIVE_ENDINGS][:_MAX_NAMED]
    yield tuple(dict.fromkeys([*named, *_MEMBER_ENDINGS]))
    yield from ((ending,) for ending in named)


def _target(subject: Subject, way: _Way) -> tuple[Path, str] | None:
    """Return the folder that an ordinary archive is unpacked into, and the ending of the members; None without one."""
    found, member = [], ""
    for _ in range(2):
        mark = mark_of(subject)
        _, places = _unpack(subject, way, plain_archive(way.ending, mark, way.members), mark)
        member = next((ending for ending in way.members if mark + ending in places), "")
        if not member:
            return None
        found.append(str(places[mark + member]))
    # If each call creates its own folder, their common parent counts as the target.
    return Path(os.path.commonpath(found)), member


def _judge(subject: Subject, way: _Way, folder: Path, member: str, patience: Patience) -> None:
    mark = mark_of(subject)
    bait = subject.sandbox.outside / BAIT
    bait.write_text("hello\n")
    for archive in patience.each(evil_archives(way.ending, mark + member, subject.sandbox.outside, folder)):
        arguments, places = _unpack(subject, way, archive.data, mark, folder)
        place = places.get(mark + member)
        if place is not None and not place.is_relative_to(folder):
            did = "linked to it" if archive.links else "wrote outside the target folder"
            raise way.point.finding(
                "archive_traversal",
                f"Given an archive in {way.point.slot.shown!r} with {archive.way}, the tool {did}. Resolve each "
                "member's name, and refuse links and names that leave the folder; tarfile does so with filter='data'.",
                arguments,
            )


def _unpack(
    subject: Subject, way: _Way, data: bytes, mark: str, folder: Path | None = None
) -> tuple[dict[str, Any], dict[str, Path]]:
    """Let the tool unpack an archive; return the call and the resolved folders of the members named by *mark*.

    Whatever was created is removed again: a tool may accept only new folders.
    """
    root, workspace = subject.sandbox.root, subject.sandbox.workspace
    text = as_base64(data)
    if not way.is_data:
        name = f"{_NAME}{way.ending}"
        (workspace / name).write_bytes(data)
        text = way.point.forms_of(subject, name)[way.form]
    arguments = way.point.slot.place(way.others, text)
    with OutsideObserver(workspace, [root]) as observer:
        if folder is not None and folder.is_dir():
            # A member may lead through this folder first.
            (folder / "sub").mkdir(exist_ok=True)
        outcome = call(subject, arguments)
    found = {
        name: _place_of(Path(place, name), subject.sandbox.outside / BAIT)
        for place, _, names in os.walk(root)
        for name in names
        if name.startswith(mark)
    }
    for change in observer.seen(outcome).changes.value:
        if change.action == "created" and change.kind == "folder":
            shutil.rmtree(change.path, ignore_errors=True)
        elif change.action == "created":
            change.path.unlink(missing_ok=True)
    return arguments, found


def _place_of(path: Path, bait: Path) -> Path:
    """Return the folder of a file; that of the bait for a hard link to it."""
    try:
        is_linked = bait.exists() and path.samefile(bait)
    except OSError:
        is_linked = False
    return (bait if is_linked else path).parent.resolve()
