"""ValuePool: values of past results and calls, for later calls with matching names.

One call returns an ``id``, which the next call takes as ``order_id``: tools that look things up only work with existing
values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from ...profile.roles import name_words

__all__ = ["ValuePool"]

_MAX_NAMES = 200
_MAX_VALUES = 24
_MAX_ITEMS = 12
_MAX_DEPTH = 5
_MAX_TEXT = 400
#: Share of matching values that are used, and how many of them at most in one list.
_TAKEN, _MAX_TOGETHER = 0.8, 4


class ValuePool:
    """Values by the last word of their name."""

    def __init__(self) -> None:
        self._values: dict[str, list[Any]] = {}

    def learn(self, value: Any, name: str = "", depth: int = 0) -> None:
        """Add every text and number below *value*, and the keys of maps, by the names of their values."""
        if depth > _MAX_DEPTH:
            return
        if isinstance(value, Mapping):
            for key, part in list(value.items())[:_MAX_ITEMS]:
                if isinstance(key, str):
                    if isinstance(part, Mapping):
                        self._add(name, key)
                    self.learn(part, key, depth + 1)
        elif isinstance(value, list | tuple):
            for part in value[:_MAX_ITEMS]:
                self.learn(part, name, depth + 1)
        elif (isinstance(value, str) and 0 < len(value) <= _MAX_TEXT) or type(value) in (int, float):
            self._add(name, value)

    def placed(
        self, call: Mapping[str, Any], source: random.Random, fits: Callable[[dict[str, Any]], bool]
    ) -> dict[str, Any] | None:
        """Return *call* with values of the pool wherever name and type match; None if none matches.

        Lists get several different values, unless they may not be as long: what suits each may not suit all of them.
        """

        def chosen(known: list[Any], most: int) -> list[Any]:
            if most > 1:
                return source.sample(known, 1 + int(source.random() * min(most, len(known))))
            return [known[int(source.random() * len(known))]] if source.random() < _TAKEN else []

        for most in (_MAX_TOGETHER, 1):
            changed = self._placed(call, chosen, most)
            if changed != call and fits(changed):
                return changed
            if not any(isinstance(value, list) for value in call.values()):
                break
        return None

    def newest_placed(
        self, call: Mapping[str, Any], fits: Callable[[dict[str, Any]], bool], *, most: int = 1
    ) -> dict[str, Any] | None:
        """Return *call* with the newest values of the pool wherever name and type match; None if none matches.

        Args:
            call: The call.
            fits: Tells whether the schema allows a call.
            most: How many values a list gets at most.
        """
        changed = self._placed(call, lambda known, many: known[-many:], most)
        return changed if changed != call and fits(changed) else None

    def _placed(
        self, call: Mapping[str, Any], chosen: Callable[[list[Any], int], list[Any]], most: int
    ) -> dict[str, Any]:
        changed = dict(call)
        for name, value in call.items():
            is_list = isinstance(value, list) and bool(value)
            example = value[0] if is_list else value
            known = [one for one in self._values.get(_word(name), ()) if _are_alike(one, example)]
            taken = chosen(known, most if is_list else 1) if known else []
            if taken:
                changed[name] = taken if is_list else taken[0]
            elif is_list and isinstance(example, Mapping):
                changed[name] = self._records_placed(example, chosen, most)
        return changed

    def _records_placed(
        self, example: Mapping[str, Any], chosen: Callable[[list[Any], int], list[Any]], most: int
    ) -> list[dict[str, Any]]:
        """Return records like *example*, each with values of the pool: as many as the one with most of them."""
        columns = {key: self._placed({key: [part]}, chosen, most)[key] for key, part in example.items()}
        return [
            {key: column[number % len(column)] for key, column in columns.items()}
            for number in range(max(map(len, columns.values()), default=1))
        ]

    def _add(self, name: str, value: Any) -> None:
        word = _word(name)
        if word not in self._values and len(self._values) >= _MAX_NAMES:
            return
        values = self._values.setdefault(word, [])
        if not any(one == value and type(one) is type(value) for one in values):
            values.append(value)
            # The newest values are the likeliest to exist still.
            del values[:-_MAX_VALUES]


def _word(name: str) -> str:
    words = name_words(name)
    last = words[-1] if words else ""
    return last[:-1] if len(last) > 2 and last.endswith("s") and not last.endswith("ss") else last


def _are_alike(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    return type(one) is type(other) or (isinstance(one, int | float) and isinstance(other, int | float))
