"""Tools that unpack an archive into a new folder of the workspace, and make its relative links or leave them out."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class AlbumArgs(BaseModel):
    archive: str = Field(pattern=r"^[\w-]{1,40}\.tar$", description="Name of the archive in the workspace: trip.tar.")
    album: str = Field(pattern=r"^[\w-]{1,40}$", description="Name of the new folder for its files.")


def _unpack(root: Path, args: AlbumArgs, *, with_links: bool) -> dict[str, int]:
    folder, written = root / args.album, 0
    folder.mkdir()
    with tarfile.open(root / args.archive) as archive:
        for member in archive:
            name = PurePosixPath(member.name)
            if name.is_absolute() or ".." in name.parts:
                raise ValueError("A name in the archive leaves the album.")
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if with_links and member.issym() and not member.linkname.startswith("/"):
                place.symlink_to(member.linkname)
            elif member.isreg() and (source := archive.extractfile(member)) is not None:
                with source, place.open("wb") as target:
                    shutil.copyfileobj(source, target)
                written += 1
    return {"files": written}


@breaks("archives_stay_inside")
@forge_tool(args_schema=AlbumArgs, workspace_root_aware=True, tier="write", register=False)
def unpack_album(args: AlbumArgs, *, workspace_root: Path) -> dict[str, int]:
    """Unpack an archive of pictures into a new album, links included."""
    return _unpack(workspace_root, args, with_links=True)


@keeps("archives_stay_inside", judged=True)
@forge_tool(args_schema=AlbumArgs, workspace_root_aware=True, tier="write", register=False)
def unpack_pictures(args: AlbumArgs, *, workspace_root: Path) -> dict[str, int]:
    """Unpack the files of an archive of pictures into a new album."""
    return _unpack(workspace_root, args, with_links=False)
