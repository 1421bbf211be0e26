"""Growth of a server's memory and time with large numbers, long texts and hostile expressions."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ...profile.roles import PATH_ROLES, Role, role_of
from ...strategies.payloads.expressions import POWERS
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema, types_of
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from .. import injection as _expressions  # noqa: F401  # declares a check
from ..calls.answered import needs_answer
from ..calls.asking import own_server, silence_of, tried
from ..calls.set_up import set_up_calls
from ..calls.working import working_replies
from ..check import served
from ..injection.injection_point import InjectionPoint, injection_points
from ..robustness.growth import long_arguments

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


@served("memory_is_bounded")
def memory_is_bounded(subject: Subject) -> None:
    """No number that the schema allows makes the server use unlimited memory.

    The check sends calls with 10 and 100 million in each unlimited integer, and compares the server's peak memory.
    """
    tool = own_server(subject)
    names = list(_unbounded(subject))
    if not names or tool.server.pid is None or not _peak(tool.server.pid):
        raise NotApplicable("Every number is limited, or the server's memory is not observable.")
    control = working_replies(subject, set_up_calls(subject), most=1)[0]
    for name in subject.patience().each(names):
        usual = tried(subject, {**control.arguments, name: _USUAL})
        if usual.answer is None:
            continue
        peaks = [_peak(tool.server.pid)]
        for number in (_MANY, _FAR_MORE):
            reply = tried(subject, {**control.arguments, name: number})
            peaks.append(_peak(tool.server.pid or 0))
            if not all(peaks):
                # The server was lost and restarted.
                subject.has_left(1)
            if reply.answer is None or not all(peaks):
                break
            if number == _MANY and reply.seconds > usual.seconds + _QUICK_S:
                subject.has_left(1)
                break
        if len(peaks) == 3 and peaks[2] - peaks[1] > _BEARABLE and peaks[2] - peaks[1] > 2 * (peaks[1] - peaks[0]):
            raise CheckFailure(
                "unbounded_memory",
                f"With {_FAR_MORE} for {name!r}, which the schema allows, the server used "
                f"{(peaks[2] - peaks[1]) // 1_000_000} MB more memory than with a tenth of it. Add a maximum.",
                about=name,
                arguments=reply.arguments,
            )


@served("time_grows_with_the_input")
def time_grows_with_the_input(subject: Subject) -> None:
    """The server's time grows about linearly with its input.

    The check sends calls with ever longer texts and lists, and compares the CPU time of the server's process for
    a quarter of an input and the whole, twice.
    """
    tool = own_server(subject)
    makers, longest = long_arguments(subject)
    if not makers or tool.server.pid is None or _own_seconds(tool.server.pid) is None:
        raise NotApplicable("The tool does not take a long text or list, or the server's time is not observable.")
    base: dict[str, Any] = working_replies(subject, set_up_calls(subject), most=1)[0].arguments
    usual = _seconds_of(subject, base) or 0.0
    is_taken = False
    for kind in subject.patience().each(range(max(map(len, makers.values())))):

        def call_of(size: int, kind: int = kind) -> dict[str, Any]:
            return base | {name: of[kind % len(of)](min(size, longest[name])) for name, of in makers.items()}

        most, size = max(longest.values()), _FEW_LETTERS
        taken = _seconds_of(subject, call_of(size))
        while taken is not None and taken - usual < _NOTICED_S and size < most:
            # Sixteen times the smallest measurable time would exceed a call's time limit.
            size = min((4 if taken - usual < _NOTICED_S / 4 else 2) * size, most)
            taken = _seconds_of(subject, call_of(size))
        is_taken = is_taken or taken is not None
        if taken is None or taken - usual < _NOTICED_S:
            continue
        measured = [pair for _ in range(2) if (pair := _quarter_and_whole(subject, call_of, size)) is not None]
        if len(measured) < 2:
            continue
        grown = [whole / quarter for quarter, whole in measured]
        whole = min(whole for _, whole in measured)
        if min(grown) > _SUSPICIOUS and whole * (2 * most / size) ** 2 > _LONG_S:
            raise CheckFailure(
                "superlinear_time",
                f"With {', '.join(map(repr, makers))}, four times the input took the server {min(grown):.0f} times as "
                f"long, {whole:.2g} s for {size} letters or items. "
                "Use a set or dict for look-ups, or limit the input.",
                arguments=call_of(size),
            )
    if not is_taken:
        raise NotApplicable("Every long text or list is refused.")


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


def _unbounded(subject: Subject) -> Iterator[str]:
    """Yield the integers at the root that may be as large as `_FAR_MORE` and mean an amount."""
    try:
        view = FlatSchema(subject.schema)
    except CannotMake:
        return
    properties = subject.schema.get("properties")
    for name, node in properties.items() if isinstance(properties, dict) else ():
        for flat in view.alternatives(node) if isinstance(node, dict) else ():
            if "integer" not in (types_of(flat) if "type" in flat else []) or "enum" in flat or "const" in flat:
                continue
            low, high = bounds(flat, whole=True)
            is_free = (high is None or high >= _FAR_MORE) and (low is None or low <= _USUAL)
            if is_free and flat.get("multipleOf", 1) == 1 and role_of(name, flat) not in _NAMING:
                yield name
                break


def _quarter_and_whole(
    subject: Subject, call_of: Callable[[int], dict[str, Any]], size: int
) -> tuple[float, float] | None:
    """Return the seconds for a quarter of an input and for the whole, without the constant cost of a call.

    None if one of the calls was refused or not answered.
    """
    few = _seconds_of(subject, call_of(size // 16), times=8)
    quarter = _seconds_of(subject, call_of(size // 4), times=8)
    whole = _seconds_of(subject, call_of(size), times=2)
    if few is None or quarter is None or whole is None:
        return None
    return max(quarter - few, _LEAST_S), whole - few


def _seconds_of(subject: Subject, call: dict[str, Any], *, times: int = 1) -> float | None:
    """Return the server's CPU time for a call; None if it is refused or not answered."""
    server = own_server(subject).server
    pid = server.pid
    before = None if pid is None else _own_seconds(pid)
    for _ in range(times):
        # CPU time is measured, so allow more wall time: on a busy machine an answer takes longer.
        reply = subject.call(call, call_s=_PATIENCE * subject.call_s)
        if reply.answer is None:
            subject.has_left(1)
        if not reply.succeeded:
            return None
    after = None if pid is None or server.pid != pid else _own_seconds(pid)
    return None if before is None or after is None else (after - before) / times


def _own_seconds(pid: int) -> float | None:
    """Return the CPU time of all threads of a process so far; None where the system does not offer it.

    Linux has a clock for each process; ``clock_getcpuclockid(3)`` of the C library defines its id.
    """
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime((~pid << 3) | _OF_ALL_THREADS)
    except OSError:
        return None


def _peak(pid: int) -> int:
    """Return the peak memory of a process in bytes; 0 where the system does not offer it."""
    try:
        found = _PEAK.search(Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found is not None else 0
