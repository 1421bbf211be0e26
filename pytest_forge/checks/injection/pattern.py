"""The check of expressions: regular expressions and powers take bounded time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

from ...oracles.pattern_log import PatternLog
from ...profile.code import takes_code
from ...profile.roles import PATH_ROLES, Role
from ...strategies.payloads.expressions import POWERS, Power
from ...strategies.payloads.patterns import GIVEN_PATTERNS, PumpedText, attack_on, pumped_texts
from ...targets.patience import Patience
from ...targets.subject import Subject
from ..calls.answered import needs_answer
from ..calls.asking import served_tool
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..calls.stopwatch import cpu_time
from ..check import check
from .attempts import needs_files
from .excused import without_meant
from .injection_point import InjectionPoint, call, mark_of, text_points

__all__ = ["expressions_take_bounded_time"]

_MAX_CALLS = 6
_FIRST, _LAST, _STEP = 4, 32, 2
#: Growth with two more letters: an exponential expression grows fourfold, a cubic one by a third. The second number
#: is how much smaller the growth may look on a busy machine.
_FACTOR, _NOISE = 2.2, 2
#: Extra measurements of the shorter texts, which noise disturbs most, and of the longest.
_AGAIN, _ONCE_MORE = 3, 1
#: A file name pattern, and the stars in a regular expression made from it.
_WILDCARDS, _STARS = "*a*b", 2
_ENOUGH_S = 0.06
#: The file with the line in a folder that is searched.
_LINE_NAME = "line.txt"
#: Arguments of a server that are tried, letters of a text that is worth more calls, and patience with a server.
_MAX_TEXTS, _PROBED, _PATIENCE = 6, 24, 1.5


@check(
    family="injection",
    level="MUST",
    source="CWE-1333: inefficient regular expression complexity",
    codes={
        "exponential_pattern": "A regular expression takes exponential time on a short text.",
        "endless_power": "A power of powers is computed without a bound.",
    },
)
@needs_answer
def expressions_take_bounded_time(subject: Subject) -> None:
    """No argument of thirty letters makes an expression run for minutes.

    A regular expression whose repetitions can match a text in many ways tries them all: thirty letters take a minute,
    forty a day. A model may be tricked into passing such an expression, or a text that triggers one of the tool's own.
    The check passes both and fails if CPU time doubles with every letter. A tool that computes powers must also bound
    its results: 9**9**9 hangs it, and so does ((9**9)**9)**9 with more brackets where exponents alone are bounded.

    The expressions of a server are unknown: it gets texts that nested repetitions often match in many ways.

    Not judged: expressions that run in a process of their own; slower growth, which other checks judge.
    """
    needs_files(subject)
    found = text_points(subject)
    patience = subject.patience()
    free = without_meant(subject, found, takes_code)
    own = [] if subject.is_served else _own_patterns(subject, plausible_calls(subject, limit=_MAX_CALLS), patience)
    for point, power in patience.each((point, power) for point in free.judged for power in POWERS):
        _judge_power(subject, point, power)
    for point in patience.each(found):
        if _takes_pattern(subject, point):
            _judge_given(subject, point, found, patience)
    attacks = ((pattern, attack) for pattern, flags in own if (attack := attack_on(pattern, flags)) is not None)
    for point, (pattern, attack) in patience.each((one, pair) for pair in attacks for one in found):
        _judge_own(subject, point, pattern, attack, patience)
    if subject.is_served:
        _judge_unknown(subject, found, patience)
    for point in patience.each(found if len(found) > 1 and not subject.is_served else []):
        _judge_made(subject, point, found, patience)
    free.raise_for_guessed()


def _judge_power(subject: Subject, point: InjectionPoint, power: Power) -> None:
    """Judge whether a computed power has a result of bounded size."""
    squared = call(subject, point.with_text(power.square))
    if not squared.succeeded or power.result not in squared.text:
        return
    if not _comes_back(subject, point, power.small):
        subject.has_left(1, is_hung=True)
    elif not _comes_back(subject, point, power.large):
        raise point.finding(
            "endless_power",
            f"Given {power.large!r} in {point.slot.shown!r}, the tool computes a number with millions of digits "
            f"and did not return within {subject.call_s:g} s. Bound the exponent and the size of the result.",
            point.with_text(power.large),
        )


def _comes_back(subject: Subject, point: InjectionPoint, text: str) -> bool:
    """Return whether a call ends in time. It runs in a copy: nothing interrupts a computation inside Python."""
    if subject.is_served:
        return not subject.call(point.with_text(text), call_s=_PATIENCE * subject.call_s).timed_out

    def is_done() -> bool:
        return _seconds(subject, point.with_text(text))[1]

    return in_a_copy(is_done, limit_s=subject.call_s + 0.5) is True


def _own_patterns(subject: Subject, calls: list[dict[str, Any]], patience: Patience) -> list[tuple[str, int]]:
    """Return the regular expressions in the globals of the tool's function, and those that ordinary calls use."""
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


