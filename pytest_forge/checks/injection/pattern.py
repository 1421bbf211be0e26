"""The check on expressions: no regular one takes exponential time, and no sum is worked out without end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from ...oracles.pattern_log import PatternLog
from ...strategies.payloads.expressions import POWERS
from ...strategies.payloads.patterns import GIVEN_PATTERNS, PumpedText, attack_on
from ...strategies.roles import PATH_ROLES, Role
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.copies import in_a_copy
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .opening import Opening, call, mark_of, openings

__all__ = ["expressions_take_bounded_time"]

_MAX_CALLS = 6
_MAX_SLOTS = 12
_MAX_PATTERNS = 24
_FIRST, _LAST, _STEP = 4, 32, 2
#: Growth by two letters; an exponential expression grows fourfold, and a cubic one by a third. By how much less it may
#: seem to grow while other programs are busy, where it is measured by two letters at a time.
_FACTOR, _NOISE = 2.2, 2
#: So often the shorter texts are measured once more, and the longest: what is quick is disturbed most.
_AGAIN, _ONCE_MORE = 3, 1
#: What a pattern of a file's name looks like, and how many stars an expression has that was made of it.
_WILDCARDS, _STARS = "*a*b", 2
_ENOUGH_S = 0.06


@check(family="injection", level="MUST", source="CWE-1333: inefficient regular expression complexity")
def expressions_take_bounded_time(subject: Subject) -> None:
    """No argument of thirty letters keeps an expression busy.

    An expression whose repetitions can share out a text in many ways tries them all: thirty letters take a minute, and
    forty a day. A model may be talked into giving such an expression, or the text on which one of the tool's own does
    so. Judged by the time of the processor, which grew at least as fast as two to the power of the letters. What
    works out powers is as easily held up by 9**9**9, and must bound the size of its results.

    Not judged: expressions that run in a process of their own; growth that is slower, which other checks judge.
    """
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    found = list(openings(calls, subject.schema))[:_MAX_SLOTS]
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    patience = subject.patience()
    own = _own_patterns(subject, calls)
    for opening in found:
        _judge_powers(subject, opening)
    for opening in found:
        if _takes_pattern(subject, opening):
            _judge_given(subject, opening, found)
    for pattern, flags in own:
        attack = attack_on(pattern, flags)
        if attack is None:
            continue
        for opening in found:
            _judge_own(subject, opening, pattern, attack)
            if patience.is_over:
                return
    for opening in found:
        if len(found) > 1 and not patience.is_over:
            _judge_made(subject, opening, found)


def _judge_powers(subject: Subject, opening: Opening) -> None:
    """See that a sum which is computed has a result of bounded size; code that is meant to be run may take its time."""
    if opening.slot.role in (*PATH_ROLES, Role.CODE, Role.COMMAND):
        return
    for power in POWERS:
        squared = call(subject, opening.with_text(power.square))
        if not squared.succeeded or power.result not in squared.payload_text:
            continue
        if _comes_back(subject, opening, power.small) and not _comes_back(subject, opening, power.large):
            raise CheckFailure(
                "endless_power",
                f"Given {power.large!r} in {opening.slot.shown!r}, the tool computes a number of millions of digits, "
                f"and did not come back within {subject.call_s:g} s. Bound the exponent and the size of the result.",
                arguments=opening.with_text(power.large),
            )


def _comes_back(subject: Subject, opening: Opening, text: str) -> bool:
    """Tell whether a call ends in time; in a copy, as nothing interrupts a computation of the interpreter's own."""

    def is_done() -> bool:
        return not call(subject, opening.with_text(text)).timed_out

    return in_a_copy(is_done, limit_s=subject.call_s + 0.5) is True


