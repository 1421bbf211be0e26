"""Lost units: a number of whole units that is one too small, as a product with a binary fraction is cut off.

pay(euros=0.25)     25 cents
pay(euros=0.30)     30 cents
pay(euros=0.29)     28 cents: 0.29 * 100 is 28.999999999999996
"""

from __future__ import annotations

from typing import Any

from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ..lasting_reads import calls_that_fit
from .rounding_model import numbers_by_place

__all__ = ["judge_lost_units"]

_SHARE = 0.05
_MAX_BASES, _MAX_UNITS, _OF_A_KIND = 2, 3_000, 4
#: How many units the argument may have, and numbers of it that binary fractions hold exactly.
_SCALES, _EXACT = (100, 1000), (8.0, 2.5, 4.25)


def judge_lost_units(subject: Subject) -> bool:
    """Judge that a number of an answer which is a hundred or a thousand times an argument is so for decimals as well.

    Returns:
        Whether there is such a number.

    Raises:
        CheckFailure: If it is one less for all of some decimals whose product falls short of a whole number, and right
            for all others, twice.
    """
    view = FlatSchema(subject.schema)
    names = [
        name
        for name, node in view.arguments.items()
        if any("number" in types_of(one) for one in view.alternatives(node))
    ]
    if not names:
        return False
    judged = False
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            for name in (name for name in names if type(base.get(name)) in (int, float)):
                reader = _Reader(fast, view, base, name)
                for place, scale in reader.places():
                    judged = True
                    _judge(reader, place, scale)
    return judged


class _Reader:
    """Reads numbers from the answers of calls that differ in one argument."""

    def __init__(self, fast: FastCalls, view: FlatSchema, base: dict[str, Any], name: str) -> None:
        self._fast, self._view, self._base, self.name = fast, view, base, name

    def call(self, given: float) -> dict[str, Any]:
        """Return the call with a number."""
        return {**self._base, self.name: given}

    def places(self) -> list[tuple[str, int]]:
        """Return the places that have a hundred or a thousand times what is given, and how many times it is."""
        found = [
            (place, scale)
            for place, number in self.numbers(_EXACT[0]).items()
            for scale in _SCALES
            if number == _EXACT[0] * scale
        ]
        for given in _EXACT[1:] if found else ():
            numbers = self.numbers(given)
            found = [(place, scale) for place, scale in found if numbers.get(place) == given * scale]
        return found

    def numbers(self, given: float) -> dict[str, Any]:
        """Return the numbers of an answer by place; none if the call fails."""
        call = self.call(given)
        outcome = self._fast.call(call) if self._view.fits(self._view.root, call) else None
        return numbers_by_place(outcome.value) if outcome is not None and outcome.succeeded else {}

    def missed(self, place: str, scale: int, units: list[int]) -> list[Any]:
        """Return by how much a number is less than each of some units that are given; None for none."""
        found = (self.numbers(one / scale).get(place) for one in units)
        return [None if number is None else one - number for one, number in zip(units, found, strict=True)]


def _judge(reader: _Reader, place: str, scale: int) -> None:
    # What falls short comes among others.
    short = [units for units in range(1, _MAX_UNITS) if int(units / scale * scale) < units][-_OF_A_KIND:]
    others = [units - 1 for units in short if units - 1 not in short]
    for _ in range(2):
        missed = reader.missed(place, scale, [*short, *others])
        if missed != [1] * len(short) + [0] * len(others):
            return
    raise CheckFailure(
        "unit_lost",
        f"{short[0] / scale} is answered as {short[0] - 1}, and not as {short[0]}: the product with {scale} is a "
        "little less than a whole number, and is cut off. Round it, or compute in decimals.",
        about=reader.name,
        arguments=reader.call(short[0] / scale),
    )
