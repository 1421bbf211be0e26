"""Functions that unpack an archive of their own, which they find by its name."""

from __future__ import annotations

import zipfile
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
