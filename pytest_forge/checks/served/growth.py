"""Growth of a server's memory and time with large numbers, long texts and hostile expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...profile.roles import PATH_ROLES, Role
from ...strategies.payloads.expressions import POWERS
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from .. import injection as _expressions  # noqa: F401  # declares a check
from ..calls.answered import needs_answer
from ..calls.asking import own_server, silence_of, tried
from ..calls.set_up import set_up_calls
from ..check import served
from ..injection.injection_point import InjectionPoint, injection_points

_USUAL, _MANY, _FAR_MORE = 1_000, 10_000_000, 100_000_000
#: Bytes of memory that a server may take for the number `_FAR_MORE`.
_BEARABLE = 60_000_000
#: A call that is slower than this for the smaller number would take too long for the larger.
_QUICK_S = 0.3
_NAMING = frozenset((Role.DURATION, Role.PORT, Role.YEAR, Role.LATITUDE, Role.LONGITUDE, Role.ID))
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB", re.MULTILINE)
#: Texts that nested repetitions match in many ways, and endings that prevent a match.
_PUMPS = ("a", "0", " ", "a.", "a-", "a=b;", "a,", "a/", "ab ", "\t")
_TAILS = ("!", "\n!")
_REPEATED, _MAX_TEXTS = 36, 6
_PATIENCE = 3.0
#: Letters or items to begin with, CPU time that is measurable, and CPU time that is long for a call.
_FEW_LETTERS, _NOTICED_S, _LONG_S = 1_000, 0.05, 0.5
#: Four times the input takes five times as long with n log n, and sixteen times with n squared.
_SUSPICIOUS = 8
#: Lower bound of a call's time, to avoid a division by nothing.
_LEAST_S = 1e-4
#: Linux: part of a clock id that selects the CPU time of all threads of a process.
_OF_ALL_THREADS = 2
#: Expressions that take exponential time on a line of letters.
_PATTERNS = ("(a+)+$", "^(a|a)*$")


@served("expressions_take_bounded_time")
@needs_answer
def expressions_take_bounded_time(subject: Subject) -> None:
    """No text of forty letters hangs the server.

    The check sends texts that make a vulnerable regular expression take exponential time, and powers such as 9**9**9.
    It fails if the short form is answered and the long one is not, even with three times the time limit.
    """
    own_server(subject)
    found = [
        point
        for point in injection_points(set_up_calls(subject, limit=4), subject.schema)
        if point.slot.role not in (*PATH_ROLES, Role.COMMAND, Role.CODE)
    ]
    if not found:
        raise NotApplicable("No argument of the tool takes text.")
    patience = subject.patience()
    for point in patience.each(found[:_MAX_TEXTS]):
        _judge_powers(subject, point)
    attacks = [(point, *calls) for point in found[:_MAX_TEXTS] for calls in _attacks(point, found)]
    for point, few, many in patience.each(attacks):
        if subject.call(many).answer is None and tried(subject, few).answer is not None:
            again = subject.call(many, call_s=_PATIENCE * subject.call_s)
            if again.answer is None:
                raise CheckFailure(
                    "exponential_pattern",
                    f"{silence_of(again)} {point.slot.shown!r} held repeated letters, "
                    "which a regular expression with nested repetitions matches in exponentially many ways. Rewrite "
                    "it so that every text matches in one way only.",
                    about=point.slot.shown,
                    arguments=many,
                )


def _judge_powers(subject: Subject, point: InjectionPoint) -> None:
    for power in POWERS:
        squared = tried(subject, point.with_text(power.square))
        if not squared.succeeded or power.result not in squared.text:
            continue
        large = point.with_text(power.large)
        if subject.call(large).answer is None and tried(subject, point.with_text(power.small)).answer is not None:
            again = subject.call(large, call_s=_PATIENCE * subject.call_s)
            if again.answer is None:
                raise CheckFailure(
                    "endless_power",
                    f"{silence_of(again)} Given {power.large!r} in "
                    f"{point.slot.shown!r}, it computes a number with millions of digits. "
                    "Bound the exponent and the size of the result.",
                    about=point.slot.shown,
                    arguments=large,
                )


def _attacks(point: InjectionPoint, others: list[InjectionPoint]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield pairs of calls with a short and a long form of the same text."""
    if point.slot.role in (Role.REGEX, Role.QUERY) or "pattern" in point.says or "regular" in point.says:
        for pattern in _PATTERNS:
            calls = []
            for count in (2, _REPEATED):
                call = point.with_text(pattern)
                for other in others:
                    if other.slot.steps != point.slot.steps:
                        call = other.slot.place(call, "a" * count + "!")
                calls.append(call)
            yield calls[0], calls[1]
    for pump in _PUMPS:
        for tail in _TAILS:
            start = "" if pump.strip() else "a"
            yield point.with_text(start + pump * 2 + tail), point.with_text(start + pump * _REPEATED + tail)
