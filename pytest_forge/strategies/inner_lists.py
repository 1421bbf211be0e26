"""Inner lists: lists within lists whose entries a description tells, where the schema leaves them open.

Busy times, each as [start, end].       free(busy: list[list[str]])

Ordinary calls have the entries that are told. An inner list with another length than all calls that work have is not
what the description asks for, although the schema allows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..profile.told_entries import told_entries
from .schemas.flat_schema import FlatSchema

__all__ = ["has_other_length", "with_entries"]

_MAX_ITEMS = 200
#: Keywords with which a schema tells of the length itself.
_CLOSED = frozenset(("minItems", "maxItems", "prefixItems", "contains"))


def with_entries(flat: Mapping[str, Any], told: str) -> Mapping[str, Any]:
    """Return the schema of a list whose inner lists have the entries that *told* names or counts.

    Args:
        flat: The flat schema of the outer list.
        told: The words on it.
    """
    inner = flat.get("items")
    if not isinstance(inner, Mapping) or inner.get("type") != "array" or not _CLOSED.isdisjoint(inner):
        return flat
    entries = next(iter(told_entries(told)), ())
    part = inner.get("items")
    if not entries or not isinstance(part, bool | Mapping | None):
        return flat
    node = {"description": told, **part} if isinstance(part, Mapping) else {"description": told}
    positions = [{"title": name, **node} if name else node for name in entries]
    return {**flat, "items": {**inner, "prefixItems": positions, "minItems": len(entries), "maxItems": len(entries)}}


def has_other_length(
    schema: Mapping[str, Any], told: str, call: Mapping[str, Any], working: Iterable[Mapping[str, Any]]
) -> bool:
    """Tell whether an inner list of a call has another length than its description and all *working* calls say.

    Args:
        schema: The schema of all arguments.
        told: The words on the tool, for arguments without a description.
        call: The arguments.
        working: Calls that work.
    """
    calls = list(working)
    for name, own in _arguments(schema):
        if isinstance(call.get(name), list) and (lengths := {*map(len, told_entries(own or told))}):
            usual = {length for other in calls for length in _lengths(other.get(name))}
            if usual and usual <= lengths and not usual.issuperset(_lengths(call[name])):
                return True
    return False


def _arguments(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the arguments that take lists of lists whose length the schema leaves open, each with its description."""
    view = FlatSchema(schema)
    for name, node in view.arguments.items():
        flats = [flat for flat in view.alternatives(node) if flat.get("type") == "array"]
        inner = [item for flat in flats for item in view.alternatives(flat.get("items", True))]
        if any(item.get("type") == "array" and _CLOSED.isdisjoint(item) for item in inner):
            yield name, str(node.get("description") or "") if isinstance(node, Mapping) else ""


def _lengths(value: Any) -> Iterator[int]:
    if isinstance(value, list):
        yield from (len(item) for item in value[:_MAX_ITEMS] if isinstance(item, list))