def _takes_pattern(subject: Subject, point: InjectionPoint) -> bool:
    """Return whether the argument is used unescaped in a regular expression; of a server, whether it is named so."""
    if subject.is_served:
        return point.slot.role is Role.REGEX or "pattern" in point.says or "regular" in point.says
    probe = f"{mark_of(subject)}[ab]+"
    with PatternLog() as log:
        call(subject, point.with_text(probe))
    return any(probe in pattern for pattern, _ in log.patterns)


def _judge_given(subject: Subject, point: InjectionPoint, found: list[InjectionPoint], patience: Patience) -> None:
    for pattern in patience.each(GIVEN_PATTERNS):

        def arguments(count: int, pattern: str = pattern) -> dict[str, Any]:
            return _with_line(subject, point, found, pattern, "a" * count + "!")

        if _explodes(subject, arguments, patience):
            raise point.finding(
                "exponential_pattern",
                f"Given {pattern!r} in {point.slot.shown!r} and a line of thirty letters, the tool takes exponential "
                "time. Search for plain text, refuse nested repetitions, or run the search in a process with a "
                "timeout.",
                arguments(_LAST),
            )


def _judge_unknown(subject: Subject, found: list[InjectionPoint], patience: Patience) -> None:
    """Judge the unknown expressions of a server."""
    points = [point for point in found if point.slot.role not in (*PATH_ROLES, Role.COMMAND, Role.CODE)][:_MAX_TEXTS]
    for point, attack in patience.each((point, attack) for point in points for attack in pumped_texts()):
        seconds, came_back = _seconds(subject, point.with_text(attack.of(_PROBED)))
        if seconds >= _ENOUGH_S or not came_back:
            _judge_own(subject, point, "", attack, patience)


def _judge_own(subject: Subject, point: InjectionPoint, pattern: str, attack: PumpedText, patience: Patience) -> None:
    def arguments(count: int) -> dict[str, Any]:
        return _with_line(subject, point, [point], None, attack.of(count))

    if _explodes(subject, arguments, patience):
        expression = f"the tool's own expression {pattern[:80]!r}" if pattern else "an expression of the server"
        raise point.finding(
            "exponential_pattern",
            f"Given {attack.of(8)!r} and longer in {point.slot.shown!r}, {expression} takes exponential time. Rewrite "
            "it so that every text matches in one way only.",
            arguments(_LAST),
        )


def _judge_made(subject: Subject, point: InjectionPoint, found: list[InjectionPoint], patience: Patience) -> None:
    """Judge the expression that the tool makes from wildcards, on lines from its other arguments."""
    arguments = point.with_text(_WILDCARDS)
    with PatternLog() as log:
        call(subject, arguments)
    made = {pattern: flags for pattern, flags in log.patterns if pattern.count("*") >= _STARS and "b" in pattern}
    for pattern, flags in made.items():
        attack = attack_on(pattern, flags)
        for other in found if attack is not None else ():
            if other is not point and attack is not None:
                _judge_own(subject, InjectionPoint(other.slot, arguments, other.value), pattern, attack, patience)


def _with_line(
    subject: Subject, point: InjectionPoint, found: list[InjectionPoint], pattern: str | None, line: str
) -> dict[str, Any]:
    """Return a call with *pattern* in the argument, and *line* in every other text argument and file."""
    arguments = dict(point.arguments)
    for other in found:
        if other.slot.role in PATH_ROLES:
            path = subject.sandbox.workspace / other.value
            path = path / _LINE_NAME if path.is_dir() else path
            if path.parent.is_dir() and not path.is_dir() and path.is_relative_to(subject.sandbox.workspace):
                path.write_text(line + "\n")
        elif other is not point and other.slot.role in (Role.TEXT, Role.QUERY, Role.TITLE):
            arguments = other.slot.place(arguments, line)
    if point.slot.role in PATH_ROLES and pattern is None:
        return arguments
    return point.slot.place(arguments, line if pattern is None else pattern)


def _explodes(subject: Subject, arguments: Callable[[int], dict[str, Any]], patience: Patience) -> bool:
    """Return whether CPU time grows faster than any polynomial, twice in a row.

    The constant cost of a call is subtracted, and the rest must exceed it.
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
            # It waits for something else, or its cost does not depend on the number of letters.
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
    """Return the CPU time of a call, or its time where CPU time is not observable, and whether it returned."""
    if subject.is_served:
        served_tool(subject).server.recover()
    started = cpu_time(subject)
    # A call that does not return is a result here, not an error.
    with nullcontext() if subject.is_served else fake_sleep():
        outcome = subject.call(arguments)
    ended = cpu_time(subject)
    seconds = outcome.seconds if started is None or ended is None else ended - started
    return seconds, not outcome.timed_out
