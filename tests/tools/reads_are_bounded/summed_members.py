"""Functions that read archives, of which the description limits the content in all."""

from __future__ import annotations

import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Parcel = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,40}$", description='Name of a parcel, such as "spring-04".')]
_MOST = 150_000


def _opened(parcel: str) -> zipfile.ZipFile:
    place = Path("parcels") / f"{parcel}.zip"
    if not place.is_file() or place.stat().st_size > 10 * _MOST:
        raise ValueError("there is no such parcel")
    try:
        return zipfile.ZipFile(place)
    except (OSError, zipfile.BadZipFile):
        raise ValueError("the parcel cannot be read") from None


def _words(members: zipfile.ZipFile, info: zipfile.ZipInfo, most: int = _MOST) -> int:
    try:
        with members.open(info) as member:
            return len(member.read(most).split())
    except (OSError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error):
        raise ValueError("the parcel cannot be read") from None


@breaks("reads_are_bounded")
def count_words_of_each(parcel: Parcel) -> dict[str, int]:
    """Count the words of each file of a parcel, parcels/NAME.zip, with at most 150 kB of files altogether."""
    counts: dict[str, int] = {}
    with _opened(parcel) as members:
        for info in members.infolist():
            if info.file_size > _MOST:
                raise ValueError("the parcel is too large")
            counts[info.filename] = _words(members, info)
    return counts


@keeps("reads_are_bounded")
def count_words_of_all(parcel: Parcel) -> dict[str, int]:
    """Count the words of each file of a parcel, parcels/NAME.zip, with at most 150 kB of files altogether."""
    with _opened(parcel) as members:
        if sum(info.file_size for info in members.infolist()) > _MOST:
            raise ValueError("the parcel is too large")
        return {info.filename: _words(members, info) for info in members.infolist()}


@keeps("reads_are_bounded")
def count_words_of_some(parcel: Parcel) -> dict[str, Any]:
    """Count the words of files of a parcel, parcels/NAME.zip, as far as they have 150 kB together.

    A parcel whose first file is larger is refused. Further files are left out, and "omitted" names them.
    """
    counts: dict[str, int] = {}
    omitted: list[str] = []
    size = 0
    with _opened(parcel) as members:
        for info in members.infolist():
            size += info.file_size
            if size > _MOST and not counts:
                raise ValueError("the first file is too large")
            if size > _MOST:
                omitted.append(info.filename)
            else:
                counts[info.filename] = _words(members, info)
    return {"words": counts, "omitted": omitted}


@keeps("reads_are_bounded")
def count_words_of_small_files(parcel: Parcel) -> dict[str, int]:
    """Count the words of the files of a parcel, parcels/NAME.zip.

    Files of more than 150 kB are refused. The parcel itself has at most 1500000 bytes.
    """
    return count_words_of_each(parcel)


def _entries(backup: str) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    try:
        with tarfile.open(Path("backups") / f"{backup}.tar.gz") as packed:
            for info in packed:
                if info.isfile():
                    if info.size > 64 << 10:
                        raise ValueError("the backup has more than 64 KiB")
                    held = packed.extractfile(info)
                    yield info, held.read() if held is not None else b""
    except (OSError, EOFError, zlib.error, tarfile.TarError):
        raise ValueError("the backup cannot be read") from None


def _line(info: tarfile.TarInfo, data: bytes) -> str:
    return f"{info.name}: {data[:40].decode(errors='replace').partition(chr(10))[0]}"


@breaks("reads_are_bounded")
def list_settings(backup: Parcel) -> list[str]:
    """List the files of backups/NAME.tar.gz, with the first line of each; it has a total of up to 64 KiB of text."""
    return [_line(info, data) for info, data in _entries(backup)]


@keeps("reads_are_bounded")
def list_all_settings(backup: Parcel) -> list[str]:
    """List the files of backups/NAME.tar.gz, with the first line of each; it has a total of up to 64 KiB of text."""
    lines, size = [], 0
    for info, data in _entries(backup):
        size += info.size
        if size > 64 << 10:
            raise ValueError("the backup has more than 64 KiB")
        lines.append(_line(info, data))
    return lines
