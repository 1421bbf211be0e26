"""Tools that read documents, each with a defect."""

from __future__ import annotations

import base64
import io
import os
import pickle
import tarfile
import zipfile
from pathlib import Path
from typing import Annotated, Literal
from xml.dom import minidom

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

EXPECTED: dict[str, tuple[str, ...]] = {
    "resume_session": ("loaded_data_runs_nothing",),
    "xml_titles": ("xml_entities_are_refused",),
    "unpack_zip": ("archives_stay_inside",),
    "restore_backup": ("archives_stay_inside",),
    "shape_outline": ("valid_calls_do_not_crash",),
    "manager_chain": ("valid_calls_do_not_crash",),
}


class StateArgs(BaseModel):
    state: str = Field(description="Saved state, as an earlier call returned it.", max_length=4000)


@forge_tool(args_schema=StateArgs, tier="read", raises=[ToolError])
def resume_session(args: StateArgs) -> dict:
    """Show what a saved session holds."""
    try:
        session = pickle.loads(base64.b64decode(args.state))
    except Exception:
        raise ToolError("That is no saved session.", code="bad_state") from None
    return {"items": len(session) if isinstance(session, (list, dict)) else 0}


class XmlFileArgs(BaseModel):
    path: str = Field(description="Path of an .xml file in the workspace.", max_length=200)


@forge_tool(args_schema=XmlFileArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def xml_titles(args: XmlFileArgs, *, workspace_root: Path) -> dict:
    """Return the titles in an XML file of the workspace."""
    with Workspace(workspace_root, suffixes={".xml"}, max_bytes=100_000) as workspace:
        text = workspace.read_bytes(args.path)
    try:
        document = minidom.parseString(text)
    except Exception:
        raise ToolError("That is no XML.", code="bad_xml") from None
    texts = [
        node.firstChild.data
        for node in document.getElementsByTagName("title")
        if node.firstChild is not None and node.firstChild.nodeType == node.TEXT_NODE
    ]
    return {"titles": [text[:200] for text in texts[:50]], "characters": sum(map(len, texts))}


class ArchiveArgs(BaseModel):
    path: str = Field(description="Path of an archive in the workspace.", max_length=200)


@forge_tool(args_schema=ArchiveArgs, tier="write", workspace_root_aware=True, raises=[ToolError])
def unpack_zip(args: ArchiveArgs, *, workspace_root: Path) -> dict:
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


@forge_tool(args_schema=ArchiveArgs, tier="write", workspace_root_aware=True, raises=[ToolError])
def restore_backup(args: ArchiveArgs, *, workspace_root: Path) -> dict:
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


# --- discriminated union ---
class Circle(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["circle"] = Field(description="A circle.")
    radius: float = Field(gt=0, le=1000, description="Radius.")


class Box(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["box"] = Field(description="A rectangle.")
    width: float = Field(gt=0, le=1000, description="Width.")
    height: float = Field(gt=0, le=1000, description="Height.")


class ShapeArgs(BaseModel):
    shape: Annotated[Circle | Box, Field(discriminator="kind")] = Field(description="The shape.")


@forge_tool(args_schema=ShapeArgs, tier="read")
def shape_outline(args: ShapeArgs) -> dict:
    """Compute the length of a shape's outline."""
    shape = args.shape
    return {"kind": shape.kind, "outline": 2 * (shape.width + shape.height)}


class TreeArgs(BaseModel):
    parents: dict[str, str] = Field(description="Each person's manager, for example {'ada': 'grace'}.", max_length=50)
    person: str = Field(description="Person whose chain of managers is wanted.", max_length=50)


@forge_tool(args_schema=TreeArgs, tier="read")
def manager_chain(args: TreeArgs) -> dict:
    """List the managers above a person."""

    def above(person: str) -> list[str]:
        manager = args.parents.get(person)
        return [] if manager is None else [manager, *above(manager)]

    return {"managers": above(args.person)}
