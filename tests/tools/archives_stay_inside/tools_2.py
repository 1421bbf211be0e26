"""Tools that resemble those that break archives_stay_inside, and keep it."""

from __future__ import annotations

import base64
import io
import os
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import Workspace, WorkspaceError, forge_tool

from ..marks import keeps
from ..shared.good_injection import tool


class ArchiveArgs(BaseModel):
    archive: str = Field(description="Archive file in the workspace.")
    folder: str = Field(default="unpacked", description="Folder to unpack into.")


NO_ARCHIVE = {"error": "no_archive", "message": "There is no such archive in the workspace."}


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    return path if path.is_relative_to(root.resolve()) else None


def archive_inside(root: Path, name: str) -> Path | None:
    path = inside(root, name)
    return path if path is not None and path.is_file() and path.stat().st_size <= 10_000_000 else None


class PriceListArgs(BaseModel):
    archive: str = Field(description="A zip archive of price lists, base64.")


@keeps("archives_stay_inside")
@tool("unpacks_one_type", PriceListArgs, aware=True)
def unpacks_one_type(args: PriceListArgs, *, workspace_root: Path) -> dict[str, Any]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.archive)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    folder = (workspace_root / "prices").resolve()
    folder.mkdir(exist_ok=True)
    members = [name for name in archive.namelist() if name.endswith(".psv")]
    if any(not (folder / name).resolve().is_relative_to(folder) for name in members):
        return NO_ARCHIVE
    for name in members:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(archive.read(name))
    return {"members": len(members)}


@keeps("archives_stay_inside")
@tool("extracts_a_zip", ArchiveArgs, aware=True)
def extracts_a_zip(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = archive_inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not zipfile.is_zipfile(path):
        return NO_ARCHIVE
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
        return {"members": len(archive.infolist())}


@keeps("archives_stay_inside")
@tool("filters_a_tar", ArchiveArgs, aware=True)
def filters_a_tar(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = archive_inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            archive.extractall(folder, filter="data")
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@keeps("archives_stay_inside")
@tool("base_names_only", ArchiveArgs, aware=True)
def base_names_only(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = archive_inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not zipfile.is_zipfile(path):
        return NO_ARCHIVE
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.rsplit("/", 1)[-1] not in ("", ".", ".."):
                (folder / name.rsplit("/", 1)[-1]).write_bytes(archive.read(name))
    return {"unpacked": True}


class ArchiveArgs2(BaseModel):
    archive: str = Field(default="upload.zip", max_length=100, description="ZIP archive in the workspace.")


@keeps("archives_stay_inside", "failure_is_not_success")
@forge_tool(args_schema=ArchiveArgs2, tier="write", workspace_root_aware=True)
def unpack_upload(args: ArchiveArgs2, *, workspace_root: Path) -> dict:
    """Unpack the small files of a ZIP archive into the folder 'unpacked'."""
    written = 0
    try:
        with (
            Workspace(workspace_root, suffixes=[".zip"], max_bytes=1_000_000) as workspace,
            zipfile.ZipFile(io.BytesIO(workspace.read_bytes(args.archive))) as archive,
        ):
            for member in archive.infolist()[:100]:
                if member.is_dir() or member.file_size > 100_000:
                    continue
                try:
                    with Workspace(workspace_root) as target:
                        target.make_directory("unpacked")
                        target.write_bytes(f"unpacked/{os.path.basename(member.filename)}", archive.read(member))
                except WorkspaceError:
                    continue
                written += 1
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        return {"error": "no_archive", "message": "This is no ZIP archive that can be unpacked."}
    return {"files": written}
