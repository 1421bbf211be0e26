"""Lost ends: the end of a series of numbers, which is there or not by the rounding of floating point.

levels(0, 3, 1)         0, 1, 2, 3
levels(0, 0.3, 0.1)     0, 0.1, 0.2: the end is lost, since 0.1 + 0.1 + 0.1 is a little more than 0.3
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any, TypeAlias

from ....profile.told_drift import may_lose_end
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .answer_series import answer_series

__all__ = ["judge_lost_ends"]

_SHARE = 0.1
_MAX_BASES, _MOST_NUMBERS = 2, 4
#: First and last number of a series, and its step.
_Span: TypeAlias = tuple[int, int, int]
#: Without fractions, and divided by a power of two: nothing is rounded.
_EXACT: tuple[tuple[_Span, int], ...] = (((0, 3, 1), 1), ((1, 7, 2), 1), ((0, 3, 1), 4), ((1, 7, 2), 8))
#: Divided by ten, sums, products or quotients of these are rounded.
_TENTHS: tuple[_Span, ...] = (
    (0, 3, 1),
    (0, 6, 2),
    (10, 13, 1),
    (0, 7, 1),
    (0, 10, 1),
    (1, 6, 1),
    (0, 12, 4),
    (11, 20, 3),
)
_CLOSE = 1e-6


def judge_lost_ends(subject: Subject) -> bool:
    """Judge that a series with a first number, a last one and a step has its end, or has it not, with tenths as well.

    The series must be so for whole numbers and for quarters and eighths, and for ten times each that is judged.

    Returns:
        Whether there is such a series.

    Raises:
        CheckFailure: If a series of tenths has one number less or more at its end, twice.
    """
    view = FlatSchema(subject.schema)
    if len(_numbers(view)) not in range(2, _MOST_NUMBERS + 1) or may_lose_end(all_told_words(subject)):
        return False
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            outcome = fast.call(base)
            if outcome.succeeded and not answer_series(outcome.value):
                return False
            for roles in itertools.permutations(_numbers(view), min(len(_numbers(view)), 3)):
                reader = _Reader(fast, view, base, roles)
                place, has_end = reader.kind()
                if place and all(reader.surplus(place, has_end, *one) == 0 for one in _EXACT):
                    _judge(reader, place, has_end)
                    return True
    return False


def _judge(reader: _Reader, place: str, has_end: bool) -> None:
    for span in _TENTHS:
        surplus = reader.surplus(place, has_end, span, 10)
        if surplus not in (-1, 1) or reader.surplus(place, has_end, span, 1) != 0:
            continue
        if reader.surplus(place, has_end, span, 10) == surplus:
            raise CheckFailure(
                "series_end_rounded",
                f"The series has one number {'less' if surplus < 0 else 'more'} at its end than that of ten times as "
                "large numbers. Count the steps, with a tolerance or in decimals, instead of adding them up.",
                arguments=reader.call(span, 10),
            )


def _numbers(view: FlatSchema) -> list[str]:
    """Return the arguments that take fractions."""
    return [
        name
        for name, node in view.arguments.items()
        if any("number" in types_of(one) for one in view.alternatives(node))
    ]


class _Reader:
    """Reads series from the answers of calls in which some arguments are the last number and the step, or all three."""

    def __init__(self, fast: FastCalls, view: FlatSchema, base: dict[str, Any], roles: Sequence[str]) -> None:
        self._fast = fast
        self._view = view
        self._base = base
        self._roles = roles

    def call(self, span: _Span, scale: int) -> dict[str, Any]:
        """Return the call for a span, each of whose numbers is divided by a scale."""
        given = [number if scale == 1 else number / scale for number in span][-len(self._roles) :]
        return {**self._base, **dict(zip(self._roles, given, strict=True))}

    def kind(self) -> tuple[str, bool]:
        """Return the place of a series in the answer, "" for none, and whether it has its end."""
        (first, last, step), scale = _EXACT[0]
        for place, series in self._series((first, last, step), scale).items():
            for has_end in (True, False):
                if series == [*range(first, last + has_end, step)]:
                    return place, has_end
        return "", False

    def surplus(self, place: str, has_end: bool, span: _Span, scale: int) -> int | None:
        """Return how many numbers a series has more than it should; None if it is another one, or there is none."""
        if len(self._roles) < len(span) and span[0]:
            return 0 if scale != 10 else None
        series = self._series(span, scale).get(place)
        first, last, step = span
        full = [number / scale for number in range(first, last + 2 * step, step)]
        if not series or len(series) > len(full):
            return None
        if not all(math.isclose(one, other, abs_tol=_CLOSE) for one, other in zip(series, full, strict=False)):
            return None
        return len(series) - len(range(first, last + has_end, step))

    def _series(self, span: _Span, scale: int) -> dict[str, list[float]]:
        call = self.call(span, scale)
        outcome = self._fast.call(call) if self._view.fits(self._view.root, call) else None
        if outcome is None or not outcome.succeeded:
            return {}
        found = {place: [_number(one) for one in series] for place, series in answer_series(outcome.value).items()}
        return {
            place: [one for one in series if one is not None] for place, series in found.items() if None not in series
        }


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        return float(value)
    except ValueError:
        return None
