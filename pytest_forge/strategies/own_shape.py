"""Own shape: the documents that a tool's own code expects, with objects and lists nested as it looks them up.

    data = response.json()                          {"results": [{"name": "ada", "main": {"temp": 10}}, …]}
    for one in data["results"]:
        one["name"], one["main"]["temp"] - 273

The code is read and not run. Documents of all places that parse JSON are one: a tool that asks twice finds in each
answer what it looks for. What the code passes to a Pydantic model or a dataclass has the fields of that class. The
first record has the values of the call, and maps have them among their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from .document_reader import DocumentReader, followed_documents
from .document_writer import DocumentWriter
from .mined_constants import author_functions
from .own_keys import Kind, flat_values

__all__ = ["own_choices", "own_document"]

#: Of the tool that was read last.
_readers: dict[tuple[FunctionType, ...], DocumentReader] = {}


def own_document(tool: Tool, given: Mapping[str, Any] | None = None, *, unknown: Kind = "text", room: int = 0) -> Any:
    """Return a document in which a tool's code finds what it looks up; None if it looks up nothing.

    Args:
        tool: The tool.
        given: The arguments of the call that is to find it.
        unknown: The kind of values of which nothing is known.
        room: 1 for large numbers where nothing is compared with a value of the call, larger from key to key, so that
            something can be taken from one record and put into another; -1 for smaller ones.
    """
    root = _reader(tool).root
    is_known = root.keys or root.item is not None or root.fields
    return DocumentWriter(flat_values(given or {}), unknown, room).value("", root, 0, 0) if is_known else None


def own_choices(tool: Tool) -> dict[str, list[str]]:
    """Return the texts with which a tool's code compares values of documents and tables, by the key of the value.

    They are members of a collection or an enumeration, keys of a map, and the cases of a choice:
    ``job["state"] in ("queued", "running")``.
    """
    reader = _reader(tool)
    found: dict[str, dict[str, None]] = {}
    seen, waiting = set[int](), [reader.root, reader.table]
    while waiting:
        shape = waiting.pop()
        if id(shape) in seen:
            continue
        seen.add(id(shape))
        for key, below in shape.keys.items():
            if below.choices:
                found.setdefault(key, {}).update(below.choices)
        waiting += [*shape.keys.values(), *([] if shape.item is None else [shape.item])]
    return {key: list(texts) for key, texts in found.items()}


def _reader(tool: Tool) -> DocumentReader:
    """Return what has followed the documents of a tool through all of its code, read once for its many documents."""
    functions = tuple(author_functions(tool))
    if functions not in _readers:
        _readers.clear()
        _readers[functions] = followed_documents(OwnCode(tool), functions)
    return _readers[functions]
