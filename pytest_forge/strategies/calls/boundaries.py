"""Boundaries: valid calls at the limits of a schema, one argument at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ..schemas.flat_schema import CannotMake, FlatSchema, types_of
from ..schemas.limits import bounds, count_of, positions, text_of_length
from .examples import candidate_arguments
from .values import ValueMaker

__all__ = ["Boundary", "boundary_arguments"]

_MAX_CHOICES = 20
_MAX_DEPTH = 3
_MAX_TEXT = 100_000
_MAX_ITEMS = 1_000


class Boundary(Struct, frozen=True):
    """A valid call with one argument at an edge.

    Attributes:
        arguments: The call.
        path: The path of the edge: names, and positions in arrays.
        keyword: The keyword of the edge: ``minimum``, ``maximum``, ``enum``, ``boolean``, ``null``, ``minLength``,
            ``maxLength``, ``minItems``, ``maxItems``, ``empty`` or ``omitted``.
        value: The value at the edge; None if the argument is omitted.
    """

    arguments: dict[str, Any]
    path: tuple[str | int, ...]
    keyword: str
    value: Any = None


#: A value for a node, the path below it, the keyword, and the value at the edge.
_Edge = tuple[Any, tuple[str | int, ...], str, Any]


def boundary_arguments(schema: Mapping[str, Any], *, limit: int = 200) -> list[Boundary]:
    """Return valid calls at the edges of *schema*, as variations of the simplest call; empty without a valid call.

    Args:
        schema: The advertised schema.
        limit: Maximum number of calls.
    """
    calls = candidate_arguments(schema, limit=2)
    if not calls:
        return []
    maker = ValueMaker(FlatSchema(schema))
    base, full = calls[0], calls[-1]
    found: dict[str, Boundary] = {}
    for flat in maker.view.alternatives(schema):
        for name, node in (flat.get("properties") or {}).items():
            for value, below, keyword, edge in _edges(maker, node, name, 1):
                arguments = {**base, name: value}
                if not maker.view.fits(schema, arguments):
                    arguments = {**full, name: value}
                _add(found, maker, schema, Boundary(arguments, (name, *below), keyword, edge))
            without = {key: value for key, value in full.items() if key != name}
            _add(found, maker, schema, Boundary(without, (name,), "omitted"))
            if len(found) >= limit:
                return list(found.values())[:limit]
    return list(found.values())


def _add(found: dict[str, Boundary], maker: ValueMaker, schema: Mapping[str, Any], boundary: Boundary) -> None:
    if maker.view.fits(schema, boundary.arguments):
        found.setdefault(json.dumps([boundary.arguments, boundary.path], sort_keys=True, default=repr), boundary)


def _edges(maker: ValueMaker, node: Any, name: str, depth: int) -> Iterator[_Edge]:
    for flat in maker.view.alternatives(node):
        if isinstance(flat.get("enum"), list):
            yield from ((value, (), "enum", value) for value in flat["enum"][:_MAX_CHOICES])
            continue
        if "const" in flat or not (flat.keys() - {"description", "title", "default", "examples"}):
            continue
        for kind in types_of(flat) if "type" in flat else types_of(flat)[:1]:
            yield from _edges_of_type(maker, kind, flat, name, depth)


def _edges_of_type(maker: ValueMaker, kind: str, flat: Mapping[str, Any], name: str, depth: int) -> Iterator[_Edge]:
    if kind == "boolean":
        yield from ((value, (), "boolean", value) for value in (True, False))
    elif kind == "null":
        yield None, (), "null", None
    elif kind in ("integer", "number"):
        edges = zip(("minimum", "maximum"), bounds(flat, whole=kind == "integer"), strict=True)
        for keyword, edge in edges:
            # Fractions do not have a last value before an exclusive bound.
            if edge is not None and (kind == "integer" or _is_inclusive(flat, keyword)):
                yield edge, (), keyword, edge
    elif kind == "string":
        yield from _text_edges(maker, flat, name)
    elif kind == "array":
        yield from _array_edges(maker, flat, name, depth)
    elif kind == "object" and depth < _MAX_DEPTH:
        yield from _object_edges(maker, flat, depth)


def _is_inclusive(flat: Mapping[str, Any], keyword: str) -> bool:
    return f"exclusive{keyword.capitalize()}" not in flat


def _text_edges(maker: ValueMaker, flat: Mapping[str, Any], name: str) -> Iterator[_Edge]:
    # Texts with a format do not have plain edges: a longer date is not a date.
    if "format" in flat or "pattern" in flat:
        return
    texts = maker.several({**flat, "type": "string"}, name, limit=1)
    if not texts:
        return
    least, most = count_of(flat, "minLength", None), count_of(flat, "maxLength", None)
    if not least:
        yield "", (), "empty", ""
    elif least <= _MAX_TEXT:
        text = text_of_length(texts[0], least, least)
        yield text, (), "minLength", text
    if most is not None and most <= _MAX_TEXT:
        text = text_of_length(texts[0], most, most)
        yield text, (), "maxLength", text


def _array_edges(maker: ValueMaker, flat: Mapping[str, Any], name: str, depth: int) -> Iterator[_Edge]:
    least, most = count_of(flat, "minItems", None), count_of(flat, "maxItems", None)
    if not least:
        yield [], (), "empty", []
    for keyword, count in (("minItems", least), ("maxItems", most)):
        if count and count <= _MAX_ITEMS:
            try:
                items = maker.items({**flat, "uniqueItems": True}, name, count, depth=depth)
            except CannotMake:
                continue
            yield items, (), keyword, items
    prefix, rest = positions(flat)
    if prefix or depth >= _MAX_DEPTH or rest is False:
        return
    try:
        filler = maker.items(flat, name, max(least or 1, 1), depth=depth)
    except CannotMake:
        return
    for value, below, keyword, edge in _edges(maker, rest, name, depth + 1):
        yield [value, *filler[1:]], (0, *below), keyword, edge


def _object_edges(maker: ValueMaker, flat: Mapping[str, Any], depth: int) -> Iterator[_Edge]:
    made = [
        value for value in maker.several({**flat, "type": "object"}, limit=2, depth=depth) if isinstance(value, dict)
    ]
    if not made:
        return
    required = flat.get("required") or ()
    for name, node in (flat.get("properties") or {}).items():
        for value, below, keyword, edge in _edges(maker, node, name, depth + 1):
            yield {**made[0], name: value}, (name, *below), keyword, edge
        if name not in required:
            yield {key: value for key, value in made[-1].items() if key != name}, (name,), "omitted", None
