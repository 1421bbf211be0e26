"""Injection patterns: regular expressions of exponential time, and texts on which a given expression takes it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

from ..schemas.patterns import parsed_pattern

__all__ = ["GIVEN_PATTERNS", "PumpedText", "attack_on", "pumped_texts"]

#: On a line of n letters ``a``, these take 2**n steps; the last one on any line.
GIVEN_PATTERNS = ("(a+)+$", "^(a|a)*$", "(?:.+)+[^\\s\\S]")

#: Texts that nested repetitions match in many ways, and endings that prevent a match.
_PUMPS = ("a", "0", " ", "a.", "a-", "a=b;", "a,", "a/", "ab ", "\t")
_UNMATCHED = ("!", "\n!")

_ENDS = ("!", "\n!", "\x00", " ", "")
_FEW, _MORE = 12, 18
#: Tried first, each only if the one before was fast: with three ways at each letter, the others never end.
_FEWER = (4, 6, 8, 10, 12)
_LONG_S = 0.003
#: Growth by six repetitions beyond any polynomial of a low degree; and by two.
_FACTOR = 20.0
_FACTOR_OF_TWO, _DEGREE = 2.7, 6
_MAX_STEPS = 60
_UNBOUNDED = 16


class PumpedText:
    """A text that repeats a part a given number of times.

    Args:
        start: The text before it.
        pump: The repeated part.
        end: The text after it, which prevents a match.
    """

    def __init__(self, start: str, pump: str, end: str) -> None:
        self._parts = (start, pump, end)

    def of(self, count: int) -> str:
        """Return the text with *count* repetitions."""
        start, pump, end = self._parts
        return start + pump * count + end


def pumped_texts() -> Iterator[PumpedText]:
    """Yield texts on which unknown expressions may take exponential time."""
    for pump in _PUMPS:
        for end in _UNMATCHED:
            yield PumpedText("" if pump.strip() else "a", pump, end)


def attack_on(pattern: str, flags: int) -> PumpedText | None:
    """Return texts on which a regular expression takes exponential time, or None if none was found.

    They are found by trying: each repetition is pumped, after the shortest text that leads to it.

    Args:
        pattern: The expression.
        flags: Its flags.
    """
    try:
        expression = re.compile(pattern, flags & ~re.DEBUG)
        tree = parsed_pattern(pattern, flags & ~re.DEBUG)
    except (re.error, RecursionError, OverflowError, ValueError):
        return None
    for number, (start, pump) in enumerate(_repetitions(tree, "")):
        for end in _ENDS if number < _MAX_STEPS and pump else ():
            text = PumpedText(start, pump, end)
            if _explodes(expression, text):
                return text
    return None


def _explodes(expression: re.Pattern[str], text: PumpedText) -> bool:
    for search in (expression.match, expression.fullmatch):
        if _explodes_early(search, text):
            return True
        few = min(_seconds(search, text.of(_FEW)) for _ in range(2))
        more = _seconds(search, text.of(_MORE))
        if more > _FACTOR * max(few, 2e-6) and min(more, _seconds(search, text.of(_MORE))) > _FACTOR * max(few, 2e-6):
            return True
    return False


def _explodes_early(search: Any, text: PumpedText) -> bool:
    """Tell whether a few repetitions take long, with growing steps."""
    for count in _FEWER:
        if _seconds(search, text.of(count)) < _LONG_S:
            continue
        more, few = (min(_seconds(search, text.of(number)) for _ in range(2)) for number in (count, count - 2))
        least = max(_FACTOR_OF_TWO, (count / (count - 2)) ** _DEGREE)
        if more >= _LONG_S:
            return more > least * max(few, 2e-6)
    return False


def _seconds(search: Any, text: str) -> float:
    started = time.perf_counter()
    search(text)
    return time.perf_counter() - started


def _repetitions(tree: Any, start: str) -> Iterator[tuple[str, str]]:
    """Yield the text before each unbounded repetition with a choice, and the shortest text that it repeats."""
    for operation, argument in tree:
        if str(operation) in ("MAX_REPEAT", "MIN_REPEAT"):
            _, high, body = argument
            if high >= _UNBOUNDED:
                for example in _examples(body):
                    yield start, example
            yield from _repetitions(body, start)
        elif str(operation) == "SUBPATTERN":
            yield from _repetitions(argument[3], start)
        elif str(operation) == "BRANCH":
            for branch in argument[1]:
                yield from _repetitions(branch, start)
        start += _example([(operation, argument)])


def _examples(body: Any) -> list[str]:
    found = [_example(body), _example(body, least=1)]
    for operation, argument in body:
        inner = argument[3] if str(operation) == "SUBPATTERN" else body
        for name, branches in inner:
            if str(name) == "BRANCH":
                found += [_example(branch, least=1) for branch in branches[1]]
    return list(dict.fromkeys(text for text in found if text))


def _example(tree: Any, *, least: int = 0) -> str:
    """Return a short text that approximately matches the tree."""
    text = ""
    for operation, argument in tree:
        if str(operation) == "LITERAL":
            text += chr(argument)
        elif str(operation) == "NOT_LITERAL":
            text += "a" if argument != ord("a") else "b"
        elif str(operation) == "ANY":
            text += "a"
        elif str(operation) == "IN":
            text += _member(argument)
        elif str(operation) == "SUBPATTERN":
            text += _example(argument[3], least=least)
        elif str(operation) == "BRANCH":
            text += _example(argument[1][0], least=least)
        elif str(operation) in ("MAX_REPEAT", "MIN_REPEAT"):
            text += _example(argument[2], least=least) * max(int(argument[0]), least if int(argument[1]) > 0 else 0)
    return text


def _member(choices: Any) -> str:
    negated = bool(choices) and str(choices[0][0]) == "NEGATE"
    matches = re.compile("[" + ("^" if negated else "") + "".join(map(_class_text, choices)) + "]")
    return next((letter for letter in "a1 A.-_@/,;:'\"\n" if matches.match(letter)), "") or _first(choices)


def _class_text(choice: Any) -> str:
    kind, value = choice
    if str(kind) == "LITERAL":
        return re.escape(chr(value))
    if str(kind) == "RANGE":
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    if str(kind) == "CATEGORY":
        return {
            "CATEGORY_DIGIT": r"\d",
            "CATEGORY_NOT_DIGIT": r"\D",
            "CATEGORY_SPACE": r"\s",
            "CATEGORY_NOT_SPACE": r"\S",
            "CATEGORY_WORD": r"\w",
            "CATEGORY_NOT_WORD": r"\W",
        }.get(str(value), "")
    return ""


def _first(choices: Any) -> str:
    for kind, value in choices:
        if str(kind) == "LITERAL":
            return chr(value)
        if str(kind) == "RANGE":
            return chr(value[0])
    return "a"
