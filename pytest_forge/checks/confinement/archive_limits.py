"""Archive limits: what an archive may contain in all, by its description, and which a tool compares with each member.

one member of 480 KB          refused: "at most 200 KB in all"
four members of 120 KB        read, though they have 480 KB as well
"""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from ...profile.failure_marks import failure_mark
from ...profile.told_sizes import told_size_in_all
from ...strategies.payloads.archives import ARCHIVE_ENDINGS
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import looks_failed
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_archive_limits"]

_MAX_CALLS = 4
#: Of limits that can be told from other ones, and whose archives are made in no time.
_LEAST, _MOST = 1_000, 24_000_000
#: Members, and the share of the limit that each has: there may be another limit for one.
_SHAPES = ((4, 0.6), (24, 0.1))
#: The part of a size that is small.
_SMALL = 20
_CALLS, _LONGEST = 5, 200
_TAR_MODES = {".tar": "w", ".tar.gz": "w:gz", ".tgz": "w:gz", ".tar.bz2": "w:bz2", ".tar.xz": "w:xz"}


class _Archive(Struct, frozen=True):
    """An archive with one member, and a call that reads it.

    Attributes:
        call: The call.
        path: The archive.
        ending: Its ending.
        member: The name of the member.
        content: What the member contains.
    """

    call: dict[str, Any]
    path: Path
    ending: str
    member: str
    content: bytes


def judge_archive_limits(subject: Subject) -> bool:
    """Judge that a function keeps the size that its description allows the content of an archive in all.

    Returns:
        Whether there is such a size, which it keeps for an archive with one member.

    Raises:
        CheckFailure: If it reads several members which have as much together.
    """
    limit = None if subject.is_served else told_size_in_all(f"{subject.facts.description} {json.dumps(subject.schema)}")
    if limit is None or not _LEAST <= limit <= _MOST:
        return False
    judged = False
    for archive in list(_archives(subject)):
        for members, share in _SHAPES:
            size = int(share * limit)
            done = in_a_copy(
                partial(_has_read, subject, archive, members, size),
                limit_s=_CALLS * subject.call_s,
                tell=subject.has_left,
            )
            if done:
                raise CheckFailure(
                    "limit_of_each_member",
                    f"The description allows {limit} bytes in all. An archive with one member of {members * size} "
                    f"bytes is refused, but {members} members of {size} bytes each are read. Add up the members.",
                    arguments=archive.call,
                )
            judged = judged or done is False
    return judged


def _archives(subject: Subject) -> Iterator[_Archive]:
    """Yield the archives with one member that calls name, or that the tool finds itself."""
    workspace = subject.sandbox.workspace
    found: list[Path] = []
    for call in plausible_calls(subject, limit=_MAX_CALLS):
        make_fresh_for(subject, [call])
        archives = [path for path in sorted(workspace.rglob("*")) if path.name.endswith(ARCHIVE_ENDINGS)]
        named = [path for path in archives if path.stem.partition(".")[0] in json.dumps(call, default=repr)]
        before = {path: path.read_bytes() for path in archives if path.is_file()}
        if not before or looks_failed(_made(subject, call)):
            continue
        for path in named or archives:
            ending = next(one for one in ARCHIVE_ENDINGS if path.name.endswith(one))
            member = _only_member(before.get(path, b""), ending) if path not in found else None
            if member is not None:
                found.append(path)
                yield _Archive(call, path, ending, *member)


def _only_member(data: bytes, ending: str) -> tuple[str, bytes] | None:
    try:
        if ending in _TAR_MODES:
            with tarfile.open(fileobj=io.BytesIO(data)) as packed:
                files = [info for info in packed.getmembers() if info.isfile()]
                held = packed.extractfile(files[0]) if len(files) == 1 else None
                return (files[0].name, held.read()) if held is not None else None
        with zipfile.ZipFile(io.BytesIO(data)) as members:
            names = [name for name in members.namelist() if not name.endswith("/")]
            return (names[0], members.read(names[0])) if len(names) == 1 else None
    except (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, tarfile.TarError):
        return None


def _has_read(subject: Subject, archive: _Archive, members: int, size: int) -> bool | None:
    """Return whether a tool reads members that have too much together; None if it does not refuse it in one either."""

    def told(number: int, of_each: int) -> str | None:
        make_fresh_for(subject, [archive.call])
        archive.path.write_bytes(_packed(archive, number, of_each))
        outcome = _made(subject, archive.call)
        value = None if looks_failed(outcome) or failure_mark(outcome.value) else outcome.value
        return None if value is None else _shape(value, Path(archive.member).stem, members)

    small = told(members, size // _SMALL)
    if small is None or told(1, members * size) is not None:
        return None
    # What was left out would be missing in the answer, or said in it.
    return told(members, size) == small == told(members, size // _SMALL)


def _shape(value: Any, stem: str, most: int) -> str:
    """Return an answer without texts other than names of members, and without numbers that may be sizes."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(part, stem, most)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_shape(part, stem, most) for part in value) + "]"
    if isinstance(value, str):
        return value if stem in value and len(value) < _LONGEST else ""
    is_size = isinstance(value, int | float) and not isinstance(value, bool) and value > most
    return "" if is_size else repr(value)


def _packed(archive: _Archive, members: int, size: int) -> bytes:
    """Return an archive with equal members of about a size, or with the content of the only one."""
    stem, dot, suffix = archive.member.rpartition(".")
    names = [f"{stem}-{number}{dot}{suffix}" if number else archive.member for number in range(members)]
    content = _grown(archive.content, size, is_padded=suffix.lower() == "json")
    data = io.BytesIO()
    if archive.ending in _TAR_MODES:
        with tarfile.open(fileobj=data, mode=_TAR_MODES[archive.ending]) as packed:  # type: ignore[call-overload]
            for name in names:
                info = tarfile.TarInfo(name)
                info.size, info.mode = len(content), 0o644
                packed.addfile(info, io.BytesIO(content))
    else:
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as made:
            for name in names:
                made.writestr(zipfile.ZipInfo(name), content, compress_type=zipfile.ZIP_DEFLATED)
    return data.getvalue()


def _grown(content: bytes, size: int, *, is_padded: bool) -> bytes:
    """Return a content with its last line repeated up to a size; JSON is padded with line breaks instead."""
    line = b"\n" if is_padded else content.rstrip(b"\n").rpartition(b"\n")[2] + b"\n"
    missing = max(0, size - len(content))
    return (
        content
        + (b"" if content.endswith(b"\n") or is_padded else b"\n" * bool(missing))
        + line * (missing // len(line))
    )


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
