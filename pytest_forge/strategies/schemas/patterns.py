"""Patterns: single texts that match a regular expression, made from its parse tree.

`grammar.of_pattern` makes all texts of an expression, for drivers that draw and shrink many; it shares the parser and
the character classes of this module.
"""

from __future__ import annotations

import random
import re
import string
import warnings
from re import _parser  # type: ignore[attr-defined]  # the parser is private
from typing import Any

__all__ = ["compiled_pattern", "members", "parsed_pattern", "text_matching", "text_not_matching"]

_ATTEMPTS = (0, 0, 1, 1, 2, 3, 3, 5, 8, 8, 12, 12, 20, 20, 40, 40, 80, 80, 200)
_MAX_LENGTH = 20_000
_PLAIN = string.ascii_lowercase + string.digits + string.ascii_uppercase + " -_.:/@#,+%&!?"
_CATEGORIES = {
    "CATEGORY_DIGIT": string.digits,
    "CATEGORY_WORD": string.ascii_lowercase + string.digits + "_" + string.ascii_uppercase,
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_DIGIT": string.ascii_lowercase + "-_ ",
    "CATEGORY_NOT_WORD": " -.:",
    "CATEGORY_NOT_SPACE": string.ascii_lowercase + string.digits + "-_",
}


def text_matching(
    pattern: str,
    *,
    min_length: int = 0,
    max_length: int | None = None,
    seed: int = 0,
    attempts: int = 60,
    plain_first: bool = True,
) -> str | None:
    """Return a text with a match of *pattern*, of a length in the given range; None if none was found.

    Look-around and lengths are not solved, but found by trying. The result is always tested.

    Args:
        pattern: A regular expression that Python accepts.
        min_length: Least number of characters.
        max_length: Greatest number of characters, or None.
        seed: The same seed gives the same text.
        attempts: The maximum number of tries.
        plain_first: Whether the first try takes the first choice everywhere.
    """
    compiled = compiled_pattern(pattern)
    if compiled is None:
        return None
    tree = parsed_pattern(pattern)
    # A pattern may look for halves of surrogate pairs.
    given = f"{seed}/{pattern}".encode("utf-8", "surrogatepass")
    source = random.Random(given)  # noqa: S311  # repeatable on purpose
    for attempt in range(attempts):
        writer = _Writer(source, first=plain_first and attempt == 0, spread=_ATTEMPTS[min(attempt, len(_ATTEMPTS) - 1)])
        try:
            text = writer.text(tree)
        except (_TooLong, RecursionError):
            continue
        for candidate in (text, text.ljust(min_length, "a"), text.rjust(min_length, "a"), text[:max_length]):
            fits = len(candidate) >= min_length and (max_length is None or len(candidate) <= max_length)
            if fits and compiled.search(candidate):
                return candidate
    return None


def text_not_matching(
    pattern: str, *, min_length: int = 0, max_length: int | None = None, mark: str = ""
) -> str | None:
    """Return a text without a match of *pattern*, with *mark* in it if possible; None if none was found."""
    compiled = compiled_pattern(pattern)
    if compiled is None:
        return None
    for filler in (mark, f"!{mark}!", f"  {mark}", "!", "~", " ", "\u00a7", "0", "a", "\n", ""):
        text = filler
        while text and len(text) < min_length:
            text += filler
        if max_length is not None:
            text = text[:max_length]
        if len(text) >= min_length and not compiled.search(text):
            return text
    return None


def parsed_pattern(pattern: str, flags: int = 0) -> Any:
    """Return the parse tree of a pattern that Python accepts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _parser.parse(pattern, flags)


def compiled_pattern(pattern: str) -> re.Pattern[str] | None:
    """Return *pattern* compiled, or None if Python does not accept it."""
    # Python's warnings about a foreign pattern do not concern the user.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.compile(pattern)
        except (re.error, RecursionError, OverflowError):
            return None


class _TooLong(Exception):  # noqa: N818  # ends one attempt
    """The pattern requires a text above the maximum length."""


class _Writer:
    """Writes one text for a parse tree.

    Args:
        source: The random source.
        first: Whether to take the first choice everywhere.
        spread: Repetitions beyond the minimum.
    """

    def __init__(self, source: random.Random, *, first: bool, spread: int) -> None:
        self._source = source
        self._first = first
        self._spread = spread
        self._groups: dict[int, str] = {}
        self._written = 0

    def text(self, tree: Any) -> str:
        """Return a text for a sequence of nodes."""
        return "".join(self._node(str(kind), value) for kind, value in tree)

    def _node(self, kind: str, value: Any) -> str:
        if kind == "LITERAL":
            return self._count(chr(value))
        if kind == "NOT_LITERAL":
            return self._count(self._choose([letter for letter in _PLAIN if ord(letter) != value]))
        if kind == "ANY":
            return self._count(self._choose(_PLAIN))
        if kind == "IN":
            return self._count(self._choose(members(value)))
        if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self._repeat(*value)
        if kind == "SUBPATTERN":
            group, _, _, tree = value
            text = self.text(tree)
            if group is not None:
                self._groups[group] = text
            return text
        if kind == "ATOMIC_GROUP":
            return self.text(value)
        if kind == "BRANCH":
            return self.text(self._choose(value[1]))
        if kind == "GROUPREF":
            return self._count(self._groups.get(value, ""))
        if kind == "GROUPREF_EXISTS":
            group, yes, no = value
            return self.text(yes if group in self._groups else no or [])
        # Anchors and look-around write nothing; the finished text is tested.
        return ""

    def _repeat(self, least: int, most: Any, tree: Any) -> str:
        upper = least + self._spread if str(most) == "MAXREPEAT" else min(int(most), least + self._spread)
        # One repetition of a pattern such as "[a-z]*" is more useful than the empty text.
        lower = least or min(1, upper)
        count = lower if self._first else self._source.randint(lower if self._spread < 3 else least, upper)
        return "".join(self.text(tree) for _ in range(count))

    def _choose(self, options: Any) -> Any:
        if not options:
            raise _TooLong
        return options[0] if self._first else self._source.choice(options)

    def _count(self, text: str) -> str:
        self._written += max(1, len(text))
        if self._written > _MAX_LENGTH:
            raise _TooLong
        return text


def members(items: Any) -> list[str]:
    """Return the common characters of a character class."""
    negated = bool(items) and str(items[0][0]) == "NEGATE"
    found: list[str] = []
    for kind, value in items[1:] if negated else items:
        if str(kind) == "LITERAL":
            found.append(chr(value))
        elif str(kind) == "RANGE":
            low, high = value
            found += [chr(point) for point in range(low, min(high, low + 127) + 1)]
        elif str(kind) == "CATEGORY":
            found += _CATEGORIES.get(str(value), "")
    if negated:
        return [letter for letter in _PLAIN if letter not in found]
    return found
