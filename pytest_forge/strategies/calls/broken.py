"""Broken: calls with exactly one error, and its description."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from msgspec import Struct

from ..schemas.flat_schema import CannotMake, FlatSchema, types_of
from ..schemas.limits import bounds, count_of, positions, text_of_length
from ..schemas.patterns import text_not_matching
from .examples import candidate_arguments
from .values import ValueMaker

__all__ = ["Broken", "Kind", "invalid_arguments"]

Kind = Literal["missing", "wrong_type", "unknown", "out_of_range", "null"]

_MAX_DEPTH = 4
_MAX_TEXT = 200_000
_MAX_ITEMS = 2_000
_FAR = 987_654_321
#: A text without digits, which cannot be converted to a number.
_WORDS = "no such thing"


class Broken(Struct, frozen=True):
    """A call with one error.

    Attributes:
        arguments: The call.
        path: The path of the error: names, and positions in arrays.
        kind: The kind of error.
        what: The error in words, to follow "a call …".
    """

    arguments: dict[str, Any]
    path: tuple[str | int, ...]
    kind: Kind
    what: str


#: A value that does not fit a node, the path below it, its kind, and the error in words.
_Break = tuple[Any, tuple[str | int, ...], Kind, str]


def invalid_arguments(schema: Mapping[str, Any], *, mark: str = "forge-mark", limit: int = 300) -> list[Broken]:
    """Return calls that the schema refuses for one reason each; empty without a valid call to start from.

    Wrong types are beyond any reasonable conversion: an object for a text, but never ``"5"`` for a number.

    Args:
        schema: The advertised schema. An unknown argument counts as an error even if the root is open.
        mark: Text in wrong values where possible, to be searched for in answers.
        limit: Maximum number of calls.
    """
    calls = candidate_arguments(schema, limit=2)
    if not calls:
        return []
    maker = ValueMaker(FlatSchema(schema))
    base, full = calls[0], calls[-1]
    found: dict[str, Broken] = {}

    def add(broken: Broken) -> None:
        is_root_key = broken.kind == "unknown" and len(broken.path) == 1
        if is_root_key or not maker.view.fits(schema, broken.arguments):
            found.setdefault(json.dumps(broken.arguments, sort_keys=True, default=repr), broken)

    add(Broken({**base, mark: mark}, (mark,), "unknown", "with an argument that the schema does not name"))
    for flat in maker.view.alternatives(schema):
        for name in flat.get("required") or ():
            without = {key: value for key, value in full.items() if key != name}
            add(Broken(without, (name,), "missing", f"without the required argument {name!r}"))
        for name, node in (flat.get("properties") or {}).items():
            for value, below, kind, what in _breaks(maker, node, name, 1, mark):
                where = ".".join(str(part) for part in (name, *below))
                add(Broken({**base, name: value}, (name, *below), kind, what.replace("%", repr(where))))
            if len(found) >= limit:
                return list(found.values())[:limit]
    return list(found.values())


def _breaks(maker: ValueMaker, node: Any, name: str, depth: int, mark: str) -> Iterator[_Break]:
    flats = maker.view.alternatives(node)
    kinds: set[str] = set()
    for flat in flats:
        if "type" not in flat and "enum" not in flat and "const" not in flat:
            # Every value of some type is valid here.
            return
        kinds.update(_kinds(flat))
    for value, below, kind, what in _candidates(maker, flats, kinds, name, depth, mark):
        if not maker.view.fits(node, value):
            yield value, below, kind, what


def _candidates(
    maker: ValueMaker, flats: list[dict[str, Any]], kinds: set[str], name: str, depth: int, mark: str
) -> Iterator[_Break]:
    items = [positions(flat)[1] for flat in flats if "array" in _kinds(flat)]
    thing, things = {mark: [mark]}, [{mark: mark}]
    if "object" not in kinds and not any(maker.view.fits(item, thing) for item in items):
        yield thing, (), "wrong_type", "with an object for %"
    if "array" not in kinds:
        yield things, (), "wrong_type", "with a list of objects for %"
    if not kinds & {"string", "array"}:
        for text in (mark, _WORDS):
            yield text, (), "wrong_type", f"with the text {text!r} for %"
    if "integer" in kinds and "number" not in kinds:
        # Between two values that fit, so that it is no matter of bounds.
        least = next((low for flat in flats if (low := bounds(flat, whole=True)[0]) is not None), 0)
        yield least + 0.5, (), "wrong_type", f"with {least + 0.5} for the whole number %"
    # Smolagents advertises null in the words of OpenAPI.
    if "null" not in kinds and not any(flat.get("nullable") is True for flat in flats):
        yield None, (), "null", "with null for %"
    for flat in flats:
        if "const" in flat or "enum" in flat:
            yield (
                (mark if "string" in _kinds(flat) else _FAR),
                (),
                "out_of_range",
                "with a value for % that is not among its choices",
            )
            continue
        for kind in _kinds(flat):
            if kind in ("integer", "number"):
                yield from _beyond_bounds(flat, whole=kind == "integer")
            elif kind == "string":
                yield from _beyond_lengths(flat, mark)
            elif kind == "array":
                yield from _wrong_arrays(maker, flat, name, depth, mark)
            elif kind == "object" and depth < _MAX_DEPTH:
                yield from _wrong_objects(maker, flat, depth, mark)


def _kinds(flat: Mapping[str, Any]) -> list[str]:
    """Return the types of a flat schema, or those of its listed values."""
    if "type" in flat:
        return types_of(flat)
    values = flat["enum"] if isinstance(flat.get("enum"), list) else [flat["const"]] if "const" in flat else []
    names = {
        str: "string",
        bool: "boolean",
        int: "integer",
        float: "number",
        list: "array",
        dict: "object",
        type(None): "null",
    }
    return list(dict.fromkeys(names.get(type(value), "string") for value in values))


def _beyond_bounds(flat: Mapping[str, Any], *, whole: bool) -> Iterator[_Break]:
    low, high = bounds(flat, whole=whole)
    for keyword, side in (("exclusiveMinimum", "below its minimum"), ("exclusiveMaximum", "above its maximum")):
        edge = flat.get(keyword)
        if isinstance(edge, int | float) and not isinstance(edge, bool):
            yield edge, (), "out_of_range", f"with {edge} for %, {side},"
    if low is not None:
        for value in (low - 1, min(low, 0) - _FAR):
            yield value, (), "out_of_range", f"with {value} for %, below its minimum,"
    if high is not None:
        for value in (high + 1, max(high, 0) + _FAR):
            yield value, (), "out_of_range", f"with {value} for %, above its maximum,"


def _beyond_lengths(flat: Mapping[str, Any], mark: str) -> Iterator[_Break]:
    least, most = count_of(flat, "minLength", None), count_of(flat, "maxLength", None)
    pattern = flat.get("pattern")
    if isinstance(pattern, str):
        text = text_not_matching(pattern, min_length=least or 0, max_length=most, mark=mark)
        if text is not None:
            yield text, (), "out_of_range", "with a text for % that does not match its pattern"
        return
    if least and least <= _MAX_TEXT:
        yield text_of_length(mark, 0, least - 1), (), "out_of_range", "with a text for % that is too short"
    if most is not None and most <= _MAX_TEXT:
        yield text_of_length(mark, most + 1, None), (), "out_of_range", "with a text for % that is too long"


def _wrong_arrays(maker: ValueMaker, flat: Mapping[str, Any], name: str, depth: int, mark: str) -> Iterator[_Break]:
    least, most = count_of(flat, "minItems", 0) or 0, count_of(flat, "maxItems", None)
    free = {**flat, "minItems": 0, "uniqueItems": True}
    # Without items, or without enough different ones, a list of a wrong length cannot be made.
    with suppress(CannotMake):
        if 0 < least <= _MAX_ITEMS:
            yield maker.items(free, name, least - 1, depth=depth), (), "out_of_range", "with too few items in %"
        if most is not None and most <= _MAX_ITEMS:
            # Different items: a set would drop equal ones.
            yield maker.items(free, name, most + 1, depth=depth), (), "out_of_range", "with too many items in %"
    prefix, rest = positions(flat)
    if depth >= _MAX_DEPTH or prefix:
        return
    try:
        filler = maker.items(flat, name, max(least, 1), depth=depth)
    except CannotMake:
        return
    for value, below, kind, what in _breaks(maker, rest, name, depth + 1, mark):
        yield [value, *filler[1:]], (0, *below), kind, what


def _wrong_objects(maker: ValueMaker, flat: Mapping[str, Any], depth: int, mark: str) -> Iterator[_Break]:
    made = [
        value for value in maker.several({**flat, "type": "object"}, limit=2, depth=depth) if isinstance(value, dict)
    ]
    if not made:
        return
    properties = flat.get("properties") or {}
    for name in flat.get("required") or ():
        yield (
            {key: value for key, value in made[0].items() if key != name},
            (name,),
            "missing",
            "without the required field %",
        )
    for name, node in properties.items():
        for value, below, kind, what in _breaks(maker, node, name, depth + 1, mark):
            yield {**made[0], name: value}, (name, *below), kind, what
    additional = flat.get("additionalProperties", True)
    if additional is False and not flat.get("patternProperties"):
        yield {**made[0], mark: mark}, (mark,), "unknown", "with an unknown field in an object, at %,"
    elif isinstance(additional, Mapping) and "propertyNames" not in flat:
        for value, below, kind, what in _breaks(maker, additional, "name", depth + 1, mark):
            if "name" not in properties:
                yield {**made[0], "name": value}, ("name", *below), kind, what
