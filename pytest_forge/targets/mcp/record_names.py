"""Record names: what a server calls the records of one start, and what it calls the same ones after the next.

plan_show(title="hello")           {"show_id": "f3a9c2"}, and a check keeps calls with that name
the server is started again        plan_show(title="hello") is called again: {"show_id": "81bb04"}
book(show_id="f3a9c2", seats=2)    is sent with "81bb04"
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

__all__ = ["RecordNames"]

_MARK = "<name>"


class RecordNames:
    """The names that a server has made up for the records which the calls of a tool need."""

    def __init__(self) -> None:
        self._former: dict[Hashable, set[str]] = {}
        self._alive: dict[Hashable, list[str]] = {}

    def learn(self, place: Hashable, name: str) -> None:
        """Take note of a name; the first one since the start stands for those of earlier starts.

        Args:
            place: Which record it is, and where calls name it.
            name: The name.
        """
        self._alive.setdefault(place, []).append(name)

    def forget(self) -> None:
        """Take note that the server is started again, and has none of the records any more."""
        for place, names in self._alive.items():
            self._former.setdefault(place, set()).update(names)
        self._alive = {}

    def present(self, value: Any) -> Any:
        """Return arguments in which names of earlier starts are those of the same records now."""
        alive = {name for names in self._alive.values() for name in names}
        names = {
            former: self._alive[place][0]
            for place in self._alive.keys() & self._former.keys()
            for former in self._former[place] - alive
        }
        return _with_names(value, names) if names else value

    def without(self, text: str) -> str:
        """Return a text with a mark for each name, as it would be after any start."""
        for names in self._alive.values():
            for name in names:
                text = text.replace(name, _MARK)
        return text


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {key: _with_names(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_names(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value
