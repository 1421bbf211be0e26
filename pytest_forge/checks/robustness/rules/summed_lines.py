"""Summed lines: several lines of one item, each of which is compared with all that there is.

hand_out(["BELT=4"])               refused: there are 3
hand_out(["BELT=2"]), and again    refused: 1 is left
hand_out(["BELT=2", "BELT=2"])     done: 1 less than none is left
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ....profile.identifiers import numbers_something
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.plausible_calls import plausible_calls
from .calls_from_start import begin, has_worked

__all__ = ["judge_summed_lines"]

_SHARE = 0.3
_MAX_CALLS, _MAX_LINES = 6, 4
#: The first number that is asked for; a tool may do something for each piece.
_MOST = 4_096
#: There have to be as many, so that a part of them can be taken in three calls.
_FEWEST = 3
_CALLS = 3
#: An item and a number, or a number and an item, as in "BELT=2", "BELT: 2" and "2 x BELT".
_TEXT = regex(r"(?P<before>[^\W\d].*[=:;,*x/| ]|)(?P<number>\d{1,6})(?P<behind>|[=:;,*x/| ].*[^\W\d].*)")


class _Line(Struct, frozen=True):
    """A line of a call, whose number can be another one.

    Attributes:
        call: A call that worked.
        name: The argument with the lines.
        with_number: Makes the line with a number.
    """

    call: dict[str, Any]
    name: str
    with_number: Callable[[int], Any]

    def of(self, *numbers: int) -> dict[str, Any]:
        """Return the call with a line for each number."""
        return {**self.call, self.name: [self.with_number(number) for number in numbers]}


def judge_summed_lines(subject: Subject) -> bool:
    """Judge that two lines of one item take no more than there is, where one line cannot, and two calls cannot.

    Returns:
        Whether there is an item of which only so many can be taken.

    Raises:
        CheckFailure: If two lines do, and nothing is left afterwards.
    """
    if subject.facts.tier == "read" and subject.facts.tier_declared:
        return False
    try:
        fits = FlatSchema(subject.schema).fits
        lines = list(_lines(subject))
    except NoCallFits:
        return False
    is_judged = False
    for line in subject.patience(_SHARE).each(lines):
        there = _there(subject, line, fits)
        if there < _FEWEST:
            continue
        some = there - 1
        calls = [line.of(number) for number in (there, there + 1)] + [line.of(some, some)]
        if not all(fits(subject.schema, call) for call in calls) or not _is_stock(subject, line, there):
            continue
        is_judged = True
        # A tool that takes a repeated line once, or as far as there is something left, leaves what a later call takes.
        series = [line.of(some, some), line.of(1)]
        if [_done(subject, *series) for _ in range(2)] == [[True, False]] * 2:
            raise CheckFailure(
                "lines_not_summed",
                f"The tool refuses one line of {there + 1}, since there are {there}, but carries out two lines of "
                f"{some} each. Add up the lines of each item before they are compared with what there is.",
                about=line.name,
                arguments=line.of(some, some),
            )
    return is_judged


def _lines(subject: Subject) -> Iterator[_Line]:
    """Yield the lines of calls that work, each once."""
    found: list[tuple[str, Any]] = []
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]:
        for name, items in call.items():
            for item in items if isinstance(items, list) else ():
                lines = [_Line(call, name, made) for made in _with_numbers(item)]
                if lines and (name, item) not in found and len(found) < _MAX_LINES:
                    found.append((name, item))
                    yield from lines


def _with_numbers(item: Any) -> Iterator[Callable[[int], Any]]:
    if isinstance(item, str) and (text := _TEXT.fullmatch(item)) and text["before"] + text["behind"]:
        yield partial(_as_text, text["before"], text["behind"])
    elif isinstance(item, Mapping) and len(item) > 1:
        for key, value in item.items():
            if type(value) is int and not numbers_something(key):
                yield partial(_as_record, item, key)


def _as_text(before: str, behind: str, number: int) -> str:
    return f"{before}{number}{behind}"


def _as_record(item: Mapping[str, Any], key: str, number: int) -> dict[str, Any]:
    return {**item, key: number}


def _there(subject: Subject, line: _Line, fits: Callable[..., bool]) -> int:
    """Return how many can be taken in all, each time as many as possible; 0 if it is unknown."""

    def taken() -> int:
        begin(subject, line.call)
        found, number = 0, _MOST
        while number:
            call = line.of(number)
            if fits(subject.schema, call) and has_worked(subject, call):
                if number == _MOST:
                    return 0
                found += number
            number //= 2
        return found

    return int(
        taken() if subject.is_served else in_a_copy(taken, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or 0
    )


def _is_stock(subject: Subject, line: _Line, there: int) -> bool:
    """Tell whether only so many can be taken in one call, and in several, and calls can be repeated otherwise."""
    one, some = line.of(1), line.of(there - 1)
    return (
        _done(subject, line.of(there + 1), line.of(there), one) == [False, True, False]
        and _done(subject, some, some, one, one) == [True, False, True, False]
        and _done(subject, one, one) == [True, True]
    )


def _done(subject: Subject, *calls: dict[str, Any]) -> list[bool]:
    """Return which calls work in turn, in a fresh world."""

    def made() -> list[bool]:
        begin(subject, calls[0])
        return [has_worked(subject, call) for call in calls]

    return (
        made() if subject.is_served else in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []
    )
