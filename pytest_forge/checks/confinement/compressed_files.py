"""Compressed files: a small file, a member of an archive or an argument in base64, that unpacks to many megabytes."""

from __future__ import annotations

import base64
import gzip
import io
import itertools
import os
import resource
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...profile.roles import Role
from ...strategies.mined_constants import mined_constants
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.own_world import own_world, plant_world
from ..calls.path_slots import path_slots
from ..calls.plausible_calls import plausible_calls

__all__ = ["judge_compressed_files"]

_ENDING, _ARCHIVE = ".gz", ".zip"
_LINE = b"2024-01-01 12:00:00 INFO hello\n"
_BLOCK = _LINE * 32_768
#: Of about a megabyte each, which compress to a few kilobytes.
_BLOCKS, _BLOCKS_OF_MEMBER = 240, 160
_MOST_BYTES = 120 << 20
_MAX_CALLS, _MAX_FILES, _MAX_MEMBERS = 3, 2, 1
#: What packs data that a module of the library unpacks.
_WAYS: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.compressobj(9, zlib.DEFLATED, 31),
    "zlib": lambda: zlib.compressobj(9),
}


def judge_compressed_files(subject: Subject) -> None:
    """Judge that a tool which reads a compressed file, member or argument does not unpack all of it into memory.

    Raises:
        CheckFailure: If it does.
    """
    if subject.is_served:
        return
    for name, call in list(_files(subject)):
        path = subject.sandbox.workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Members of a compressed file follow each other.
        path.write_bytes(gzip.compress(_BLOCK, mtime=0) * _BLOCKS)
        _judge(subject, call, call, f"A compressed file of {path.stat().st_size // 1024} KiB")
    for name, call in list(_files(subject, _ARCHIVE)):
        path = subject.sandbox.workspace / name
        members = _members(own_world(subject).files.get(name) or b"", path)
        # The member that the call names; any, if it names none.
        members = [member for member in members if member in repr(call)] or members
        if members:
            _write_archive(path, members[:_MAX_MEMBERS])
            _judge(subject, call, call, f"An archive of {path.stat().st_size // 1024} KiB with a large member")
            plant_world(subject, [call])
    for call, bomb, size in _arguments(subject):
        _judge(subject, bomb, call, f"An argument like this one, but of {size // 1024} KiB,")


def _judge(subject: Subject, call: dict[str, Any], shown: dict[str, Any], what: str) -> None:
    peak = in_a_copy(partial(_peak, subject, call), limit_s=3 * subject.call_s, tell=subject.has_left)
    os.chdir(subject.sandbox.workspace)
    subject.renew()
    if peak is not None and peak > _MOST_BYTES:
        raise CheckFailure(
            "unbounded_unpacking",
            f"{what} took {peak >> 20} MiB of memory. Read it in parts, and stop at a cap.",
            arguments=shown,
        )


def _files(subject: Subject, ending: str = _ENDING) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the compressed files that calls name, of the tool's own world, or made by the tool itself."""
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    named = [call for call in calls if ending in repr(call)]
    names = [name for name in own_world(subject).files if name.endswith(ending)]
    for call in named[:1]:
        with fake_sleep():
            subject.call(call)
        workspace = subject.sandbox.workspace
        made = [str(path.relative_to(workspace)) for path in workspace.rglob(f"*{ending}") if path.is_file()]
        names = list(dict.fromkeys([*names, *made]))
    pairs = ((name, call) for name in names for call in named if Path(name).name in repr(call))
    yield from itertools.islice(pairs, _MAX_FILES)


def _members(content: bytes, path: Path) -> list[str]:
    """Return the names of the files in an archive: of its content in the tool's world, or as it is in the workspace."""
    try:
        with zipfile.ZipFile(io.BytesIO(content) if content else path) as archive:
            return [info.filename for info in archive.infolist() if not info.is_dir()]
    except (OSError, zipfile.BadZipFile):
        return []


def _write_archive(path: Path, members: list[str]) -> None:
    """Write an archive with members of hundreds of megabytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            with archive.open(member, "w") as file:
                for _ in range(_BLOCKS_OF_MEMBER):
                    file.write(_BLOCK)


def _arguments(subject: Subject) -> Iterator[tuple[dict[str, Any], dict[str, Any], int]]:
    """Yield a call with a compressed line in base64 that works, the call with millions of lines, and their bytes."""
    ways = [way for module, way in _WAYS.items() if module in mined_constants(subject.tool).names]
    slots = [slot for slot in path_slots(subject.schema, limit=None) if ways and slot.role is Role.BASE64]
    for slot in slots[:1]:
        for call in plausible_calls(subject, limit=1):
            for way in ways:
                small = slot.place(call, _packed(way, 1))
                with fake_sleep():
                    is_read = subject.call(small).succeeded
                bomb = slot.place(call, _packed(way, _BLOCKS)) if is_read else {}
                fits = is_read and FlatSchema(subject.schema).fits(subject.schema, bomb)
                if fits:
                    yield small, bomb, len(_packed(way, _BLOCKS))


def _packed(way: Callable[[], Any], blocks: int) -> str:
    """Return blocks of lines, packed and in base64; a line for one block."""
    packer = way()
    parts = [packer.compress(_BLOCK if blocks > 1 else _LINE) for _ in range(blocks)]
    return base64.b64encode(b"".join([*parts, packer.flush()])).decode()


def _peak(subject: Subject, call: dict[str, Any]) -> int:
    """Return by how many bytes the peak of the process's memory grew with a call."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with fake_sleep():
        subject.call(call)
    # In kilobytes, except on macOS.
    unit = 1 if os.uname().sysname == "Darwin" else 1024
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit
