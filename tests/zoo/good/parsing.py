"""Good tools that read documents."""

from __future__ import annotations

import ast
import io
import json
import zipfile
from pathlib import Path
from typing import Annotated, Any, Literal
from xml.parsers import expat

import yaml
from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

try:
    from lxml import etree as lxml_etree  # type: ignore[import-not-found]
except ImportError:
    lxml_etree = None


class YamlArgs(BaseModel):
    document: str = Field(description="A YAML document.", max_length=4000)


@forge_tool(args_schema=YamlArgs, tier="read", raises=[ToolError])
def yaml_sections(args: YamlArgs) -> dict:
    """List the sections of a YAML document with the type of each."""
    try:
        loaded = yaml.safe_load(args.document)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError, OverflowError, KeyError, IndexError):
        raise ToolError("That is no YAML.", code="bad_yaml") from None
    if not isinstance(loaded, dict):
        return {"sections": []}
    return {"sections": [{"name": str(k)[:100], "type": type(v).__name__} for k, v in loaded.items()]}


class XmlArgs(BaseModel):
    xml: str = Field(description="An XML document.", max_length=8000)


@forge_tool(args_schema=XmlArgs, tier="read", raises=[ToolError])
def xml_outline(args: XmlArgs) -> dict:
    """List the elements of an XML document, outermost first."""
    names: list[str] = []
    parser = expat.ParserCreate()

    def refuse(*_: Any) -> None:
        raise ToolError("Documents with a DOCTYPE are not read.", code="doctype_refused")

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = lambda name, _: names.append(name)
    try:
        parser.Parse(args.xml.encode("utf-8", "replace"), True)
    except (expat.ExpatError, ValueError):
        raise ToolError("That is no XML.", code="bad_xml") from None
    return {"elements": names[:200]}


@forge_tool(args_schema=XmlArgs, tier="read", raises=[ToolError])
def xml_canonical(args: XmlArgs) -> dict:
    """Write an XML document in its canonical form."""
    if lxml_etree is None:
        raise ToolError("This needs lxml, which is not installed.", code="lxml_missing")
    parser = lxml_etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        return {"xml": lxml_etree.tostring(lxml_etree.fromstring(args.xml, parser), method="c14n").decode()}
    except lxml_etree.XMLSyntaxError:
        raise ToolError("That is no XML.", code="bad_xml") from None


class ArchiveArgs(BaseModel):
    path: str = Field(description="Path of an archive in the workspace.", max_length=200)


@forge_tool(args_schema=ArchiveArgs, tier="write", workspace_root_aware=True, raises=[ToolError])
def extract_zip(args: ArchiveArgs, *, workspace_root: Path) -> dict:
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
def shape_area(args: ShapeArgs) -> dict:
    """Compute the area of a shape."""
    shape = args.shape
    return {"area": 3.14159265 * shape.radius**2 if isinstance(shape, Circle) else shape.width * shape.height}


class QueryArgs(BaseModel):
    document: str = Field(description="A JSON document.", max_length=4000)
    path: str = Field(description="Dotted path, for example 'items.0.name'.", max_length=200)


@forge_tool(args_schema=QueryArgs, tier="read", raises=[ToolError])
def json_get(args: QueryArgs) -> dict:
    """Return what stands at a path of a JSON document."""
    try:
        value = json.loads(args.document, parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON.", code="bad_json") from None
    for step in args.path.split("."):
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 6 and int(step) < len(value):
            value = value[int(step)]
        else:
            return {"found": False, "value": None}
    return {"found": True, "value": json.dumps(value)[:4000]}


class LiteralArgs(BaseModel):
    literal: str = Field(description="A Python literal, for example \"[1, 'two']\".", max_length=500)


@forge_tool(args_schema=LiteralArgs, tier="read", raises=[ToolError])
def literal_to_json(args: LiteralArgs) -> dict:
    """Turn a Python literal into JSON."""
    try:
        return {"json": json.dumps(ast.literal_eval(args.literal), allow_nan=False, default=str)}
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        raise ToolError("That is no literal of Python.", code="bad_literal") from None
