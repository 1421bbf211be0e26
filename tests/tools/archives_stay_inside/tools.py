"""Tools that break archives_stay_inside, and others that resemble them and keep it."""

from __future__ import annotations

import base64
import io
import os
import shutil
import tarfile
import zipfile
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import tool


class ArchiveArgs(BaseModel):
    archive: str = Field(description="Archive file in the workspace.")
    folder: str = Field(default="unpacked", description="Folder to unpack into.")


class ZipDataArgs(BaseModel):
    data: str = Field(description="A zip archive, base64.")


NO_ARCHIVE = {"error": "no_archive", "message": "There is no such archive in the workspace."}


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    return path if path.is_relative_to(root.resolve()) else None


@breaks("archives_stay_inside")
@tool("writes_members", ArchiveArgs, "archives_stay_inside", aware=True)
def writes_members(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not zipfile.is_zipfile(path):
        return NO_ARCHIVE
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            target = folder / member.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
        return {"members": len(archive.infolist())}


@breaks("archives_stay_inside")
@tool("extracts_a_tar", ArchiveArgs, "archives_stay_inside", aware=True)
def extracts_a_tar(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            archive.extractall(folder)
            return {"members": archive.getnames()}
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE


@breaks("archives_stay_inside")
@tool("unpacks_with_shutil", ArchiveArgs, "archives_stay_inside", aware=True)
def unpacks_with_shutil(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        shutil.unpack_archive(path, folder)
    except (shutil.ReadError, ValueError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@breaks("archives_stay_inside")
@tool("forgets_links", ArchiveArgs, "archives_stay_inside", aware=True)
def forgets_links(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            if any(name.startswith("/") or ".." in name.split("/") for name in archive.getnames()):
                return NO_ARCHIVE
            archive.extractall(folder)
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@breaks("archives_stay_inside")
@tool("forgets_hard_links", ArchiveArgs, "archives_stay_inside", aware=True)
def forgets_hard_links(args: ArchiveArgs, *, workspace_root: Path) -> dict[str, Any]:
    path, folder = inside(workspace_root, args.archive), inside(workspace_root, args.folder)
    if path is None or folder is None or not path.is_file():
        return NO_ARCHIVE
    try:
        with tarfile.open(path) as archive:
            members = archive.getmembers()
            if any(one.issym() or one.name.startswith("/") or ".." in one.name.split("/") for one in members):
                return NO_ARCHIVE
            archive.extractall(folder)
    except (tarfile.TarError, OSError):
        return NO_ARCHIVE
    return {"unpacked": True}


@breaks("archives_stay_inside")
@tool("zip_in_base64", ZipDataArgs, "archives_stay_inside", aware=True)
def zip_in_base64(args: ZipDataArgs, *, workspace_root: Path) -> dict[str, Any]:
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.data)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    (workspace_root / "unpacked").mkdir(exist_ok=True)
    for name in archive.namelist():
        with open(os.path.join(workspace_root, "unpacked", name), "wb") as file:
            file.write(archive.read(name))
    return {"members": len(archive.namelist())}


class PriceListArgs(BaseModel):
    archive: str = Field(description="A zip archive of price lists, base64.")


@breaks("archives_stay_inside")
@tool("unpacks_one_type", PriceListArgs, "archives_stay_inside", aware=True)
def unpacks_one_type(args: PriceListArgs, *, workspace_root: Path) -> dict[str, Any]:
    """Passes over members of other types."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.archive)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    folder = workspace_root / "prices"
    folder.mkdir(exist_ok=True)
    members = [name for name in archive.namelist() if name.endswith(".psv")]
    for name in members:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(archive.read(name))
    return {"members": len(members)}


@breaks("archives_stay_inside")
@tool("refuses_other_types", PriceListArgs, "archives_stay_inside", aware=True)
def refuses_other_types(args: PriceListArgs, *, workspace_root: Path) -> dict[str, Any]:
    """Takes nothing of an archive that holds another type."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(args.archive)))
    except (ValueError, zipfile.BadZipFile):
        return NO_ARCHIVE
    if any(Path(name).suffix not in {".psv", ".lst"} for name in archive.namelist()):
        return {"error": "other_types", "message": "The archive may hold price lists only."}
    for name in archive.namelist():
        path = Path(os.path.join(workspace_root, name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(name))
    return {"members": len(archive.namelist())}


class UploadArgs(BaseModel):
    archive: str = Field(default="upload.zip", max_length=100, description="Archive in the workspace.")


@breaks("archives_stay_inside")
@forge_tool(args_schema=UploadArgs, tier="write", workspace_root_aware=True)
def unpack_upload(args: UploadArgs, *, workspace_root: Path) -> dict:
    """Unpack a ZIP archive of the workspace into the folder 'unpacked'."""
    target = workspace_root / "unpacked"
    written = 0
    try:
        with Workspace(workspace_root, suffixes=[".zip"], max_bytes=1_000_000) as workspace:
            archive = zipfile.ZipFile(io.BytesIO(workspace.read_bytes(args.archive)))
        for member in archive.infolist():
            if member.is_dir() or member.file_size > 1_000_000:
                continue
            path = target / member.filename
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(archive.read(member))
            written += 1
    except zipfile.BadZipFile:
        return {"error": "no_archive", "message": "This is no ZIP archive."}
    return {"files": written}


@breaks("archives_stay_inside")
@forge_tool(args_schema=UploadArgs, tier="write", workspace_root_aware=True)
def unpack_tarball(args: UploadArgs, *, workspace_root: Path) -> dict:
    """Unpack a TAR archive of the workspace into the folder 'unpacked'."""
    try:
        with Workspace(workspace_root, suffixes=[".tar", ".tgz", ".gz"], max_bytes=1_000_000) as workspace:
            data = workspace.read_bytes(args.archive)
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(workspace_root / "unpacked", filter="fully_trusted")
            return {"files": len(archive.getnames())}
    except tarfile.TarError:
        return {"error": "no_archive", "message": "This is no TAR archive."}


class ArchiveArgs2(BaseModel):
    path: str = Field(description="Path of an archive in the workspace.", max_length=200)


@breaks("archives_stay_inside")
@forge_tool(args_schema=ArchiveArgs2, tier="write", workspace_root_aware=True, raises=[ToolError])
def unpack_zip(args: ArchiveArgs2, *, workspace_root: Path) -> dict:
    """Unpack a .zip archive into the folder unpacked of the workspace."""
    with Workspace(workspace_root, suffixes={".zip"}, max_bytes=1_000_000) as workspace:
        data = workspace.read_bytes(args.path)
    target = Path(workspace_root) / "unpacked"
    count = 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.is_dir() or info.file_size > 1_000_000:
                    continue
                out = target / info.filename
                out.parent.mkdir(parents=True, exist_ok=True)
                out.write_bytes(archive.read(info))
                count += 1
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError):
        raise ToolError("The archive cannot be unpacked.", code="bad_archive") from None
    return {"files": count}


@breaks("archives_stay_inside")
@forge_tool(args_schema=ArchiveArgs2, tier="write", workspace_root_aware=True, raises=[ToolError])
def restore_backup(args: ArchiveArgs2, *, workspace_root: Path) -> dict:
    """Restore a .tar or .tar.gz backup into the workspace."""
    with Workspace(workspace_root, suffixes={".tar", ".gz", ".tgz"}, max_bytes=1_000_000) as workspace:
        data = workspace.read_bytes(args.path)
    try:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            members = archive.getmembers()
            if sum(member.size for member in members) > 5_000_000:
                raise ToolError("The backup is too large.", code="too_large")
            archive.extractall(os.path.join(workspace_root, "restored"), filter="fully_trusted")
    except (tarfile.TarError, OSError, ValueError, EOFError, KeyError):
        raise ToolError("The backup cannot be restored.", code="bad_archive") from None
    return {"files": len(members)}


@keeps("archives_stay_inside", "results_hold_no_environment")
@forge_tool(args_schema=ArchiveArgs2, tier="write", workspace_root_aware=True, raises=[ToolError])
def extract_zip(args: ArchiveArgs2, *, workspace_root: Path) -> dict:
    """Extract the text files of a .zip archive into the folder extracted of the workspace."""
    with Workspace(workspace_root, suffixes={".zip"}, max_bytes=1_000_000) as workspace:
        data = workspace.read_bytes(args.path)
        names = []
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for info in archive.infolist()[:100]:
                    if info.is_dir() or info.file_size > 100_000 or not info.filename.endswith((".txt", ".md")):
                        continue
                    workspace.write_text("extracted/" + info.filename, archive.read(info).decode("utf-8", "replace"))
                    names.append(info.filename)
        except (
            zipfile.BadZipFile,
            OSError,
            ValueError,
            RuntimeError,
            NotImplementedError,
            EOFError,
            zipfile.LargeZipFile,
        ):
            raise ToolError("The archive cannot be extracted.", code="bad_archive") from None
    return {"files": names}
