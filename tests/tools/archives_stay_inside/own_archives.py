"""Functions that unpack an archive of their own, which they find by its name."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Song = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,20}$", description="Name of the song, e.g. lullaby-3.")]


def _unpacked(song: str, *, allows_absolute: bool) -> dict:
    source, target = Path("songs", f"{song}.zip"), Path("scores", song)
    if not source.is_file():
        raise ValueError("There is no such song.")
    with zipfile.ZipFile(source) as archive:
        names = [PurePosixPath(name) for name in archive.namelist()]
        if any(".." in name.parts or (name.is_absolute() and not allows_absolute) for name in names):
            raise ValueError("The archive has a name that leads elsewhere.")
        for name in names:
            path = target / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(str(name)))
    return {"song": song, "files": len(names)}


@breaks("archives_stay_inside")
def unpack_song(song: Song) -> dict:
    """Unpack the scores of a song."""
    return _unpacked(song, allows_absolute=True)


@keeps("archives_stay_inside")
def unpack_scores(song: Song) -> dict:
    """Unpack the scores of a song."""
    return _unpacked(song, allows_absolute=False)


def _below(folder: Path, member: str) -> bool:
    return (folder / member).resolve().is_relative_to(folder.resolve())


def _begins_with(folder: Path, member: str) -> bool:
    return str((folder / member).resolve()).startswith(str(folder.resolve()))


def _restored(camera: str, is_allowed: Callable[[Path, str], bool]) -> dict:
    target = Path("photos", camera)
    with tarfile.open(Path("backups", f"{camera}.tar")) as backup:
        for member in backup.getmembers():
            if not is_allowed(target, member.name) or not member.isfile():
                raise ValueError("The backup has a file for another place.")
            path = (target / member.name).resolve()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(backup.extractfile(member).read())  # type: ignore[union-attr]  # it is a file
    return {"camera": camera}


@breaks("archives_stay_inside")
def restore_photos(camera: Song) -> dict:
    """Restore the photos of a camera from its backup."""
    return _restored(camera, _begins_with)


@keeps("archives_stay_inside")
def restore_pictures(camera: Song) -> dict:
    """Restore the photos of a camera from its backup."""
    return _restored(camera, _below)
