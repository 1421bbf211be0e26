"""The check on expressions: no regular one takes exponential time, and no sum is worked out without end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

from ...oracles.pattern_log import PatternLog
from ...profile.code import takes_code
from ...strategies.payloads.expressions import POWERS, Power
from ...strategies.payloads.patterns import GIVEN_PATTERNS, PumpedText, attack_on
from ...strategies.roles import PATH_ROLES, Role
from ...targets.patience import Patience
from ...targets.subject import Subject
from ...verdict import NotApplicable
from ..calls.answered import needs_answer
from ..calls.copies import in_a_copy
from ..calls.hurried_time import hurried_time
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .excused import without_meant
from .opening import Opening, call, mark_of, openings

__all__ = ["expressions_take_bounded_time"]

_MAX_CALLS = 6
_FIRST, _LAST, _STEP = 4, 32, 2
#: Growth by two letters; an exponential expression grows fourfold, and a cubic one by a third. By how much less it may
#: seem to grow while other programs are busy, where it is measured by two letters at a time.
_FACTOR, _NOISE = 2.2, 2
#: So often the shorter texts are measured once more, and the longest: what is quick is disturbed most.
_AGAIN, _ONCE_MORE = 3, 1
#: What a pattern of a file's name looks like, and how many stars an expression has that was made of it.
_WILDCARDS, _STARS = "*a*b", 2
_ENOUGH_S = 0.06


@check(
    family="injection",
    level="MUST",
    source="CWE-1333: inefficient regular expression complexity",
    codes={
        "exponential_pattern": "A regular expression takes exponential time on a short text.",
        "endless_power": "A power of powers is worked out without a bound.",
    },
)
@needs_answer
def expressions_take_bounded_time(subject: Subject) -> None:
    """No argument of thirty letters keeps an expression busy.

    An expression whose repetitions can share out a text in many ways tries them all: thirty letters take a minute, and
    forty a day. A model may be talked into giving such an expression, or the text on which one of the tool's own does
    so. Judged by the time of the processor, which grew at least as fast as two to the power of the letters. What
    works out powers is as easily held up by 9**9**9, and must bound the size of its results.

    Not judged: expressions that run in a process of their own; growth that is slower, which other checks judge.
    """
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    found = list(openings(calls, subject.schema))
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    patience = subject.patience()
    own = _own_patterns(subject, calls, patience)
    free = without_meant(subject, found, takes_code)
    for opening, power in patience.each((opening, power) for opening in free.judged for power in POWERS):
        _judge_power(subject, opening, power)
    for opening in patience.each(found):
        if _takes_pattern(subject, opening):
            _judge_given(subject, opening, found, patience)
    attacks = ((pattern, attack) for pattern, flags in own if (attack := attack_on(pattern, flags)) is not None)
    for opening, (pattern, attack) in patience.each((one, pair) for pair in attacks for one in found):
        _judge_own(subject, opening, pattern, attack, patience)
    for opening in patience.each(found if len(found) > 1 else []):
        _judge_made(subject, opening, found, patience)
    free.raise_for_guessed()


def _judge_power(subject: Subject, opening: Opening, power: Power) -> None:
    """See that a sum which is computed has a result of bounded size; code that is meant to be run may take its time."""
    squared = call(subject, opening.with_text(power.square))
    if not squared.succeeded or power.result not in squared.payload_text:
        return
    if not _comes_back(subject, opening, power.small):
        subject.has_left(1, is_hung=True)
    elif not _comes_back(subject, opening, power.large):
        raise opening.finding(
            "endless_power",
            f"Given {power.large!r} in {opening.slot.shown!r}, the tool computes a number of millions of digits, "
            f"and did not come back within {subject.call_s:g} s. Bound the exponent and the size of the result.",
            opening.with_text(power.large),
        )


def _comes_back(subject: Subject, opening: Opening, text: str) -> bool:
    """Tell whether a call ends in time; in a copy, as nothing interrupts a computation of the interpreter's own."""

    def is_done() -> bool:
        return _seconds(subject, opening.with_text(text))[1]

    return in_a_copy(is_done, limit_s=subject.call_s + 0.5) is True


