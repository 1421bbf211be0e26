"""Told fields: the schema of records whose keys only a description names.

{"type": "object"}, told of as {"day": "YYYY-MM-DD", "hours": whole number}, becomes

{"type": "object", "required": ["day", "hours"],
 "properties": {"day": {"type": "string", "description": "YYYY-MM-DD"}, "hours": {"type": "integer"}}}
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..profile.roles import role_of
from ..profile.told_kinds import told_kinds, told_values
from ..profile.told_ranges import told_limits
from ..profile.told_records import told_keys, words_on
from ..profile.told_templates import ToldKey
from ..regex import regex
from .role_values import OF_ONE_FORM

__all__ = ["item_with_fields", "joined_words", "with_told_fields"]

#: The form of a moment, in letters.
_FORM = regex(r"\b(?:YYYY|HH)\b[\w:./-]*")
_ENDS = frozenset(("start", "end", "from", "to", "begin", "begins", "ends", "until", "first", "last", "at", "on"))


def with_told_fields(flat: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the flat schema of an object with the keys of which its description tells, the likeliest first.

    Nothing is yielded if it tells of none. Keys that the schema declares get the words alone. The second schema has
    other types, where those of some values are uncertain.
    """
    described = flat.get("description")
    if not isinstance(described, str) or flat.get("patternProperties") or "propertyNames" in flat:
        return
    keys = told_keys(described)
    properties = flat.get("properties")
    if isinstance(properties, Mapping) and properties:
        yield from _with_words(flat, properties, {key.name: key.told for key in keys}, described)
        return
    values = flat.get("additionalProperties", True)
    needed = [key.name for key in keys if key.is_needed]
    likely, other = ({key.name: _node(key, values, described, place) for key in keys} for place in (0, -1))
    if keys and values is not False:
        yield {**flat, "properties": likely, "required": needed}
        yield from [{**flat, "properties": other, "required": needed}] if other != likely else ()


def item_with_fields(item: Any, told: str) -> Any:
    """Return the schema of a list's items with the words on the list, if they tell of the keys of its items."""
    if not told or not isinstance(item, bool | Mapping) or item is False:
        return item
    node = {} if item is True else item
    is_record = node.get("type") == "object" or "$ref" in node
    if is_record or (not node.keys() - {"description", "title"} and told_keys(told)):
        return {**(node if is_record else {"type": "object"}), "description": joined_words(told, [node])}
    return item


def joined_words(described: str, nodes: Iterable[Mapping[str, Any]]) -> str:
    """Return a description and those of *nodes* that are no part of it."""
    others = (node.get("description") for node in nodes)
    told = (other for other in dict.fromkeys(others) if isinstance(other, str) and other not in described)
    return "\n\n".join([described, *told])


def _with_words(
    flat: Mapping[str, Any], properties: Mapping[str, Any], told: Mapping[str, str], described: str
) -> Iterator[Mapping[str, Any]]:
    """Yield the schema with what is told of a key where it has no description of its own."""
    changed = dict(properties)
    for name, node in properties.items():
        if isinstance(node, Mapping) and "description" not in node and node.get("type") == "string":
            words = told.get(name) or words_on(name, described) or _form_for(name, described)
            if words:
                changed[name] = {**node, "description": words}
    if changed != properties:
        yield {**flat, "properties": changed}


def _node(key: ToldKey, values: Any, described: str, place: int) -> dict[str, Any]:
    allowed = values.get("type") if isinstance(values, Mapping) else None
    types = [allowed] if isinstance(allowed, str) else told_kinds(key.name, key.told)
    kind = _type_of(key.shown[0]) if key.shown else types[place]
    node: dict[str, Any] = {"type": kind}
    words = key.told or (_form_for(key.name, described) if kind == "string" else "")
    node |= {"description": words} if words else {}
    shown = list(key.shown) or (told_values(key.told) if kind == "string" else [])
    node |= {"examples": shown} if shown else {}
    low, high = told_limits(key.name, key.told) if kind in ("integer", "number") else (None, None)
    node |= {"minimum": low} if low is not None else {}
    return node | ({"maximum": high} if high is not None else {})


def _form_for(name: str, described: str) -> str:
    """Return the form of moments that a description shows, for a key that has to be one."""
    forms: Sequence[str] = list(dict.fromkeys(_FORM.findall(described)))
    is_moment = role_of(name, {"type": "string"}) in OF_ONE_FORM or not _ENDS.isdisjoint(name.lower().split("_"))
    return forms[0] if len(forms) == 1 and is_moment else ""


def _type_of(value: Any) -> str:
    kinds = {bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}
    return kinds.get(type(value), "string")
