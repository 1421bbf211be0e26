"""The broken tool expands the entities that a document declares; the fixed one refuses such documents."""

from xml.etree import ElementTree as ET

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_BAD: dict[str, object] = {"error": "bad_xml", "message": "The document cannot be parsed."}


class DocumentArguments(BaseModel):
    """What to look at."""

    xml: str = Field(description="An XML document.")


@forge_tool(args_schema=DocumentArguments, tier="read", register=False)
def broken(arguments: DocumentArguments) -> dict[str, object]:
    """Count the elements of a document."""
    try:
        return {"elements": sum(1 for _ in ET.fromstring(arguments.xml).iter())}
    except (ET.ParseError, ValueError):
        return _BAD


@forge_tool(args_schema=DocumentArguments, tier="read", register=False)
def fixed(arguments: DocumentArguments) -> dict[str, object]:
    """Count the elements of a document."""
    if "<!DOCTYPE" in arguments.xml:
        return _BAD
    try:
        return {"elements": sum(1 for _ in ET.fromstring(arguments.xml).iter())}
    except (ET.ParseError, ValueError):
        return _BAD
