"""Written loops: the numbers in the texts of a call that decide how often a loop of the tool runs.

{"selection": "1-3, 8"}   ->   {"selection": "1-3, 100000"}, ten times as long as 10000; 999999999999 does not return

Memory may stay small meanwhile: most numbers of the loop are left out, or only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ...profile.roles import Role, role_of
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls
from .written_numbers import WrittenNetwork, WrittenNumber, peak_and_seconds

__all__ = ["judge_written_loops"]

#: Numbers that grow until a call takes measurable time, and the memory that is judged by memory_is_bounded.
_LADDER = tuple(10**digits for digits in range(1, 9))
_NOTICED_S, _NOTICED_BYTES = 0.02, 4 << 20
#: Ten times the number takes at least this many times as long if a loop runs so often.
_STEEP = 5
#: Digits of the numbers that may not return: those that the tool itself allows are not known.
_MOST_DIGITS = 15
#: How much longer than its time limit the call would take.
_FAR = 4
#: Texts that are programs, whose work is what they say.
_PROGRAMS = frozenset((Role.COMMAND, Role.CODE, Role.SQL))

#: Makes a call and returns its CPU time in seconds; infinite if it did not return.
_Seconds = Callable[[dict[str, Any]], float]


class _Loop(Struct, frozen=True):
    """A number for which a call takes measurable time, and its seconds."""

    number: int
    seconds: float


def judge_written_loops(
    subject: Subject,
    numbers: Sequence[WrittenNumber | WrittenNetwork],
    fast: FastCalls,
    seconds: _Seconds,
) -> None:
    """Judge that no number in a text decides alone how long a call takes.

    Numbers grow up to the first that takes measurable time. If that is about ten times as much as for a tenth, the
    longest numbers are tried that the tool may allow.

    Args:
        subject: The tool, a function.
        numbers: As `written_numbers` returns them.
        fast: Makes calls.
        seconds: Makes a call and measures it.

    Raises:
        CheckFailure: If a call does not return for one of them.
    """
    properties = subject.schema.get("properties") or {}
    for number in numbers:
        if role_of(number.name, properties.get(number.name) or {}) in _PROGRAMS:
            continue
        loop = _loop_of(number, fast, seconds)
        late = _late_call(subject, number, loop) if loop is not None else None
        if loop is not None and late is not None:
            raise CheckFailure(
                "exponential_time",
                f"{number.told(loop.number)}, {number.name!r} made a call take {loop.seconds:.2g} s, ten times as long "
                f"as a tenth of it, and with {late[0]} it did not return. Compare the number with the limit before "
                "the loop begins.",
                about=number.name,
                arguments=late[1],
            )


def _loop_of(number: WrittenNumber | WrittenNetwork, fast: FastCalls, seconds: _Seconds) -> _Loop | None:
    """Return the first number that takes measurable time, if this grows with it, and memory does not."""
    first: tuple[int, float] | None = None
    for amount in _LADDER:
        call, tenth = number.call_of(amount), number.call_of(amount // 10)
        if call is None or tenth is None:
            continue
        peak, _, is_late = peak_and_seconds(fast, call)
        first = first or (peak, seconds(tenth))
        if is_late or peak - first[0] > _NOTICED_BYTES:
            return None
        taken_s = seconds(call) - first[1]
        if taken_s < _NOTICED_S:
            continue
        # Noise disturbs quick calls most: repeat them.
        tenth_s = min(seconds(tenth), seconds(tenth)) - first[1]
        taken_s = min(taken_s, seconds(call) - first[1])
        return _Loop(amount, taken_s) if taken_s > max(_STEEP * tenth_s, _NOTICED_S / 2) else None
    return None


def _late_call(
    subject: Subject, number: WrittenNumber | WrittenNetwork, loop: _Loop
) -> tuple[int, dict[str, Any]] | None:
    """Return the largest number that would take far too long, with its call that does not return; None if all do."""
    needed = _FAR * subject.call_s * loop.number / loop.seconds
    amounts = [10**digits - 1 for digits in range(_MOST_DIGITS, 0, -1) if 10**digits - 1 > needed]
    calls = [(amount, call) for amount in amounts if (call := number.call_of(amount)) is not None]

    def late() -> int:
        with FastCalls(subject) as fast:
            # A number that the tool refuses is refused at once.
            return next((index for index, (_, call) in enumerate(calls) if fast.call(call).timed_out), -1)

    # A loop in C cannot be interrupted, and its copy is lost.
    index = in_a_copy(late, limit_s=2 * subject.call_s) if calls else -1
    if index is None:
        index = next((index for index, (_, call) in enumerate(calls) if not _returns(subject, call)), -1)
    return calls[index] if index >= 0 else None


def _returns(subject: Subject, call: dict[str, Any]) -> bool:
    def came_back() -> bool:
        with FastCalls(subject) as fast:
            return not fast.call(call).timed_out

    return in_a_copy(came_back, limit_s=subject.call_s + 1) is True
