"""Record edges: a call that works, with one value of a record at an edge of its kind.

crates=[{"jars": 3, "room": "left"}]  ->  [{"jars": 0, "room": "left"}]  [{"jars": -1, ...}]  [{..., "room": ""}]

The schema leaves such values open, so that it has no edges of its own for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .own_records import free_objects
from .schemas.flat_schema import FlatSchema

__all__ = ["record_edges"]

_NUMBERS, _TEXTS = (0, -1), ("",)


def record_edges(call: Mapping[str, Any], schema: Mapping[str, Any], *, limit: int = 12) -> Iterator[dict[str, Any]]:
    """Yield variants of a call with one number or text of a record of any keys at its edge; they fit the schema.

    Args:
        call: A call that works.
        schema: The schema of all arguments.
        limit: Maximum number of calls.
    """
    view = FlatSchema(schema)
    made = 0
    for name in free_objects(schema):
        for record in _variants(call.get(name)):
            changed = {**call, name: record}
            if made < limit and view.fits(schema, changed):
                made += 1
                yield changed


def _variants(value: Any) -> Iterator[Any]:
    """Yield a record, or a list of records, with one value of the first record at an edge."""
    if isinstance(value, list):
        yield from ([record, *value[1:]] for record in _variants(value[0])) if value else ()
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from ({**value, key: edge} for edge in _edges(part) if edge != part)


def _edges(value: Any) -> Sequence[Any]:
    if isinstance(value, str):
        return _TEXTS
    return _NUMBERS if isinstance(value, int | float) and not isinstance(value, bool) else ()