def _own_patterns(subject: Subject, calls: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """Return the expressions in the names that the tool's function sees, and those that ordinary calls use."""
    with PatternLog() as log:
        for arguments in calls:
            call(subject, arguments)
    known = [(value.pattern, value.flags) for value in _seen_values(subject) if isinstance(value, re.Pattern)]
    texts = [(pattern, flags) for pattern, flags in [*known, *log.patterns] if isinstance(pattern, str)]
    return list(dict.fromkeys(texts))[:_MAX_PATTERNS]


def _seen_values(subject: Subject) -> Iterator[Any]:
    tool = subject.tool
    function = getattr(tool, "impl", None) or getattr(getattr(tool, "executor", None), "handler", None)
    names = getattr(getattr(function, "__wrapped__", function), "__globals__", {})
    for value in list(names.values()):
        if isinstance(value, dict):
            yield from value.values()
        elif isinstance(value, list | tuple):
            yield from value
            for part in value:
                yield from part if isinstance(part, tuple) else ()
        else:
            yield value


def _takes_pattern(subject: Subject, opening: Opening) -> bool:
    """Tell whether what is written there becomes a regular expression, or a part of one, as it is."""
    if opening.slot.role in (*PATH_ROLES, Role.GLOB):
        return False
    probe = f"{mark_of(subject)}[ab]+"
    with PatternLog() as log:
        call(subject, opening.with_text(probe))
    return any(probe in pattern for pattern, _ in log.patterns)


def _judge_given(subject: Subject, opening: Opening, found: list[Opening]) -> None:
    for pattern in GIVEN_PATTERNS:

        def arguments(count: int, pattern: str = pattern) -> dict[str, Any]:
            return _with_line(subject, opening, found, pattern, "a" * count + "!")

        if _explodes(subject, arguments):
            raise CheckFailure(
                f"Given {pattern!r} in {opening.slot.shown!r} and a line of thirty letters, the tool takes exponential "
                "time. Search for plain text, refuse repetitions of repetitions, or give the search a process and a "
                "deadline of its own.",
                arguments=arguments(_LAST),
            )


def _judge_own(subject: Subject, opening: Opening, pattern: str, attack: PumpedText) -> None:
    def arguments(count: int) -> dict[str, Any]:
        return _with_line(subject, opening, [opening], None, attack.of(count))

    if _explodes(subject, arguments):
        raise CheckFailure(
            f"Given {attack.of(8)!r} and longer in {opening.slot.shown!r}, the tool's own expression {pattern[:80]!r} "
            "takes exponential time. Write it so that a text can be shared out in one way only.",
            arguments=arguments(_LAST),
        )


def _judge_made(subject: Subject, opening: Opening, found: list[Opening]) -> None:
    """Judge the expression that the tool makes of wildcards, on the lines that its other arguments bring."""
    arguments = opening.with_text(_WILDCARDS)
    with PatternLog() as log:
        call(subject, arguments)
    made = {pattern: flags for pattern, flags in log.patterns if pattern.count("*") >= _STARS and "b" in pattern}
    for pattern, flags in made.items():
        attack = attack_on(pattern, flags)
        for other in found if attack is not None else ():
            if other is not opening and attack is not None:
                _judge_own(subject, Opening(other.slot, arguments, other.value), pattern, attack)


def _with_line(
    subject: Subject, opening: Opening, found: list[Opening], pattern: str | None, line: str
) -> dict[str, Any]:
    """Return a call with the pattern in its place, and the line in every other text and file."""
    arguments = dict(opening.arguments)
    for other in found:
        if other.slot.role in PATH_ROLES:
            name = other.value
            path = subject.sandbox.workspace / name
            if path.parent.is_dir() and not path.is_dir() and path.is_relative_to(subject.sandbox.workspace):
                path.write_text(line + "\n")
        elif other is not opening and other.slot.role in (Role.TEXT, Role.QUERY, Role.TITLE):
            arguments = other.slot.place(arguments, line)
    if opening.slot.role in PATH_ROLES:
        return arguments
    return opening.slot.place(arguments, line if pattern is None else pattern)


def _explodes(subject: Subject, arguments: Callable[[int], dict[str, Any]]) -> bool:
    """Tell whether the time of the processor grows as no polynomial does, twice in a row."""
    times: list[float] = []
    for count in range(_FIRST, _LAST + 1, _STEP):
        seconds, came_back = _seconds(subject, arguments(count))
        times.append(seconds)
        if seconds >= _ENOUGH_S or not came_back:
            break
    if len(times) < 3 or times[-1] < _ENOUGH_S or times[-1] < _FACTOR * _FACTOR / _NOISE * times[-3]:
        return False
    count = _FIRST + _STEP * (len(times) - 1)
    before, between, last = (
        min(known, *(_seconds(subject, arguments(number))[0] for _ in range(again)))
        for known, number, again in (
            (times[-3], count - 2 * _STEP, _AGAIN),
            (times[-2], count - _STEP, _AGAIN),
            (times[-1], count, _ONCE_MORE),
        )
    )
    return last > _FACTOR * _FACTOR * before and last > _FACTOR / _NOISE * between > _FACTOR / _NOISE * before


def _seconds(subject: Subject, arguments: dict[str, Any]) -> tuple[float, bool]:
    started = time.process_time()
    outcome = call(subject, arguments)
    return time.process_time() - started, not outcome.timed_out
