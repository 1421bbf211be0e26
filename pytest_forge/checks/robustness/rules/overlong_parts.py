"""Overlong parts: a part of a text that is longer than the limit for it, since the text has a long word or line.

cut("one two three four", limit=10)     "one two", "three four"
cut("abcdefghijklmnop", limit=10)       "abcdefghijklmnop": there is nowhere to cut
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.told_lengths import told_part_length, told_part_limit
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit
from .answer_series import answer_series

__all__ = ["judge_overlong_parts"]

_SHARE = 0.1
_MAX_BASES = 3
_LIMITS = (20, 33, 100)
#: Calls that show that parts keep the limit, and calls in which parts have to be seen.
_FEWEST_SHOWN, _MOST_UNSEEN = 3, 4
#: How long the texts are, in limits.
_SHORT, _LONG = 3, 24
_SYLLABLES = [f"{first}{second}" for second in "aeiou" for first in "bdfgklmnprstvz"]
_SIGNS = regex(r"[^a-z]")
#: Lengths of words in turn, so that the words and the blanks between them fill a part in many ways.
_LENGTHS = (4, 7, 3, 9, 5, 6, 8)
_MAX_SHOWN = 60


class _Limit(Struct, frozen=True):
    """A limit for the parts of a text: an argument, or a number that the description states.

    Attributes:
        name: The argument; empty for a number.
        most: The limits that are tried.
    """

    name: str
    most: tuple[int, ...]


class _Made(Struct, frozen=True):
    """A call and the longest part of its text at one place of the answer, with the limit for it."""

    call: dict[str, Any]
    place: str
    part: str
    limit: int
    count: int


def judge_overlong_parts(subject: Subject) -> bool:
    """Judge that no part of a text is longer than the description allows, if parts keep the limit in three calls.

    Returns:
        Whether there are such calls.

    Raises:
        CheckFailure: If a part is longer in another call, twice.
    """
    view = FlatSchema(subject.schema)
    limits = list(_limits(subject, view))
    if not limits:
        return False
    shown: dict[tuple[str, str], int] = {}
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base, limit in itertools.product(calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES], limits):
            for name in [name for name, value in base.items() if isinstance(value, str)]:
                unseen = 0
                for call, letters, most in patience.each(_calls(view, base, name, limit)):
                    found = _parts(fast, call, letters, most)
                    unseen += 0 if found or shown else 1
                    if unseen >= _MOST_UNSEEN:
                        break
                    for made in found:
                        place = (limit.name, made.place)
                        if len(made.part) <= most:
                            shown[place] = shown.get(place, 0) + (made.count > 1)
                        elif shown.get(place, 0) >= _FEWEST_SHOWN and made in _parts(fast, call, letters, most):
                            raise _failure(limit, made)
    return any(count >= _FEWEST_SHOWN for count in shown.values())


def _failure(limit: _Limit, made: _Made) -> CheckFailure:
    allowed = f"With {made.limit} in {limit.name!r}" if limit.name else f"Of {made.limit} characters that are allowed"
    shown = made.part if len(made.part) <= _MAX_SHOWN else f"{made.part[:_MAX_SHOWN]}..."
    return CheckFailure(
        "part_too_long",
        f"{allowed}, a part in the answer has {len(made.part)} characters, while the parts of other texts keep the "
        f"limit: {shown!r}. Cut what is longer than a part, and count everything that a part contains.",
        about=limit.name,
        arguments=made.call,
    )


def _limits(subject: Subject, view: FlatSchema) -> Iterator[_Limit]:
    told = told_words(subject)
    for name, node in view.arguments.items():
        says = str(node.get("description") or "") if isinstance(node, Mapping) else ""
        if "integer" in types_of(node) and told_part_limit(name, says, told):
            yield _Limit(name, _LIMITS)
    length = told_part_length(told)
    if length is not None:
        yield _Limit("", (length,))


def _calls(
    view: FlatSchema, base: dict[str, Any], name: str, limit: _Limit
) -> Iterator[tuple[dict[str, Any], str, int]]:
    """Yield calls with ordinary texts, and then with such that are hard to cut, each with its letters and the limit."""
    for texts in (_ordinary, _hard):
        for most in limit.most:
            for text in texts(most):
                call = {**base, name: text, **({limit.name: most} if limit.name else {})}
                if view.fits(view.root, call):
                    yield call, _SIGNS.sub("", text), most


def _ordinary(most: int) -> Iterator[str]:
    words = _words(_SHORT * most, lengths=(4,))
    groups = [" ".join(words[at : at + 3]) for at in range(0, len(words), 3)]
    yield "\n".join(groups)
    yield ". ".join(groups) + "."
    yield "\n\n".join(groups)


def _hard(most: int) -> Iterator[str]:
    """Yield texts with a word and a line that are longer than a part, with words of all lengths, and of many parts."""
    words = _words(_SHORT * most, lengths=_LENGTHS)
    long = "".join(words)
    yield long
    yield f"{long[:10]}\n{long[10:]}"
    yield f"{long[:5]} {long[5:-5]} {long[-5:]}"
    for between in (" ", ". ", "\n"):
        yield between.join(words)
    yield "\n".join(words[:3]) + "\n" + " ".join(words[3:]) + "\n"
    for lengths in (_LENGTHS, (4,)):
        many = _words(_LONG * most, lengths=lengths)
        yield " ".join(many)
        yield "\n".join(many)


def _words(size: int, *, lengths: tuple[int, ...]) -> list[str]:
    """Return words of some lengths, with about so many letters in all."""
    pool = (
        "".join(parts) for parts in itertools.product(_SYLLABLES[::3], _SYLLABLES, _SYLLABLES[::7], _SYLLABLES[::5])
    )
    words: list[str] = []
    letters = 0
    for number, word in enumerate(itertools.islice(pool, 0, None, 11)):
        if letters >= size:
            break
        length = lengths[number % len(lengths)]
        words.append(f"{word[::-1]}n"[:length])
        letters += length
    return words


def _parts(fast: FastCalls, call: dict[str, Any], letters: str, most: int) -> list[_Made]:
    """Return the longest part at each place of an answer that lists parts of the text alone, or has such lines."""
    outcome = fast.call(call)
    found = []
    value = outcome.value.splitlines() if isinstance(outcome.value, str) else outcome.value
    for place, series in answer_series(value).items() if outcome.succeeded else ():
        parts = [part for part in series if isinstance(part, str)]
        plain = [_SIGNS.sub("", part) for part in parts if part]
        if len(parts) == len(series) and plain and all(plain) and all(part in letters for part in plain):
            found.append(_Made(call, place, max(parts, key=len), most, len(parts)))
    return found
