"""Definition texts: every text that a model may read in a definition, with its place."""

from __future__ import annotations

from collections.abc import Iterator

from ...targets.facts import ToolFacts
from ...verdict import NotApplicable
from .schema_view import SchemaView, pointer, printable
from .tool_schema import view_of

__all__ = ["definition_texts"]

_TEXTS = ("title", "description", "$comment", "default", "const")
_LISTS = ("enum", "examples")


def definition_texts(tool: ToolFacts) -> Iterator[tuple[str, str]]:
    """Yield each text that a model may read, with its place as a finding names it."""
    view: SchemaView = view_of(tool)
    yield "name", tool.name
    if tool.description:
        yield "description", tool.description
    for path, node in view.nodes:
        for key in _TEXTS:
            value = node.get(key)
            if isinstance(value, str):
                yield f"text at {printable(pointer((path, key)))}", value
        for key in _LISTS:
            values = node.get(key)
            if isinstance(values, list):
                for value in values:
                    if isinstance(value, str):
                        yield f"text at {printable(pointer((path, key)))}", value
        properties = node.get("properties")
        if isinstance(properties, dict):
            for name in properties:
                yield f"name of a field at {printable(pointer((path, 'properties')))}", str(name)
    if view.too_deep:
        raise NotApplicable("The schema is nested too deeply, as schema_is_valid reports.")
