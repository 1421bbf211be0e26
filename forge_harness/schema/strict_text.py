"""The texts of strict mode: hints, and strings that hold JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = [
    "FREE_KEYS_NOTE",
    "JSON_OBJECT_NOTE",
    "JSON_VALUE_NOTE",
    "as_list",
    "described",
    "free_keys_text",
    "settle_union",
]

JSON_OBJECT_NOTE = "Send the object as a JSON-encoded string."
"""Ends the description of a string in place of an object with free keys."""

JSON_VALUE_NOTE = "Send the value as a JSON-encoded string."
"""Ends the description of a string in place of any value."""

FREE_KEYS_NOTE = "Further properties of this object, or null for none."
"""Begins the description of the string for the undeclared keys of an object."""

_TOLD = ("minLength", "maxLength", "pattern", "format", "uniqueItems", "default")
_LONGEST_HINT = 80


def described(
    hardened: dict[str, Any], node: Mapping[str, Any], note: str = "", *, kept: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Add the description, hints for the left-out limits, and a note."""
    hints = []
    for key in _TOLD:
        if key in node and key not in (kept or ()) and node[key] is not None and node[key] is not False:
            told = json.dumps(node[key], ensure_ascii=False, default=str)
            if len(told) <= _LONGEST_HINT:
                hints.append(f"{key}: {told}")
    description = node.get("description")
    parts = [description] if isinstance(description, str) and description else []
    parts += [f"({', '.join(hints)})"] if hints else []
    parts += [note] if note else []
    if parts:
        hardened["description"] = " ".join(parts)
    return hardened


def free_keys_text(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return the string schema for the free keys of the object *node*."""
    kind = node.get("additionalProperties")
    told = json.dumps(kind, ensure_ascii=False, default=str) if isinstance(kind, dict) and kind else ""
    hint = f" (each: {told})" if told and len(told) <= _LONGEST_HINT else ""
    return {"type": ["string", "null"], "description": f"{FREE_KEYS_NOTE}{hint} {JSON_OBJECT_NOTE}"}


def settle_union(
    union: dict[str, Any], json_texts: dict[int, frozenset[str] | None], definitions: Mapping[str, Any]
) -> list[Any]:
    """Leave one string in a union where a text could be plain or JSON; other unions stay.

    Args:
        union: A hardened node, changed in place.
        json_texts: The strings that hold JSON, by `id`, with the types of their values; the new one is added.
        definitions: What references lead to.

    Returns:
        The branches before.
    """
    leaves: list[Any] = []
    waiting = list(reversed(as_list(union.get("anyOf"))))
    while waiting:
        leaf = waiting.pop()
        if "anyOf" in leaf:
            waiting.extend(reversed(leaf["anyOf"]))
        else:
            leaves.append(leaf)
    meant = [definitions.get(str(leaf.get("$ref")).removeprefix("#/$defs/"), leaf) for leaf in leaves]
    coded = [leaf for leaf in meant if id(leaf) in json_texts]
    plain = [leaf for leaf in meant if id(leaf) not in json_texts and _is_any_text(leaf)]
    if not plain or not coded:
        return leaves
    allowed = [json_texts[id(leaf)] for leaf in coded]
    gone = {id(leaf) for leaf in (*plain, *coded)}
    others = [leaf for leaf, target in zip(leaves, meant, strict=True) if id(target) not in gone]
    if any(leaf["type"] != "string" for leaf in plain) and {"type": "null"} not in others:
        others.append({"type": "null"})
    # A model that writes all values as JSON must be understood too.
    allowed += [frozenset(as_list(leaf["type"])) if "type" in leaf else None for leaf in others]
    kinds = None if None in allowed else frozenset({"string"}).union(*(kind for kind in allowed if kind))
    said = [text.removesuffix(JSON_OBJECT_NOTE).removesuffix(JSON_VALUE_NOTE).rstrip() for text in _said(meant)]
    if others:
        text = described({"type": "string"}, {"description": " ".join(filter(None, said))}, JSON_VALUE_NOTE)
        union["anyOf"] = [text, *others]
    else:
        text = union
        said = [*_said([union]), *filter(None, said)]
        union.clear()
        union |= described({"type": "string"}, {"description": " ".join(said)}, JSON_VALUE_NOTE)
    json_texts[id(text)] = kinds
    return leaves


def _is_any_text(leaf: Mapping[str, Any]) -> bool:
    return "string" in as_list(leaf.get("type")) and leaf.keys().isdisjoint(("enum", "format", "pattern"))


def _said(nodes: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(node["description"] for node in nodes if "description" in node))


def as_list(value: Any) -> list[Any]:
    """Return a list unchanged, any other value in a list, and an empty list for None."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]
