"""Injection archives: archives whose members name places outside the folder they are unpacked into."""

from __future__ import annotations

import base64
import io
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ARCHIVE_ENDINGS", "EvilArchive", "as_base64", "evil_archives", "plain_archive"]

ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".whl", ".jar", ".backup")
_MODES = {".tar": "w", ".gz": "w:gz", ".tgz": "w:gz", ".bz2": "w:bz2", ".xz": "w:xz"}


@dataclass(frozen=True, slots=True)
class EvilArchive:
    """An archive that leads outside.

    Attributes:
        data: Its bytes.
        way: How it does, for a message.
    """

    data: bytes
    way: str


def plain_archive(ending: str, mark: str) -> bytes:
    """Return an archive of that ending with the one member ``{mark}.txt``."""
    return _tar(ending, _member(f"{mark}.txt")) if _is_tar(ending) else _zip(f"{mark}.txt")


def evil_archives(ending: str, mark: str, outside: Path) -> Iterator[EvilArchive]:
    """Yield archives that put a file whose name begins with *mark* outside, each another way.

    Args:
        ending: Of the archive's name.
        mark: A random word.
        outside: A folder outside of everything, next to the workspace.
    """
    climbing = "../" * 6 + str(outside).lstrip("/") + f"/{mark}"
    ways = {
        f"../{mark}": "a member whose name climbs out with '..'",
        f"sub/../../{mark}": "a member whose name climbs out behind a folder",
        f"../../{outside.name}/{mark}": "a member whose name climbs out twice",
        climbing: "a member whose name climbs to the top",
        str(outside / mark): "a member with an absolute name",
    }
    for name, way in ways.items():
        yield EvilArchive(_tar(ending, _member(name)) if _is_tar(ending) else _zip(name), way)
    if _is_tar(ending):
        for target in (str(outside), f"../{outside.name}"):
            yield EvilArchive(
                _tar(ending, _link("door", target), _member(f"door/{mark}")), "a member behind a link of the archive"
            )


def as_base64(data: bytes) -> str:
    """Return an archive as tools take it in a text."""
    return base64.b64encode(data).decode()


def _is_tar(ending: str) -> bool:
    return "tar" in ending or ending == ".tgz"


def _zip(name: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
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


def _link(name: str, target: str) -> Member:
    def add(archive: tarfile.TarFile) -> None:
        info = tarfile.TarInfo(name)
        info.type, info.linkname, info.mode = tarfile.SYMTYPE, target, 0o777
        archive.addfile(info)

    return add
