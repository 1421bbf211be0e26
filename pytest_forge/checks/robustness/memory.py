"""The check of memory: how it grows with the numbers in a call, within the limits of the schema."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from ...profile.roles import Role, role_of
from ...regex import regex
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.schemas.flat_schema import types_of
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.copies import in_a_copy
from ..calls.edge_calls import FastCalls
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .kept_entries import judge_kept_entries
from .server_memory import judge_server_memory
from .unlimited_caches import judge_unlimited_caches
from .written_numbers import BEARABLE_BYTES, judge_written_numbers, peak_and_seconds, told_excess, written_numbers

__all__ = ["memory_is_bounded"]

_MANY = 100_000
#: Values for two numbers that grow together, doubling each time.
_SIDES = (200, 400, 800)
_QUADRUPLE = 3.5
#: Values for two numbers that are large together, and the growth of memory from one to the next.
_TOGETHER = (1_000, 10_000, 100_000)
_STEEP = 8
_LITTLE_ENOUGH = 64 << 20
_BYTES_FOR_EACH = 0.5
#: Memory that this many items may take together.
_LITTLE = int(_BYTES_FOR_EACH * _MANY)
_LARGEST = (1 << 31) - 1
_VIRTUAL = regex(r"^VmPeak:\s+(\d+) kB", re.MULTILINE)
#: Seconds that are measurable, and the longest call that may be repeated with a larger number.
_NOTICED_S, _BEARABLE_S = 0.02, 0.5
#: Numbers that name something or set a duration, and not an amount.
_NAMING_ROLES = frozenset((Role.DURATION, Role.PORT, Role.YEAR, Role.LATITUDE, Role.LONGITUDE))


@check(
    family="robustness",
    level="SHOULD",
    source="Forge Tools: the work a call may ask for is bounded",
    codes={
        "unbounded_memory": "A number in the arguments decides how much memory a call takes.",
        "kept_forever": "What is said to be forgotten after a time stays in memory, which grows with each call.",
        "unlimited_cache": "A cache keeps each long text that it was given, without a limit.",
    },
)
def memory_is_bounded(subject: Subject) -> None:
    """No number in the arguments makes a call use unlimited memory.

    One call with a large count kills the process, with every agent in it. Limit the number in the schema, or produce
    the items one by one. The check measures memory with numbers up to a hundred thousand, and with two numbers that
    grow together, and extrapolates to the largest that the schema allows. Numbers in texts, such as the last page of
    ``1-3, 8``, and networks of IP addresses grow until a call has taken 256 MiB.

    Not judged: numbers whose limit keeps the memory below 256 MiB; loops that need time but no memory, see
    time_grows_with_the_input.

    A function whose description says that entries are forgotten after a time, so that memory does not grow, is called
    with many values, and with many others ten years later, once it takes the first ones for new again. The moments that
    its calls give are later then, too. Its modules must not hold all of them. Code that may remove entries at some
    calls alone, or at some sizes, gets some thousand calls more. Code that does so beside its calls is not judged.

    A function with a cache of :mod:`functools` without a limit, or whose description says that answers are kept, is
    called with many long texts, and with as many others. They must not all stay in memory. Judged are arguments for
    whole texts; where only recent answers are said to be kept, any text. Not judged: what is said to be kept for good,
    and code that may remove entries.

    Of a server, the peak memory of its process is compared for 10 and 100 million in each unlimited integer, and for
    growing numbers and networks in texts.
    """
    if subject.is_served:
        judge_server_memory(subject)
        return
    judge_kept_entries(subject)
    judge_unlimited_caches(subject)
    numbers = dict(_unbounded_numbers(subject, beyond=_MANY))
    sides = dict(_unbounded_numbers(subject, beyond=_SIDES[-1]))
    ordinary = plausible_calls(subject, limit=2)
    written = written_numbers(subject.schema, ordinary)
    if not numbers and len(sides) < 2 and not written:
        raise NotApplicable("The schema allows no number that is large enough to matter.")
    base = ordinary[-1]
    with FastCalls(subject) as fast:
        for name, (sign, high) in subject.patience().each(numbers.items()):
            for_each = _bytes_for_each(fast, partial(_with_number, base, name, sign))
            if for_each is None:
                subject.has_left(1)
            elif for_each * high > BEARABLE_BYTES:
                raise CheckFailure(
                    "unbounded_memory",
                    f"A call takes {for_each:.3g} bytes of memory per unit of {name!r}, which "
                    f"{'has no limit' if high == _LARGEST else f'may be as large as {high}'}. "
                    "Limit it in the schema, or refuse large values.",
                    about=name,
                    arguments={**base, name: sign * _MANY},
                )
        _judge_numbers_together(subject, fast, base, sides)
        _judge_powers(subject, fast, base, numbers)
        judge_written_numbers(subject, written, partial(peak_and_seconds, fast), partial(_excess, subject))


def _judge_numbers_together(
    subject: Subject, fast: FastCalls, base: dict[str, Any], numbers: Mapping[str, tuple[int, int]]
) -> None:
    """Judge whether the product of two numbers decides how much memory a call takes."""
    for first, second in subject.patience().each(itertools.pairwise(numbers)):
        peaks: list[int] = []
        for many in _SIDES:
            grown = {name: numbers[name][0] * min(many, numbers[name][1]) for name in (first, second)}
            peak, _, is_late = peak_and_seconds(fast, {**base, **grown})
            peaks.append(peak)
            if is_late and peak > peaks[0] + _LITTLE:
                subject.has_left(1)
            if is_late:
                break
        if len(peaks) < len(_SIDES):
            continue
        few, some, more = peaks
        # Doubling both numbers takes four times the memory, twice in a row.
        is_product = few and some > _QUADRUPLE * few and more > _QUADRUPLE * some
        largest = more / _SIDES[-1] ** 2 * numbers[first][1] * numbers[second][1]
        if is_product and largest > BEARABLE_BYTES:
            raise CheckFailure(
                "unbounded_memory",
                f"A call takes {more / _SIDES[-1] ** 2:.3g} bytes of memory per unit of {first!r} times "
                f"{second!r}, which is {largest / 1e9:.3g} GB at their maxima. "
                "Limit both, or refuse large products.",
                about=f"{first}.{second}",
                arguments={**base, **{name: numbers[name][0] * _SIDES[-1] for name in (first, second)}},
            )


def _judge_powers(
    subject: Subject, fast: FastCalls, base: dict[str, Any], numbers: Mapping[str, tuple[int, int]]
) -> None:
    """Judge whether two numbers that are large together make a number with millions of digits."""
    for first, second in subject.patience().each(itertools.pairwise(numbers)):
        peaks: list[int] = []
        for many in _TOGETHER:
            peak, _, is_late = peak_and_seconds(fast, {**base, first: many, second: many})
            # The next step is not made if it may take too much.
            if is_late or fast.seconds > _BEARABLE_S or peak * peak > _LITTLE_ENOUGH * min([*peaks, peak]):
                break
            peaks.append(peak)
        if len(peaks) < len(_TOGETHER):
            continue
        few, some, more = peaks[-3:]
        # Memory that stops growing is limited by the tool itself.
        if some - few > _LITTLE // 10 and more - few > _STEEP * (some - few) and more - few > _LITTLE:
            raise CheckFailure(
                "unbounded_memory",
                f"With {first!r} and {second!r} at {_TOGETHER[-1]}, a call takes {more} bytes of memory, and ten times "
                "as many for ten times the numbers. Limit the size of the result, or refuse large numbers.",
                about=f"{first}.{second}",
                arguments={**base, first: _TOGETHER[-1], second: _TOGETHER[-1]},
            )


def _unbounded_numbers(subject: Subject, *, beyond: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the integers that may be larger than *beyond*, with the sign to use and the maximum."""
    edges = EdgeValues(subject.schema)
    for name, node in edges.nodes.items():
        for flat in edges.view.alternatives(node):
            if "integer" not in (types_of(flat) if "type" in flat else []) or "enum" in flat or "const" in flat:
                continue
            low, high = bounds(flat, whole=True)
            largest = _LARGEST if high is None else min(int(high), _LARGEST)
            step = flat.get("multipleOf", 1)
            if largest > beyond and (low is None or low <= 100) and step == 1:
                if role_of(name, {**flat, "type": "integer"}) not in _NAMING_ROLES:
                    yield name, (1, largest)
                break