def _own_patterns(subject: Subject, calls: list[dict[str, Any]], patience: Patience) -> list[tuple[str, int]]:
    """Return the expressions in the names that the tool's function sees, and those that ordinary calls use."""
    with PatternLog() as log:
        for arguments in patience.each(calls):
            call(subject, arguments)
    known = [(value.pattern, value.flags) for value in _seen_values(subject) if isinstance(value, re.Pattern)]
    texts = [(pattern, flags) for pattern, flags in [*known, *log.patterns] if isinstance(pattern, str)]
    return list(dict.fromkeys(texts))


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
    probe = f"{mark_of(subject)}[ab]+"
    with PatternLog() as log:
        call(subject, opening.with_text(probe))
    return any(probe in pattern for pattern, _ in log.patterns)


def _judge_given(subject: Subject, opening: Opening, found: list[Opening], patience: Patience) -> None:
    for pattern in patience.each(GIVEN_PATTERNS):

        def arguments(count: int, pattern: str = pattern) -> dict[str, Any]:
            return _with_line(subject, opening, found, pattern, "a" * count + "!")

        if _explodes(subject, arguments, patience):
            raise opening.finding(
                "exponential_pattern",
                f"Given {pattern!r} in {opening.slot.shown!r} and a line of thirty letters, the tool takes exponential "
                "time. Search for plain text, refuse repetitions of repetitions, or give the search a process and a "
                "deadline of its own.",
                arguments(_LAST),
            )


def _judge_own(subject: Subject, opening: Opening, pattern: str, attack: PumpedText, patience: Patience) -> None:
    def arguments(count: int) -> dict[str, Any]:
        return _with_line(subject, opening, [opening], None, attack.of(count))

    if _explodes(subject, arguments, patience):
        raise opening.finding(
            "exponential_pattern",
            f"Given {attack.of(8)!r} and longer in {opening.slot.shown!r}, the tool's own expression {pattern[:80]!r} "
            "takes exponential time. Write it so that a text can be shared out in one way only.",
            arguments(_LAST),
        )


def _judge_made(subject: Subject, opening: Opening, found: list[Opening], patience: Patience) -> None:
    """Judge the expression that the tool makes of wildcards, on the lines that its other arguments bring."""
    arguments = opening.with_text(_WILDCARDS)
    with PatternLog() as log:
        call(subject, arguments)
    made = {pattern: flags for pattern, flags in log.patterns if pattern.count("*") >= _STARS and "b" in pattern}
    for pattern, flags in made.items():
        attack = attack_on(pattern, flags)
        for other in found if attack is not None else ():
            if other is not opening and attack is not None:
                _judge_own(subject, Opening(other.slot, arguments, other.value), pattern, attack, patience)


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
    if opening.slot.role in PATH_ROLES and pattern is None:
        return arguments
    return opening.slot.place(arguments, line if pattern is None else pattern)


def _explodes(subject: Subject, arguments: Callable[[int], dict[str, Any]], patience: Patience) -> bool:
    """Tell whether the time of the processor grows as no polynomial does, twice in a row.

    What every call takes is no growth: it is taken off, and the rest must be more than it.
    """
    times: list[float] = []
    usual, is_enough, came_back = 0.0, False, True
    for count in patience.each(range(_FIRST, _LAST + 1, _STEP)):
        seconds, came_back = _seconds(subject, arguments(count))
        times.append(seconds)
        usual = min(times)
        is_enough = seconds - usual >= max(_ENOUGH_S, usual)
        if is_enough or not came_back:
            break
    grown = [seconds - usual for seconds in times]
    if len(times) < 3 or not is_enough or grown[-1] < _FACTOR * _FACTOR / _NOISE * grown[-3]:
        if not came_back:
            # It waits for something else, or what it computes is no matter of letters.
            subject.has_left(1, is_hung=True)
        return False
    count = _FIRST + _STEP * (len(times) - 1)
    before, between, last = (
        min(known, *(_seconds(subject, arguments(number))[0] - usual for _ in range(again)))
        for known, number, again in (
            (grown[-3], count - 2 * _STEP, _AGAIN),
            (grown[-2], count - _STEP, _AGAIN),
            (grown[-1], count, _ONCE_MORE),
        )
    )
    return last > _FACTOR * _FACTOR * before and last > _FACTOR / _NOISE * between > _FACTOR / _NOISE * before


def _seconds(subject: Subject, arguments: dict[str, Any]) -> tuple[float, bool]:
    started = time.process_time()
    # One that does not come back is what is looked for.
    with hurried_time():
        outcome = subject.call(arguments)
    return time.process_time() - started, not outcome.timed_out
