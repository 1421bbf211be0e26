"""Examples: plausible calls that a schema allows."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ..described_values import with_shared_examples
from ..schemas.flat_schema import CannotMake, FlatSchema
from .related_arguments import related_arguments, with_days_in_order
from .values import ValueMaker

__all__ = ["candidate_arguments"]


def candidate_arguments(schema: Mapping[str, Any], *, seed: int = 0, limit: int = 12) -> list[dict[str, Any]]:
    """Return plausible valid calls: the schema's examples, required fields only, all fields, then variations.

    Args:
        schema: The advertised schema; an invalid schema, or one that is not of an object, gives an empty list.
        seed: The same seed gives the same calls.
        limit: Maximum number of calls.
    """
    try:
        key = f"{seed} {json.dumps(schema, default=repr)}"
    except (TypeError, ValueError, RecursionError):
        return _made(schema, seed, limit)
    calls, most = _made_before.get(key, ([], 0))
    if limit > most:
        calls = _made(schema, seed, limit)
        if len(_made_before) < _MAX_REMEMBERED:
            # A smaller limit would have given the first of these.
            _made_before[key] = (calls, limit)
    return copy.deepcopy(calls[:limit])


#: Schema and seed, as text, to the calls and their limit.
_made_before: dict[str, tuple[list[dict[str, Any]], int]] = {}
_MAX_REMEMBERED = 200


def _made(schema: Mapping[str, Any], seed: int, limit: int) -> list[dict[str, Any]]:
    maker = ValueMaker(FlatSchema(schema), seed=seed)
    found: dict[str, dict[str, Any]] = {}
    for call in _calls(maker, schema):
        if isinstance(call, dict) and maker.view.fits(schema, call):
            found.setdefault(json.dumps(call, sort_keys=True, default=repr), call)
            if len(found) >= limit:
                break
    return list(found.values())


def _calls(maker: ValueMaker, schema: Mapping[str, Any]) -> Iterator[Any]:
    examples = schema.get("examples")
    yield from examples if isinstance(examples, list) else ()
    bases: list[dict[str, Any]] = []
    for full in (False, True):
        try:
            base = maker.make({**schema, "type": "object"}, full=full)
        except CannotMake:
            continue
        bases.append(base)
        yield from with_days_in_order(base)
        yield base
    if not bases:
        return
    yield from related_arguments(bases[-1], _properties(maker, schema))
    full_base = bases[-1]
    properties = _properties(maker, schema)
    others = {name: maker.several(node, name, limit=4, full=True, depth=1) for name, node in properties.items()}
    for turn in (1, 2):
        # All fields change together, for tools that need the same date format in every field.
        yield {
            name: others[name][turn] if len(others.get(name, ())) > turn else value for name, value in full_base.items()
        }
        yield {
            name: others[name][turn] if len(others.get(name, ())) > turn else value for name, value in bases[0].items()
        }
    for turn in (1, 2, 3):
        for name, values in others.items():
            if len(values) > turn:
                yield {**bases[0], name: values[turn]}
                yield {**full_base, name: values[turn]}
    for flat in maker.view.alternatives(schema)[1:]:
        yield from maker.several({**flat, "type": "object"}, limit=1, full=True)


def _properties(maker: ValueMaker, schema: Mapping[str, Any]) -> dict[str, Any]:
    properties: dict[str, Any] = {}
    for flat in maker.view.alternatives(schema):
        for name, node in with_shared_examples(flat.get("properties") or {}).items():
            properties.setdefault(name, node)
    return properties
