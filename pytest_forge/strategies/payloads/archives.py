"""Injection archives: archives with members outside the folder they are unpacked into."""

from __future__ import annotations

import base64
import io
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

__all__ = ["ARCHIVE_ENDINGS", "BAIT", "EvilArchive", "as_base64", "evil_archives", "plain_archive"]

ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".whl", ".jar", ".backup")
BAIT = "bait"
"""The name of a file outside, to which hard links lead."""
_MODES = {".tar": "w", ".gz": "w:gz", ".tgz": "w:gz", ".bz2": "w:bz2", ".xz": "w:xz"}


class EvilArchive(Struct, frozen=True):
    """An archive that leads outside.

    Attributes:
        data: Its bytes.
        way: How it leads outside, for a message.
        links: Whether the member becomes a file from outside.
    """

    data: bytes
    way: str
    links: bool = False


def plain_archive(ending: str, mark: str, endings: Iterable[str] = (".txt",)) -> bytes:
    """Return an archive with that ending, with a member named *mark* for each of *endings*."""
    names = [f"{mark}{of_member}" for of_member in endings]
    return _tar(ending, *map(_member, names)) if _is_tar(ending) else _zip(*names)


def evil_archives(ending: str, name: str, outside: Path, folder: Path) -> Iterator[EvilArchive]:
    """Yield archives that put a file named *name* outside, or make it one from there, each in a different way.

    Args:
        ending: The ending of the archive's name.
        name: A random word, with the ending of members that are unpacked, if that matters.
        outside: A folder next to the workspace, with a file named ``bait``.
        folder: Where an ordinary archive is unpacked.
    """
    climbing = "../" * 6 + str(outside).lstrip("/") + f"/{name}"
    ways = {
        f"../{name}": "a member whose name climbs out with '..'",
        f"sub/../../{name}": "a member whose name climbs out behind a folder",
        f"../../{outside.name}/{name}": "a member whose name climbs out twice",
        climbing: "a member whose name climbs to the top",
        str(outside / name): "a member with an absolute name",
        f"../{folder.name}-other/{name}": "a member of a folder whose name begins like the target's",
    }
    for member, way in ways.items():
        yield EvilArchive(_tar(ending, _member(member)) if _is_tar(ending) else _zip(member), way)
    if _is_tar(ending):
        for target in (str(outside), *(f"{'../' * climbs}{outside.name}" for climbs in (1, 2, 3))):
            yield EvilArchive(
                _tar(ending, _link("door", target), _member(f"door/{name}")), "a member behind a link of the archive"
            )
        for target in (str(outside / BAIT), f"../{outside.name}/{BAIT}", f"../../{outside.name}/{BAIT}"):
            data = _tar(ending, _link(name, target, kind=tarfile.LNKTYPE))
            yield EvilArchive(data, "a hard link to a file outside", links=True)


def as_base64(data: bytes) -> str:
    """Return an archive as text, for tools that take text."""
    return base64.b64encode(data).decode()


def _is_tar(ending: str) -> bool:
    return "tar" in ending or ending == ".tgz"


def _zip(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "hello\n")
    return data.getvalue()


Member = Callable[[tarfile.TarFile], None]


def _tar(ending: str, *members: Member) -> bytes:
    data = io.BytesIO()
    mode = _MODES.get("." + ending.rsplit(".", 1)[-1], "w")
    with tarfile.open(fileobj=data, mode=mode) as archive:  # type: ignore[call-overload]  # one of the modes above
        for add in members:
            add(archive)
    return data.getvalue()


def _member(name: str) -> Member:
    def add(archive: tarfile.TarFile) -> None:
        info = tarfile.TarInfo(name)
        info.size, info.mode = 6, 0o644
        archive.addfile(info, io.BytesIO(b"hello\n"))

    return add


def _link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> Member:
    def add(archive: tarfile.TarFile) -> None:
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.mode = kind, target, 0o777
        archive.addfile(info)

    return add
