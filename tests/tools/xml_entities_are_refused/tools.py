"""Tools that break xml_entities_are_refused, and others that resemble them and keep it."""

from __future__ import annotations

import io
import xml.sax
from pathlib import Path
from typing import Any
from xml.dom import minidom
from xml.etree import ElementTree as ET
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import PathArgs, tool
from ..shared.good_injection import TextArgs
from ..shared.good_injection import tool as tool2


def inside(root: Path, name: str) -> Path | None:
    path = (root / name).resolve()
    return path if path.is_relative_to(root.resolve()) else None


class XmlArgs(BaseModel):
    xml: str = Field(description="An XML document.")


BAD_XML = {"error": "bad_xml", "message": "The document cannot be parsed."}


@breaks("xml_entities_are_refused")
@tool("element_tree", XmlArgs, "xml_entities_are_refused", tier="read")
def element_tree(args: XmlArgs) -> dict[str, Any]:
    try:
        return {"root": ET.fromstring(args.xml).tag}
    except ET.ParseError:
        return BAD_XML


@breaks("xml_entities_are_refused")
@tool("minidom_of_the_workspace", PathArgs, "xml_entities_are_refused", tier="read", aware=True)
def minidom_of_the_workspace(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    with Workspace(workspace_root, suffixes={".xml"}, max_bytes=100_000) as workspace:
        text = workspace.read_bytes(args.path)
    try:
        return {"titles": len(minidom.parseString(text).getElementsByTagName("title"))}
    except (ExpatError, ValueError):
        return {"error": "no_xml", "message": "The file is no XML document."}


@breaks("xml_entities_are_refused")
@tool("minidom_file", PathArgs, "xml_entities_are_refused", tier="read", aware=True)
def minidom_file(args: PathArgs, *, workspace_root: Path) -> dict[str, Any]:
    path = inside(workspace_root, args.path)
    if path is None or path.suffix != ".xml" or not path.is_file():
        return BAD_XML
    try:
        return {"root": minidom.parse(str(path)).documentElement.tagName}
    except Exception:
        return BAD_XML


class Words(xml.sax.ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def characters(self, content: str) -> None:
        self.words.append(content)


@breaks("xml_entities_are_refused")
@tool("external_entities", XmlArgs, "xml_entities_are_refused", tier="read")
def external_entities(args: XmlArgs) -> dict[str, Any]:
    handler = Words()
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    reader.setContentHandler(handler)
    try:
        reader.parse(io.StringIO(args.xml))
    except (xml.sax.SAXException, OSError, ValueError):
        return BAD_XML
    return {"size": sum(map(len, handler.words))}


class Totals(xml.sax.ContentHandler):
    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def characters(self, content: str) -> None:
        self.text += content


class InvoiceArgs(BaseModel):
    document: str = Field(default="<invoice>5</invoice>", max_length=5_000, description="The invoice, as XML.")


@breaks("xml_entities_are_refused")
@forge_tool(args_schema=InvoiceArgs, tier="read", raises=[ToolError])
def parse_invoice(args: InvoiceArgs) -> dict:
    """Read the text of an invoice."""
    totals = Totals()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    parser.setContentHandler(totals)
    try:
        parser.parse(io.StringIO(args.document))
    except Exception:
        raise ToolError("The invoice is no XML. Check the brackets.", code="no_xml") from None
    return {"text": totals.text[:1_000]}


class XmlFileArgs(BaseModel):
    path: str = Field(description="Path of an .xml file in the workspace.", max_length=200)


@breaks("xml_entities_are_refused")
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


@keeps("xml_entities_are_refused")
@tool2("refuses_doctypes", XmlArgs, tier="read")
def refuses_doctypes(args: XmlArgs) -> dict[str, Any]:
    if "<!DOCTYPE" in args.xml.upper() or "<!ENTITY" in args.xml.upper():
        return BAD_XML
    try:
        return {"root": ET.fromstring(args.xml).tag}
    except (ET.ParseError, ValueError):
        return BAD_XML


@keeps("xml_entities_are_refused")
@tool2("keeps_under_its_own_name", TextArgs, tier="write", aware=True)
def keeps_under_its_own_name(args: TextArgs, *, workspace_root: Path) -> dict[str, Any]:
    try:
        (workspace_root / "kept").mkdir(exist_ok=True)
        with open(workspace_root / "kept" / f"x {args.text}.txt", "w") as file:
            return {"size": file.write(args.text)}
    except (OSError, ValueError):
        return {"error": "bad_name", "message": "The text is no name of a file."}


try:
    from lxml import etree as lxml_etree  # type: ignore[import-not-found]
except ImportError:
    lxml_etree = None


class XmlArgs2(BaseModel):
    xml: str = Field(description="An XML document.", max_length=8000)


@keeps("xml_entities_are_refused", "failure_is_not_success")
@forge_tool(args_schema=XmlArgs2, tier="read", raises=[ToolError])
def xml_outline(args: XmlArgs2) -> dict:
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


@keeps("xml_entities_are_refused", "text_is_not_executed")
@forge_tool(args_schema=XmlArgs2, tier="read", raises=[ToolError])
def xml_canonical(args: XmlArgs2) -> dict:
    """Write an XML document in its canonical form."""
    if lxml_etree is None:
        raise ToolError("This needs lxml, which is not installed.", code="lxml_missing")
    parser = lxml_etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        return {"xml": lxml_etree.tostring(lxml_etree.fromstring(args.xml, parser), method="c14n").decode()}
    except lxml_etree.XMLSyntaxError:
        raise ToolError("That is no XML.", code="bad_xml") from None
