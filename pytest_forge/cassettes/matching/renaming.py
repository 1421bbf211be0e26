"""Renaming: replaces the generated values of a run by names that are equal in every run.

An id becomes ``⟪id 1⟫``, the next one ``⟪id 2⟫``: in order of first appearance, the same id always with the
same name. Requests that differ only in the values of their ids are then equal; those with other relations are not.
"""

from __future__ import annotations

from collections import Counter

__all__ = ["CLOSE", "OPEN", "Renaming"]

OPEN, CLOSE = "⟪", "⟫"

#: The report of each kind, singular and plural.
_WORDS = {
    "id": ("generated id", "generated ids"),
    "uuid": ("UUID", "UUIDs"),
    "time": ("timestamp", "timestamps"),
    "tmp": ("temporary path", "temporary paths"),
    "root": ("workspace root", "workspace roots"),
}


class Renaming:
    """The names given in one request."""

    __slots__ = ("_counts", "_names", "_notes", "_times")

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._counts: Counter[str] = Counter()
        self._notes: dict[str, None] = {}
        self._times = 0

    def name(self, found: str, kind: str) -> str:
        """Return the name of a generated value; all times share one name.

        Which times are equal depends on the speed of a run, so numbered names would differ without a change.
        """
        if kind == "time":
            self._times += 1
            return f"{OPEN}time{CLOSE}"
        name = self._names.get(found)
        if name is None:
            self._counts[kind] += 1
            name = self._names[found] = f"{OPEN}{kind} {self._counts[kind]}{CLOSE}"
        return name

    def known(self, found: str) -> bool:
        """Whether it already has a name."""
        return found in self._names

    def note(self, change: str) -> None:
        """Report a change of another kind, once."""
        self._notes[change] = None

    def changes(self) -> tuple[str, ...]:
        """The changes, in words."""
        counts = {**self._counts, "time": self._times}
        counted = [f"{count} {_WORDS[kind][count > 1]}" for kind in _WORDS if (count := counts.get(kind, 0))]
        return (*counted, *self._notes)
