"""Compressed files: a small file, a member of an archive or an argument in base64, that unpacks to many megabytes.

the first     lines of a log, packed to hundreds of kilobytes
denser ones   lines filled up with spaces, packed as tightly as the format can: for a tool that refuses the first, maybe
              as it compares the size of what is packed with a limit
"""

from __future__ import annotations

import base64
import gzip
import io
import itertools
import os
import resource
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from ...profile.roles import Role
from ...strategies.mined_constants import mined_constants
from ...strategies.schemas.flat_schema import is_valid
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import looks_failed
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.path_slots import PathSlot, path_slots
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.own_world import own_world, plant_world

__all__ = ["judge_compressed_files"]

_ENDINGS, _TARS, _ARCHIVE = (".gz", ".tgz"), (".tar.gz", ".tgz"), ".zip"
_LINE = b"2024-01-01 12:00:00 INFO hello\n"
_BLOCK = _LINE * 32_768
_WIDE_BLOCK = _LINE.rstrip().ljust((1 << 20) - 1) + b"\n"
#: Blocks of about a megabyte each: of lines, which compress to a few kilobytes, and wide ones, to a kilobyte each.
_BOMBS = ((_BLOCK, 240), (_WIDE_BLOCK, 160), (_WIDE_BLOCK, 61))
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
    for name, call in [found for ending in _ENDINGS for found in _files(subject, ending)]:
        path = subject.sandbox.workspace / name
        members = _members_named(subject, name, call) if name.endswith(_TARS) else [""]
        for member in members[:_MAX_MEMBERS]:
            _judge(subject, call, "A compressed file", partial(_write_compressed, path, member))
    for name, call in list(_files(subject, _ARCHIVE)):
        for member in _members_named(subject, name, call)[:_MAX_MEMBERS]:
            write = partial(_write_archive, subject.sandbox.workspace / name, member)
            _judge(subject, call, "An archive with a large member", write)
            plant_world(subject, [call])
    for slot, way, call in _arguments(subject):
        _judge_argument(subject, slot, way, call)


def _judge(subject: Subject, call: dict[str, Any], what: str, write: Callable[[bytes, int], int]) -> None:
    """Judge a call with a file of few bytes and a large content, and with denser ones as long as it is refused."""
    for block, blocks in _BOMBS:
        size = write(block, blocks)
        if not _is_refused(subject, call, call, f"{what} of {size // 1024} KiB"):
            break


def _judge_argument(subject: Subject, slot: PathSlot, way: Callable[[], Any], call: dict[str, Any]) -> None:
    for block, blocks in _BOMBS:
        text = _packed(way, block, blocks)
        bomb = slot.place(call, text)
        what = f"An argument like this one, but of {len(text) // 1024} KiB,"
        if is_valid(subject.schema, bomb) and not _is_refused(subject, bomb, call, what):
            break


def _is_refused(subject: Subject, call: dict[str, Any], shown: dict[str, Any], what: str) -> bool:
    """Return whether a call is refused.

    Raises:
        CheckFailure: If it takes too much memory.
    """
    told = in_a_copy(partial(_told, subject, call), limit_s=3 * subject.call_s, tell=subject.has_left)
    os.chdir(subject.sandbox.workspace)
    subject.renew()
    if told is not None and told[0] > _MOST_BYTES:
        raise CheckFailure(
            "unbounded_unpacking",
            f"{what} took {told[0] >> 20} MiB of memory. Read it in parts, and stop at a cap.",
            arguments=shown,
        )
    return told is not None and bool(told[1])


def _files(subject: Subject, ending: str) -> Iterator[tuple[str, dict[str, Any]]]:
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


def _members_named(subject: Subject, name: str, call: dict[str, Any]) -> list[str]:
    """Return the files in an archive that a call names; all, if it names none."""
    members = _members(own_world(subject).files.get(name) or b"", subject.sandbox.workspace / name)
    return [member for member in members if member in repr(call)] or members


def _members(content: bytes, path: Path) -> list[str]:
    """Return the names of the files in an archive: of its content in the tool's world, or as it is in the workspace."""
    try:
        file = io.BytesIO(content or path.read_bytes())
        if path.name.endswith(_TARS):
            with tarfile.open(fileobj=file) as packed:
                return [info.name for info in packed.getmembers() if info.isfile()]
        with zipfile.ZipFile(file) as archive:
            return [info.filename for info in archive.infolist() if not info.is_dir()]
    except (OSError, EOFError, zlib.error, zipfile.BadZipFile, tarfile.TarError):
        return []


def _write_compressed(path: Path, member: str, block: bytes, blocks: int) -> int:
    """Write a compressed file, or an archive with a member, of hundreds of megabytes; return its size."""
    # Members of a compressed file follow each other.
    data = gzip.compress(block, mtime=0) * blocks
    if member:
        info = tarfile.TarInfo(member)
        info.size = blocks * len(block)
        data = gzip.compress(info.tobuf(), mtime=0) + data + gzip.compress(bytes(2 * tarfile.BLOCKSIZE), mtime=0)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(data)


def _write_archive(path: Path, member: str, block: bytes, blocks: int) -> int:
    """Write an archive with a member of hundreds of megabytes; return its size."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    # What follows a full flush is packed alike: it takes seconds to pack each block.
    packed = (packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)) * blocks
    with path.open("w+b") as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr(member, packed + packer.flush())
        info = archive.getinfo(member)
        info.compress_type, info.file_size, info.CRC = zipfile.ZIP_DEFLATED, blocks * len(block), 0
        for _ in range(blocks):
            info.CRC = zlib.crc32(block, info.CRC)
        file.seek(info.header_offset)
        file.write(info.FileHeader())
    return path.stat().st_size


def _arguments(subject: Subject) -> Iterator[tuple[PathSlot, Callable[[], Any], dict[str, Any]]]:
    """Yield an argument, what packs data for it, and a call that works with a packed line in base64."""
    ways = [way for module, way in _WAYS.items() if module in mined_constants(subject.tool).names]
    slots = [slot for slot in path_slots(subject.schema, limit=None) if ways and slot.role is Role.BASE64]
    for slot in slots[:1]:
        for call in plausible_calls(subject, limit=1):
            for way in ways:
                small = slot.place(call, _packed(way, _LINE, 1))
                with fake_sleep():
                    is_read = subject.call(small).succeeded
                if is_read:
                    yield slot, way, small


def _packed(way: Callable[[], Any], block: bytes, blocks: int) -> str:
    """Return blocks, packed and in base64."""
    packer = way()
    parts = [packer.compress(block) for _ in range(blocks)]
    return base64.b64encode(b"".join([*parts, packer.flush()])).decode()


def _told(subject: Subject, call: dict[str, Any]) -> tuple[int, bool]:
    """Return by how many bytes the peak of the process's memory grew with a call, and whether this was refused."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with fake_sleep():
        outcome = subject.call(call)
    # In kilobytes, except on macOS.
    unit = 1 if os.uname().sysname == "Darwin" else 1024
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit, looks_failed(outcome)
