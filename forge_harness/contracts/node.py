"""A short notation for the JSON Schema of a contract: closed objects, lists and choices."""

from __future__ import annotations

from typing import Any

__all__ = [
    "BOOLEAN",
    "FRACTION",
    "INTEGER",
    "NUMBER",
    "TEXT",
    "TEXTS",
    "Node",
    "choice",
    "closed",
    "items",
    "matching",
    "opened",
    "texts",
]

#: A JSON Schema.
Node = dict[str, Any]

TEXT: Node = {"type": "string"}
NUMBER: Node = {"type": "number"}
INTEGER: Node = {"type": "integer"}
BOOLEAN: Node = {"type": "boolean"}
#: A share of one, from 0 to 1.
FRACTION: Node = {"type": "number", "minimum": 0, "maximum": 1}
TEXTS: Node = {"type": "array", "items": TEXT}


def choice(words: str) -> Node:
    """Return the schema of a text that is one of *words*, which spaces divide."""
    return {"type": "string", "enum": words.split()}


def matching(pattern: str, example: str) -> Node:
    r"""Return the schema of a text that a pattern matches as a whole.

    Args:
        pattern: A regular expression without anchors, in the dialect of JSON Schema.
        example: A text that matches, for messages.
    """
    # Python's $ also matches before a last line feed.
    return {"type": "string", "pattern": f"^(?:{pattern})$(?!\n)", "examples": [example]}


def items(node: Node, *, at_least: int = 0, unique: bool = False) -> Node:
    """Return the schema of a list of *node*."""
    bounds: Node = {"minItems": at_least} if at_least else {}
    return {"type": "array", "items": node, **bounds, **({"uniqueItems": True} if unique else {})}


def closed(required: str = "", /, **fields: Node) -> Node:
    """Return the schema of an object that has no other fields.

    Args:
        required: The names of the fields that must be there, which spaces divide.
        fields: Every field by its name.
    """
    return {**opened(required, **fields), "additionalProperties": False}


def opened(required: str = "", /, **fields: Node) -> Node:
    """Return the schema of an object that may have other fields too; arguments as in `closed`."""
    node: Node = {"type": "object"}
    if fields:
        node["properties"] = fields
    if required:
        node["required"] = required.split()
    return node


def texts(names: str) -> dict[str, Node]:
    """Return fields that hold texts, by their names, which spaces divide."""
    return dict.fromkeys(names.split(), TEXT)
