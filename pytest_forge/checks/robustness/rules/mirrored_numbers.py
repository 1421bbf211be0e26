"""Mirrored numbers: a number below zero that is not rounded as the same one above zero, though told from zero.

tax(net=250)      53 for 52.5
tax(net=-250)     -52 for -52.5, though half a cent is said to go away from zero
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ....profile.told_rounding import ToldRounding
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from .rounding_model import WAYS, RoundingModel, numbers_by_place, telling_steps

__all__ = ["NumberSlot", "judge_mirrored_numbers"]

_FEWEST = 2


class NumberSlot(Struct, frozen=True):
    """A number in the arguments of a call.

    Attributes:
        call: Returns the call with another number.
        step: The smallest step.
        is_exact: Whether a tool can compute with it exactly.
        name: The name of the argument.
    """

    call: Callable[[Fraction], dict[str, Any]]
    step: Fraction
    is_exact: bool
    name: str


def judge_mirrored_numbers(
    subject: Subject, fast: FastCalls, slot: NumberSlot, models: Mapping[str, RoundingModel], told: ToldRounding
) -> None:
    """Judge that numbers are rounded alike above and below zero, where they are rounded as told above it.

    Args:
        subject: The tool.
        fast: Makes its calls.
        slot: The argument.
        models: The numbers of the answer that are a share of it, by place.
        told: A way of rounding that is the same on both sides of zero.

    Raises:
        CheckFailure: If a number below zero is rounded in one other way, twice.
    """
    for place, model in models.items():
        found = _unlike(subject, fast, slot, place, model, told)
        if found is None or _unlike(subject, fast, slot, place, model, told) != found:
            continue
        given, below = found
        exact, answered = float(-model.share * given), float(below * model.unit)
        raise CheckFailure(
            "rounded_otherwise",
            f'The description says "{told.words}", but {exact:.9g} is answered as {answered:.9g}, unlike the same '
            "number above zero. Round the amount without its sign: adding a half and cutting off goes up everywhere.",
            about=slot.name,
            arguments=slot.call(-given),
        )


def _unlike(
    subject: Subject, fast: FastCalls, slot: NumberSlot, place: str, model: RoundingModel, told: ToldRounding
) -> tuple[Fraction, int] | None:
    """Return a number, and what its opposite is rounded to, in units; None if they are alike or cannot be compared."""
    rounded, fits = WAYS[told.way], FlatSchema(subject.schema).fits
    seen: dict[Fraction, int] = {}
    others: list[Fraction] = []
    for given in telling_steps(model, slot.step, is_binary=not slot.is_exact):
        both: list[int] = []
        for call in (slot.call(given), slot.call(-given)):
            outcome = fast.call(call) if fits(subject.schema, call) else None
            number = numbers_by_place(outcome.value).get(place) if outcome is not None and outcome.succeeded else None
            units = None if number is None else number / model.unit
            if units is None or units.denominator != 1:
                return None
            both.append(int(units))
        above, below = both
        if above != rounded(model.units(given)) or abs(below + model.units(given)) > 1:
            # It is rounded otherwise anyway, or means something else below zero.
            return None
        seen[given] = below
        others += [given] if below != -above else []
    is_one_way = any(all(way(-model.units(given)) == below for given, below in seen.items()) for way in WAYS.values())
    return (others[0], seen[others[0]]) if len(others) >= _FEWEST and is_one_way else None
