"""Writer of documents: gives a document of a tool the values that a call looks for in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..regex import regex
from .document_shape import MAX_DEPTH, Shape
from .own_keys import ROOM, Kind, asked_value, naming_values
from .shaped_files import plain_value

__all__ = ["DocumentWriter"]

_MAX_GIVEN, _ITEMS = 4, 3
_YEAR = regex(r"^\d{4}(?=-\d\d-\d\d)")
#: Of the records but the first: long past, and to come.
_YEARS = ("2001", "2037")


class DocumentWriter:
    """Writes the values of a document for a call."""

    def __init__(self, given: Mapping[str, Any], unknown: Kind, room: int) -> None:
        self._given = given
        self._unknown = unknown
        self._room = room
        values = [value for value in given.values() if isinstance(value, str | int) and not isinstance(value, bool)]
        self._asked = list(dict.fromkeys(map(str, values[:_MAX_GIVEN])))

    def value(self, key: str, shape: Shape, number: int, depth: int) -> Any:
        """Return a value of a shape, one for each number."""
        if depth > MAX_DEPTH:
            return None
        if shape.keys or shape.fields:
            asked = {name: asked_value(name, self._given) for name in shape.fields} if number == 0 else {}
            found = {
                **_dated(shape.fields, number),
                **{name: one for name, one in asked.items() if isinstance(one, str | int | float)},
            }
            records = naming_values(self._given, shape.keys)
            for at, (name, below) in enumerate(shape.keys.items()):
                if name in found:
                    continue
                if below.is_compared and number < len(records) and asked_value(name, self._given) is None:
                    # What the code asks for may be called otherwise than the argument.
                    found[name] = records[number]
                elif self._has_room(below):
                    found[name] = ROOM * (at + 1 if self._room > 0 else len(shape.keys) - at)
                else:
                    found[name] = self.value(name, below, number, depth + 1)
            return found | (self._items(shape, depth) if shape.item is not None and shape.is_map else {})
        if shape.item is None:
            return self._leaf(key, shape.kind or self._unknown, number)
        if shape.is_map:
            return self._items(shape, depth)
        return [self.value("", shape.item, at, depth + 1) for at in range(_ITEMS)]

    def _has_room(self, shape: Shape) -> bool:
        is_leaf = not shape.keys and not shape.fields and shape.item is None
        return bool(self._room) and is_leaf and not shape.is_compared and (shape.kind or self._unknown) == "number"

    def _leaf(self, key: str, kind: Kind, number: int) -> Any:
        asked = asked_value(key, self._given)
        if number == 0 and isinstance(asked, str | int | float):
            return asked
        if isinstance(asked, int | float) and not isinstance(asked, bool):
            # A record that another call asks for has a value of the same kind.
            return asked + number
        first = plain_value(key, kind, 0)
        if number == 1 and isinstance(first, str) and first.isalpha():
            # A word within a word: a search for whole words does not find it, a search for prefixes does.
            return f"{first}s"
        return plain_value(key, kind, number)

    def _items(self, shape: Shape, depth: int) -> dict[str, Any]:
        assert shape.item is not None  # noqa: S101  # for the type checker
        item = shape.item
        asked = {name: self.value("", item, 0, depth + 1) for name in self._asked}
        others = {name: self.value("", item, at, depth + 1) for at, name in enumerate(("hello", "ada"), start=1)}
        return {**others, **asked}


def _dated(fields: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the fields of a record with dates of its own, since a call may ask for what is past or to come."""
    year = _YEARS[(number - 1) % len(_YEARS)] if number else None
    return {
        name: _YEAR.sub(year, value) if year and isinstance(value, str) else value for name, value in fields.items()
    }
