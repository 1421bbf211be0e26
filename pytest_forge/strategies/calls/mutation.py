"""Mutation: valid calls that differ slightly from a call that reached new lines."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..mined_constants import MinedConstants
from ..schemas.flat_schema import FlatSchema

__all__ = ["Mutator"]

#: A path to a value inside the arguments: names, and positions in arrays.
_Path = tuple[str | int, ...]
_TRIES = 6
_MAX_WORDS = 400
_MAX_TEXT = 2_000
_MAX_ITEMS = 30
_CHARACTERS = "aA0 -_./\\'\"%{}()[]:,;\n\0é\u202e"
_STEPS = (1, -1, 2, -2, 10, -10)


class Mutator:
    """Changes calls slightly; the results fit the schema.

    Args:
        schema: The schema that every call fits.
        fresh: Returns an independent valid call.
        source: The random source.
        mined: Constants of the tool's code, the initial dictionary.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        fresh: Callable[[], dict[str, Any]],
        source: random.Random,
        mined: MinedConstants,
    ) -> None:
        self._schema = schema
        self._view = FlatSchema(schema)
        self._fresh = fresh
        self._source = source
        self._words: dict[tuple[type, Any], None] = {}
        for value in (*mined.numbers, *mined.texts):
            self.learn(value)

    def learn(self, value: Any) -> None:
        """Add a value from the tool's variables to the dictionary."""
        if type(value) in (int, float) or (isinstance(value, str) and 0 < len(value) <= _MAX_TEXT):
            self._words.setdefault((type(value), value))
            if len(self._words) > _MAX_WORDS:
                del self._words[next(iter(self._words))]

    def mutated(self, call: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return a valid call similar to *call*; a fresh one if none was found.

        Args:
            call: The call to change.
            others: Calls whose values may be copied.
        """
        for _ in range(_TRIES):
            changed = copy.deepcopy(dict(call))
            for _ in range(1 + int(self._source.random() ** 2 * 3)):
                self._change(changed, others)
            if changed != call and self._view.fits(self._schema, changed):
                return changed
        return self._fresh()

    def _change(self, call: dict[str, Any], others: Sequence[Mapping[str, Any]]) -> None:
        draw = self._source.random()
        if draw < 0.25 or not call:
            self._take_over(call, self._fresh())
        elif draw < 0.35 and others:
            self._take_over(call, others[self._below(len(others))])
        else:
            places = list(_places(call))
            path = places[self._below(len(places))]
            holder = call
            for step in path[:-1]:
                holder = holder[step]  # type: ignore[index]  # the path was found in it
            value: Any = holder[path[-1]]  # type: ignore[index]  # as above
            if isinstance(path[-1], str) and draw > 0.97:
                del holder[path[-1]]
            else:
                holder[path[-1]] = self._other(value)  # type: ignore[index]  # as above

    def _take_over(self, call: dict[str, Any], other: Mapping[str, Any]) -> None:
        names = list(other)
        if names:
            name = names[self._below(len(names))]
            call[name] = copy.deepcopy(other[name])

    def _other(self, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int | float):
            return self._other_number(value)
        if isinstance(value, str):
            return self._other_text(value)
        if isinstance(value, list):
            return self._other_list(value)
        return value

    def _other_number(self, value: float) -> float:
        draw = self._source.random()
        known: list[float] = [word for kind, word in self._words if kind in (int, float)]
        if known and draw < 0.5:
            word = known[self._below(len(known))]
            return word + (_STEPS[self._below(2)] if draw < 0.1 else 0) if draw < 0.45 else value + word
        if draw < 0.7:
            return value + _STEPS[self._below(len(_STEPS))]
        if draw < 0.8:
            return -value
        if draw < 0.9:
            return value * 2 if draw < 0.85 else type(value)(value // 2)
        return type(value)(self._below(256))

    def _other_text(self, value: str) -> str:
        draw = self._source.random()
        known: list[str] = [word for kind, word in self._words if kind is str]
        if known and draw < 0.4:
            return known[self._below(len(known))]
        start = self._below(len(value) + 1)
        end = min(len(value), start + self._below(4))
        if known and draw < 0.55:
            return value[:start] + known[self._below(len(known))] + value[end:]
        if draw < 0.75:
            return value[:start] + _CHARACTERS[self._below(len(_CHARACTERS))] + value[end:]
        if draw < 0.9:
            return value[:start] + value[end:]
        return (value + value)[:_MAX_TEXT]

    def _other_list(self, value: list[Any]) -> list[Any]:
        draw = self._source.random()
        place = self._below(len(value) + 1)
        if value and draw < 0.3:
            return value[:place] + value[place + 1 :]
        if value and draw < 0.7 and len(value) < _MAX_ITEMS:
            item = value[self._below(len(value))]
            return [*value[:place], self._other(item) if draw < 0.5 else copy.deepcopy(item), *value[place:]]
        return value[::-1]

    def _below(self, limit: int) -> int:
        return int(self._source.random() * limit)


def _places(value: Any, path: _Path = ()) -> Iterator[_Path]:
    if path:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value[:_MAX_ITEMS]):
            yield from _places(item, (*path, index))
