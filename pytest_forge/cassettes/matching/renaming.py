"""Renaming: what a run made up, under names that every run gives alike.

An id becomes ``⟪id 1⟫``, the next one ``⟪id 2⟫``: by the order in which they first appear, the same id always the same
name. Two requests whose ids differ, but stand in the same places, are then equal; those wired otherwise are not.
"""

from __future__ import annotations

from collections import Counter

__all__ = ["CLOSE", "OPEN", "Renaming"]

OPEN, CLOSE = "⟪", "⟫"

#: How each kind is reported: one, several.
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
        """Return the name of something made up; a time has none of its own.

        Which times are equal depends on how fast a run is, so that numbers would differ where nothing did.
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
        """Whether it has a name already."""
        return found in self._names

    def note(self, change: str) -> None:
        """Report a change of another kind, once."""
        self._notes[change] = None

    def changes(self) -> tuple[str, ...]:
        """What was done, in words."""
        counts = {**self._counts, "time": self._times}
        counted = [f"{count} {_WORDS[kind][count > 1]}" for kind in _WORDS if (count := counts.get(kind, 0))]
        return (*counted, *self._notes)
