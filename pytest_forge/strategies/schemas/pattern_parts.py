"""Pattern parts: whether a text can be a part of a text that a pattern matches, or differs from one in lengths only."""

from __future__ import annotations

import re
from typing import Any

from ...regex import regex
from .patterns import compiled_pattern, parsed_pattern

__all__ = ["fits_in_any_length", "is_part_of_a_match"]

#: More repetitions than this count as any number.
_MAX_COPIES = 80
_MAX_STATES = 3_000
_ENDS = frozenset({"AT_BEGINNING", "AT_BEGINNING_STRING", "AT_END", "AT_END_STRING"})
_COUNT = regex(r"(?<!\\)\{\d+(?:,\d*)?\}")


class _Unknown(Exception):  # noqa: N818  # ends the question
    """The pattern has a part that is not read here."""


def is_part_of_a_match(text: str, pattern: str) -> bool:
    """Tell whether *text* may stand in a text that *pattern* matches: True also where this is uncertain."""
    compiled = compiled_pattern(pattern)
    if compiled is None or compiled.flags & ~re.UNICODE or re.search(r"\(\?[a-z-]+[:)]", pattern):
        return True
    tree = list(parsed_pattern(pattern))
    kinds = [str(value) if str(kind) == "AT" else "" for kind, value in tree]
    if len(tree) < 2 or "BEGINNING" not in kinds[0] or "END" not in kinds[-1]:
        # Any text may stand before or behind a match.
        return True
    try:
        states = _States(tree)
    except (_Unknown, RecursionError):
        return True
    alive = set(range(len(states.steps)))
    for letter in text:
        alive = states.after(alive, letter)
        if not alive:
            return False
    return True


def fits_in_any_length(text: str, pattern: str) -> bool:
    """Tell whether *pattern* matches *text* if its counts and the case of letters are left out of account."""
    relaxed = compiled_pattern(_COUNT.sub("+", pattern))
    return relaxed is not None and re.compile(relaxed.pattern, re.IGNORECASE).search(text) is not None


class _States:
    """The states of a pattern: what a character leads to, and what costs none.

    Attributes:
        steps: For each state, the node of one character that leads to the next state; None for none.
    """

    def __init__(self, tree: Any) -> None:
        self.steps: list[tuple[str, Any] | None] = [None]
        self._free: list[set[int]] = [set()]
        self._sequence(tree)

    def after(self, alive: set[int], letter: str) -> set[int]:
        """Return the states after one more character."""
        reached = {
            state + 1
            for state in self._closed(alive)
            if (step := self.steps[state]) is not None and _takes(step, letter)
        }
        return self._closed(reached)

    def _closed(self, states: set[int]) -> set[int]:
        found, waiting = set(states), list(states)
        while waiting:
            for state in self._free[waiting.pop()] - found:
                found.add(state)
                waiting.append(state)
        return found

    def _new(self) -> int:
        if len(self.steps) > _MAX_STATES:
            raise _Unknown
        self.steps.append(None)
        self._free.append(set())
        return len(self.steps) - 1

    def _sequence(self, tree: Any) -> None:
        for kind, value in tree:
            self._node(str(kind), value)

    def _node(self, kind: str, value: Any) -> None:
        if kind in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
            self.steps[-1] = (kind, value)
            self._new()
        elif kind in ("MAX_REPEAT", "MIN_REPEAT"):
            self._repeat(*value)
        elif kind == "SUBPATTERN":
            self._sequence(value[3])
        elif kind == "BRANCH":
            start, ends = len(self.steps) - 1, []
            for branch in value[1]:
                self._free[start].add(self._new())
                self._sequence(branch)
                ends.append(len(self.steps) - 1)
            end = self._new()
            for state in ends:
                self._free[state].add(end)
        elif kind != "AT" or str(value) not in _ENDS:
            raise _Unknown

    def _repeat(self, least: int, most: Any, tree: Any) -> None:
        is_endless = str(most) == "MAXREPEAT" or int(most) > _MAX_COPIES
        for _ in range(min(least, _MAX_COPIES)):
            self._sequence(tree)
        if is_endless:
            start = self._joint()
            self._sequence(tree)
            self._free[len(self.steps) - 1].add(start)
            end = self._new()
            self._free[start].add(end)
            self._free[end - 1].add(end)
            return
        starts = []
        for _ in range(int(most) - least):
            starts.append(self._joint())
            self._sequence(tree)
        end = self._joint()
        for state in starts:
            self._free[state].add(end)

    def _joint(self) -> int:
        """Return a new state that the last one leads to for free: a step of its own must not be written over."""
        state = self._new()
        self._free[state - 1].add(state)
        return state


def _takes(step: tuple[str, Any], letter: str) -> bool:
    kind, value = step
    if kind == "ANY":
        return letter != "\n"
    if kind in ("LITERAL", "NOT_LITERAL"):
        return (ord(letter) == int(value)) == (kind == "LITERAL")
    is_negated = bool(value) and str(value[0][0]) == "NEGATE"
    return is_negated != any(_is_member(str(part), of, letter) for part, of in value[is_negated:])


def _is_member(kind: str, value: Any, letter: str) -> bool:
    if kind == "LITERAL":
        return ord(letter) == int(value)
    if kind == "RANGE":
        return bool(value[0] <= ord(letter) <= value[1])
    categories = {"DIGIT": r"\d", "WORD": r"\w", "SPACE": r"\s"}
    name = str(value).removeprefix("CATEGORY_").removeprefix("UNI_")
    found = re.fullmatch(categories.get(name.removeprefix("NOT_"), r"(?s:.)"), letter) is not None
    return found != name.startswith("NOT_")
