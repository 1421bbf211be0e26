"""Own records: objects in the arguments of a call, with the keys and the texts that the tool's own code looks up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from .own_keys import Kind
from .schemas.flat_schema import FlatSchema
from .shaped_files import records

__all__ = ["free_objects", "with_own_choices", "with_own_records", "with_row"]

_MAX_KEYS, _MAX_ROWS = 12, 3
Row: TypeAlias = Mapping[str, Any] | Sequence[Any]
_UNKNOWN: tuple[Kind, ...] = ("text", "number")


def free_objects(schema: Mapping[str, Any]) -> dict[str, tuple[bool, Any]]:
    """Return the arguments that are objects without declared keys, or lists of such objects.

    Returns:
        For each, whether it is a list, and the schema of the values of its objects.
    """
    found: dict[str, tuple[bool, Any]] = {}
    view = FlatSchema(schema)
    for flat in view.alternatives(schema):
        for name, node in (flat.get("properties") or {}).items():
            for part in view.alternatives(node):
                is_list = part.get("type") == "array"
                for inner in view.alternatives(part.get("items", {})) if is_list else [part]:
                    if inner.get("type") == "object" and not inner.get("properties") and _is_open(inner):
                        found.setdefault(name, (is_list, inner.get("additionalProperties", True)))
    return found


def with_own_choices(
    call: Mapping[str, Any], schema: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
) -> Iterator[dict[str, Any]]:
    """Yield a call whose records have the texts that the tool expects under their keys: in a list, different ones."""
    changed = {name: _chosen(value, choices) for name, value in call.items()}
    if changed != call and FlatSchema(schema).fits(schema, changed):
        yield changed


def _chosen(value: Any, choices: Mapping[str, Sequence[str]], number: int = 0) -> Any:
    if isinstance(value, Mapping):
        texts = {key: choices[key] for key, part in value.items() if isinstance(part, str) and choices.get(key)}
        return {**value, **{key: chosen[number % len(chosen)] for key, chosen in texts.items()}}
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        rows = [_chosen(value[place % len(value)], choices, place) for place in range(max(_MAX_ROWS, len(value)))]
        # One record will do where the tool expects one text alone.
        return [row for place, row in enumerate(rows) if place < len(value) or row not in rows[:place]]
    return value


def with_own_records(
    call: Mapping[str, Any],
    schema: Mapping[str, Any],
    keys: Mapping[str, Kind],
    choices: Mapping[str, Sequence[str]] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield variants of a call whose free objects have the keys that the tool looks up; they fit the schema.

    Args:
        call: A valid call.
        schema: The schema of all arguments.
        keys: The keys, each with the kind of its values.
        choices: The texts that the tool expects under some of them.
    """
    free = free_objects(schema)
    if not free or not keys:
        return
    view = FlatSchema(schema)
    for unknown in _UNKNOWN:
        rows = records(dict(list(keys.items())[:_MAX_KEYS]), unknown=unknown)
        for number, row in enumerate(rows):
            chosen = {key: texts[number % len(texts)] for key, texts in (choices or {}).items() if texts}
            row.update((key, text) for key, text in chosen.items() if key in row)
        for form in _forms(rows):
            changed = {**call, **{name: _made(rows, form, *shape) for name, shape in free.items()}}
            if changed != call and view.fits(schema, changed):
                yield changed


def with_row(call: Mapping[str, Any], row: Row, following: Row = ()) -> dict[str, Any]:
    """Return a call with the values of a record: of the same names, or else the texts in their order.

    Args:
        call: A call.
        row: A record, or the values of one.
        following: Another one, for further arguments: ``to_side`` beside ``side``.
    """
    if isinstance(row, Mapping) and any(name in row for name in call):
        others = following if isinstance(following, Mapping) else {}
        further = {name: others[key] for name in call for key in others if name != key and name.endswith(key)}
        return {**call, **further, **{name: row[name] for name in call if name in row}}
    names = [name for name, value in call.items() if isinstance(value, str)]
    first, second = _texts(row), _texts(following)
    left = len(names) - len(first)
    return {**call, **dict(zip(names, [*first, *(second[-left:] if left > 0 else [])], strict=False))}


def _texts(row: Row) -> list[str]:
    return [value for value in (row.values() if isinstance(row, Mapping) else row) if isinstance(value, str)]


def _forms(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return objects: one with all keys, objects by name, and objects and lists below each key."""
    first = rows[0]
    return [first, {"hello": first, "ada": rows[1]}, dict.fromkeys(first, first), {**dict.fromkeys(first, rows)}]


def _made(rows: list[dict[str, Any]], form: dict[str, Any], is_list: bool, values: Any) -> Any:  # a pair
    kind = values.get("type") if isinstance(values, Mapping) else None
    if kind in ("integer", "number", "string", "boolean"):
        plain: Any = {"integer": 1, "number": 1, "string": "hello", "boolean": True}[kind]
        # Keys whose values in other records are of this kind, if there are any.
        fitting = [{key: value for key, value in row.items() if _is(value, kind)} for row in rows]
        typed = fitting if all(fitting) else [dict.fromkeys(row, plain) for row in rows]
        return typed if is_list else typed[0]
    return rows if is_list else form


def _is(value: Any, kind: str) -> bool:
    return isinstance(value, bool) == (kind == "boolean") and isinstance(
        value, {"integer": int, "number": int | float, "string": str, "boolean": bool}[kind]
    )


def _is_open(node: Mapping[str, Any]) -> bool:
    return node.get("additionalProperties") is not False and not node.get("patternProperties")
