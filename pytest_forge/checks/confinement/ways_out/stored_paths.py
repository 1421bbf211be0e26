"""Stored paths: paths in a file of the tool's own, a catalogue or an index, that lead out of the folder meant for them.

{"sextant": {"photo": "img/a.png"}}          opens museum/img/a.png
{"sextant": {"photo": "../a.png"}}           is refused: the tool means to stay below the folder
{"sextant": {"photo": "img/../../a.png"}}    opens a.png beside the folder

Who may write the file is unknown, so a function that refuses no path of it means to follow them all, and is not judged.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import Struct

from ....oracles.audit import AuditLog
from ....oracles.look_ups import LookUps
from ....strategies.mined_constants import mined_constants
from ....strategies.shaped_files import own_endings
from ....strategies.workspace_files import write_files
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.worlds.fresh_world import make_fresh_for
from ...calls.worlds.own_world import own_world
from .stored_texts import StoredText, stored_texts

__all__ = ["refuse_stored_ways_out"]

_SHARE = 0.2
_MAX_CALLS, _MAX_ENDINGS, _MAX_FOLDERS = 2, 3, 2
#: What a call does with a file, as the end of a sentence.
_DID = {"read": "read", "write": "wrote", "list": "listed", "delete": "deleted", "move": "moved", "create": "created"}


class _Place(Struct, frozen=True):
    """A text of a file that a call takes for a path.

    Attributes:
        call: The call.
        file: The file, by its path from the workspace.
        text: The text in it.
        base: The folder that the path starts from.
        start: Folders with which the path begins, with a slash at the end; may be empty.
        ending: What is added to a name in the file, its ending.
        added: What the tool adds to it.
    """

    call: dict[str, Any]
    file: str
    text: StoredText
    base: Path
    start: str
    ending: str
    added: str


class _Seen(Struct, frozen=True):
    """The paths that a call asked for, and what it did with those that it used."""

    asked: tuple[Path, ...]
    used: dict[Path, str]


def refuse_stored_ways_out(subject: Subject, *, is_given_root: bool) -> bool:
    """Judge that no path in a file of a tool's own world leads out of the folder that paths there start from.

    Args:
        subject: The tool.
        is_given_root: Whether it is passed its workspace root: then it must refuse every path that leads outside.

    Returns:
        Whether there is such a path, and the tool refuses one.

    Raises:
        CheckFailure: If a path is followed outside.
    """
    if subject.is_served or subject.facts.tier == "execute":
        return False
    token = f"t{subject.random.getrandbits(48):012x}"
    patience = subject.patience(_SHARE)
    is_judged = False
    for call, file, text in _texts(subject):
        if patience.is_over:
            break
        place = next(_places(subject, call, file, text, token), None)
        if place is not None:
            is_judged = _refuse(subject, place, token, is_given_root=is_given_root) or is_judged
    return is_judged


def _texts(subject: Subject) -> Iterator[tuple[dict[str, Any], str, StoredText]]:
    files = own_world(subject).files
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if files else ():
        for file, data in files.items():
            for text in stored_texts(file, data) if data is not None else ():
                yield call, file, text


def _places(subject: Subject, call: dict[str, Any], file: str, text: StoredText, token: str) -> Iterator[_Place]:
    """Yield the place of a text that becomes the path of a file which the call uses."""
    mined = mined_constants(subject.tool).texts
    endings = ["", PurePosixPath(text.value).suffix, *own_endings(mined)]
    folders = [text.value.rpartition("/")[0], "", *(one.strip("/") for one in mined if one.endswith("/"))]
    for folder in list(dict.fromkeys(folders))[: _MAX_FOLDERS + 1]:
        start = f"{folder}/" if folder else ""
        for ending in list(dict.fromkeys(endings))[: _MAX_ENDINGS + 1]:
            stored = f"{start}{token}{ending}"
            for path in _seen(subject, call, file, text.replaced(stored), {}).asked:
                base, is_found, added = path.as_posix().rpartition(f"/{stored}")
                if not is_found or "/" in added or not _is_own(subject, Path(base)):
                    continue
                place = _Place(call, file, text, Path(base), start, ending, added)
                if path in _of_path(subject, place, stored, path).used:
                    yield place
                break


def _is_own(subject: Subject, folder: Path) -> bool:
    return any(folder.is_relative_to(place) for place in (subject.sandbox.workspace, subject.sandbox.home))


def _refuse(subject: Subject, place: _Place, token: str, *, is_given_root: bool) -> bool:
    leaf = f"{token}{place.ending}"
    there = subject.sandbox.outside / token / leaf
    target = there.with_name(f"{leaf}{place.added}")
    up = os.path.relpath(there, place.base)
    plain = _of_path(subject, place, up, target)
    if is_given_root:
        ways = (up, str(there), *_hidden(place, there))
    elif target in plain.used or any(token in path.name and not target.is_relative_to(path) for path in plain.asked):
        # It follows the path, or takes it for the name of another file.
        return False
    else:
        ways = _hidden(place, there)
    for way in ways:
        did = _of_path(subject, place, way, target).used.get(target)
        if did:
            refused = "" if is_given_root else f", though it refuses {_shown(up, token)!r}"
            raise CheckFailure(
                "second_hand_path",
                f"Given {_shown(way, token)!r} as {place.text.key!r} in {place.file!r}, the tool {did} a file outside "
                f"the folder in which it looks for such files{refused}. Resolve paths from a file like paths from an "
                "argument, and refuse those that are not below the folder.",
                arguments=place.call,
            )
    return True


def _hidden(place: _Place, there: Path) -> tuple[str, ...]:
    """Return paths to a file outside that do not begin with "..", through a folder that is there."""
    start = place.start or "folder/"
    up = os.path.relpath(there, place.base / start)
    return (f"{start}{up}", f"./{start}{up}", f"./{os.path.relpath(there, place.base)}")


def _shown(text: str, token: str) -> str:
    return text.replace(token, "T")


def _of_path(subject: Subject, place: _Place, stored: str, path: Path) -> _Seen:
    """Make the call with a path stored, and a file at the place to which it leads."""
    folder = place.base / (place.start or "folder")
    return _seen(subject, place.call, place.file, place.text.replaced(stored), {path: b"hello\n"}, folder)


def _seen(
    subject: Subject,
    call: dict[str, Any],
    file: str,
    content: bytes,
    others: dict[Path, bytes],
    folder: Path | None = None,
) -> _Seen:
    workspace = subject.sandbox.workspace
    make_fresh_for(subject)
    write_files(workspace, {file: content})
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for path, data in others.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    log, looked = AuditLog(), LookUps()
    try:
        with fake_sleep(), log, looked:
            subject.call(call)
    finally:
        for path in others:
            path.unlink(missing_ok=True)
    used = {
        _resolved(workspace, name): _DID[event.action]
        for event in log.events
        # A bare os.open may be a tool that checks the real path through the descriptor.
        if event.action in _DID and not (event.event == "open" and event.mode is None)
        for name in event.paths
    }
    names = [*looked.names, *(name for event in log.events if event.touches_files for name in event.paths)]
    asked = dict.fromkeys(_resolved(workspace, name) for name in names if "\0" not in name)
    return _Seen(tuple(asked), used)


def _resolved(workspace: Path, name: str) -> Path:
    return Path(os.path.normpath(workspace / name))
