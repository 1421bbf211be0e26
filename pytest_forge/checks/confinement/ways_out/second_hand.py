"""Second-hand paths: paths inside a workspace file that a tool follows."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ....observe.planted_world import PlantedWorld
from ....strategies.mined_constants import mined_constants
from ....strategies.payloads.listings import listings
from ....targets.patience import Patience
from ....targets.subject import Subject
from ..file_access import FileAccess, escape_of
from .told_existence import answers_differ

__all__ = ["call_that_tells_targets", "follow_listings"]

#: Not planted: a tool may run these, and a script can do anything.
_SCRIPTS = (".py", ".sh", ".js", ".ts", ".sql", ".ipynb")
_MAX_ENDINGS = 2
#: File types that descriptions mention.
_SAID = ("json", "yaml", "csv")
_MAX_PLANTED = 8


def follow_listings(
    subject: Subject, world: PlantedWorld, access: FileAccess, patience: Patience
) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Make a legal call on files that name files outside; yield each call with its effect there, or None.

    A file that the call looks for and misses is planted for the next one.
    """
    if not _may_follow(subject, access):
        return
    words = mined_constants(subject.tool).texts
    paths = list(_paths(world, "secret"))
    planted: list[Path] = []
    for ending in _endings(world):
        for text in patience.each(dict.fromkeys(_listings(subject, ending, paths, words))):
            world.add(partial(_write, ending, text, planted))
            traces = world.observe(subject, access.arguments)
            yield access.arguments, escape_of(subject, world, traces)
            new = [
                path for path in traces.missing if path.suffix and path.suffix not in _SCRIPTS and path not in planted
            ]
            if new and len(planted) < _MAX_PLANTED:
                planted += new[:_MAX_PLANTED]
                world.add(partial(_write, ending, text, planted))
                traces = world.observe(subject, access.arguments)
                yield access.arguments, escape_of(subject, world, traces)


def call_that_tells_targets(
    subject: Subject, world: PlantedWorld, access: FileAccess, patience: Patience
) -> dict[str, Any] | None:
    """Return a call on a file that names a file outside, if its answer differs with that file; None if there is none.

    A check of the links in a page opens nothing outside, but may say which of them lead somewhere.
    """
    if not _may_follow(subject, access):
        return None
    words = mined_constants(subject.tool).texts
    target = world.sandbox.outside / world.token / f"fresh{world.endings[0]}"
    paths = list(_paths(world, "fresh"))
    for ending in _endings(world):
        for text in patience.each(dict.fromkeys(_listings(subject, ending, paths, words))):
            world.add(partial(_write, ending, text, []))
            if answers_differ(subject, world, access.arguments, target):
                return access.arguments
    return None


def _may_follow(subject: Subject, access: FileAccess) -> bool:
    return subject.facts.tier != "execute" and access.reads_content


def _endings(world: PlantedWorld) -> list[str]:
    return [ending for ending in world.endings if not ending.endswith(_SCRIPTS)][:_MAX_ENDINGS]


def _listings(subject: Subject, ending: str, paths: list[str], words: Sequence[str]) -> Iterator[str]:
    yield from listings(ending, paths, words)
    # The description may mention a format that the file's ending does not show.
    said = f"{subject.facts.description} {json.dumps(subject.schema, default=repr)}".lower()
    for kind in _SAID:
        if kind in said:
            yield from listings(f".{kind}", paths, words)


def _paths(world: PlantedWorld, stem: str) -> Iterator[str]:
    outside = world.sandbox.outside / world.token
    for ending in world.endings[: _MAX_ENDINGS + 1]:
        yield os.path.relpath(outside / f"{stem}{ending}", world.workspace)
        yield str(outside / f"{stem}{ending}")


def _write(ending: str, text: str, planted: list[Path], base: Path) -> None:
    files = [base / f"{stem}{ending}" for stem in ("sample", "other", "folder/detail")]
    for path in (*files, *(path for path in planted if path.name.endswith(Path(ending).suffix or ending))):
        if path.parent.is_dir() and not path.is_symlink() and not path.is_dir():
            path.write_text(text)
