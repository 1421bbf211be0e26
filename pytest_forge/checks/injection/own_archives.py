"""Own archives: those that a function finds by a name, and not by a path in an argument.

unpack_build(build="web-1042")     unpacks incoming/web-1042.zip
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...strategies.payloads.archives import ARCHIVE_ENDINGS, BAIT, evil_archives, plain_archive
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh_for
from ..calls.worlds.own_world import own_world
from .injection_point import mark_of

__all__ = ["judge_own_archives"]

_MEMBER = ".txt"


class _Archive(Struct, frozen=True):
    """An archive of the tool's own world, and the call that unpacks it."""

    call: dict[str, Any]
    path: Path
    ending: str


def judge_own_archives(subject: Subject, patience: Patience) -> bool:
    """Judge that no member of an archive that a function finds itself is written outside its target folder.

    Returns:
        Whether it unpacks one.

    Raises:
        CheckFailure: If one is.
    """
    unpacks = False
    for archive in _archives(subject):
        mark = mark_of(subject)
        places = [_unpacked(subject, archive, plain_archive(archive.ending, mark, (_MEMBER,)), mark) for _ in range(2)]
        if None in places:
            continue
        unpacks = True
        folder = Path(os.path.commonpath([str(place) for place in places]))
        for evil in patience.each(evil_archives(archive.ending, mark + _MEMBER, subject.sandbox.outside, folder)):
            place = _unpacked(subject, archive, evil.data, mark)
            if place is not None and not place.is_relative_to(folder):
                did = "linked to it" if evil.links else "wrote outside the target folder"
                raise CheckFailure(
                    "archive_traversal",
                    f"When {archive.path.name!r} has {evil.way}, the tool {did}. Resolve each member's name, and "
                    "refuse links and names that leave the folder; tarfile does so with filter='data'.",
                    arguments=archive.call,
                )
    return unpacks


def _archives(subject: Subject) -> Iterator[_Archive]:
    if subject.is_served:
        return
    for call in plausible_calls(subject, limit=1):
        for name in own_world(subject).files:
            ending = next((one for one in ARCHIVE_ENDINGS if name.endswith(one)), "")
            if ending:
                yield _Archive(call, subject.sandbox.workspace / name, ending)


def _unpacked(subject: Subject, archive: _Archive, data: bytes, mark: str) -> Path | None:
    """Let the tool unpack an archive, and return the folder of its member; None if it is nowhere."""
    sandbox = subject.sandbox
    make_fresh_for(subject)
    bait = sandbox.outside / BAIT
    bait.write_text("hello\n")
    archive.path.write_bytes(data)
    with fake_sleep():
        subject.call(archive.call)
    found = [Path(place, name) for place, _, names in os.walk(sandbox.root) for name in names if name.startswith(mark)]
    for path in found:
        if path.exists() and path.samefile(bait):
            return bait.parent.resolve()
    place = found[0].parent.resolve() if found else None
    for path in found:
        path.unlink(missing_ok=True)
    return place