def _with_number(base: dict[str, Any], name: str, sign: int, number: int) -> dict[str, Any]:
    return {**base, name: sign * number}


def _bytes_for_each(fast: FastCalls, call_of: Callable[[int], dict[str, Any]]) -> float | None:
    """Return the bytes of memory per unit of a number; 0 if memory does not grow with it.

    None if memory grows, but the calls are too slow to measure it.
    """
    usual, _, is_late = peak_and_seconds(fast, call_of(100))
    if is_late:
        return None
    usual_s = fast.seconds
    some, _, is_late = peak_and_seconds(fast, call_of(_MANY))
    if some - usual <= _LITTLE:
        # A loop takes time, but no memory.
        return 0.0
    taken_s = fast.seconds - usual_s
    if is_late or taken_s > _BEARABLE_S:
        return None
    more = 10 if taken_s < _NOTICED_S else 2
    many, _, is_late = peak_and_seconds(fast, call_of(more * _MANY))
    if is_late:
        return None
    # Memory that stops growing is limited by the tool itself.
    if many - usual < 0.8 * more * (some - usual):
        return 0.0
    for_each = (many - usual) / (more * _MANY)
    return for_each if for_each > _BYTES_FOR_EACH else 0.0


def _excess(subject: Subject, call: dict[str, Any], small: dict[str, Any]) -> str:
    """Return what tells that a call reserves more memory than is bearable, after one with a small number; else ""."""

    def excess() -> str:
        with FastCalls(subject) as fast:
            # Threads and modules that the first call of a process needs are no memory of the second.
            fast.call(small)
            before = _reserved()
            outcome = fast.call(call)
            taken = BEARABLE_BYTES + 1 if isinstance(outcome.raised, MemoryError) else _reserved() - before
            return told_excess(taken, is_late=outcome.timed_out)

    return in_a_copy(excess, limit_s=2 * subject.call_s + 1) or ""


def _reserved() -> int:
    """Return the largest memory that this process has reserved, in bytes; 0 where the system does not tell."""
    found: re.Match[str] | None = None
    with suppress(OSError):
        found = _VIRTUAL.search(Path("/proc/self/status").read_text())
    return 0 if found is None else int(found[1]) * 1024
