"""Defined units: an answer that follows from another meaning of a unit than the one that the description gives.

"1 Mbit is one million bits"
seconds(mib=1000, mbit=100)     80.0, as if it were 1024 * 1024 bits; it takes 83.9 s
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.told_units import Unit, defined_units, unit_in_words, unit_of_name
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls, taken_call
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit

__all__ = ["judge_defined_units"]

_MAX_BASES, _MAX_UNITS = 3, 3
#: Values of the arguments, so that rounded answers are large enough.
_VALUES = (1000.0, 50.0, 20_000.0, 100_000.0, 4.0)
_LEAST = 500.0
#: How far an answer is from another meaning by rounding, and from its own one.
_NEAR, _FAR = 2e-4, 1e-3
#: By which an answer differs if a unit has another meaning: 1024 for 1000 or the reverse, and bits for bytes.
_MIX_UPS = (8.0, 0.125, *(1.024**power for power in (-3, -2, -1, 1, 2, 3)))

_Call: TypeAlias = dict[str, Any]


class _Law(Struct, frozen=True):
    """How a number of an answer follows from the arguments.

    Attributes:
        factor: What it is, with 1 for each argument.
        powers: 1 of an argument that it grows with, -1 of one that it shrinks with.
    """

    factor: float
    powers: tuple[int, ...]


def judge_defined_units(subject: Subject) -> bool:
    """Judge that a number follows from arguments by the units of data that the description defines.

    It must grow or shrink as each of the arguments does, and all of them and the number itself must have a unit.

    Returns:
        Whether it does.

    Raises:
        CheckFailure: If it is off by what a unit with another meaning explains, twice.
    """
    told = all_told_words(subject)
    defined = defined_units(told)
    if not defined:
        return False
    view = FlatSchema(subject.schema)
    found = {name: _unit(name, node, defined) for name, node in view.arguments.items() if _is_number(view, node)}
    units = {name: unit for name, unit in found.items() if unit is not None and unit.value is not None}
    if not 0 < len(units) <= _MAX_UNITS or not any(unit.data for unit in units.values()):
        return False
    judged = False
    with FastCalls(subject) as fast:
        needed = view.root.get("required") or ()
        plain = [
            {name: value for name, value in call.items() if name in needed or name in units}
            for call in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]
        ]
        taken = taken_call(fast, [call for call in plain if view.fits(subject.schema, call)])
        base = dict(taken.arguments) if taken is not None else {}
        answer = taken.value if taken is not None else None
        keys = [key for key, value in answer.items() if _is_value(value)] if isinstance(answer, dict) else []
        for key in keys:
            own = unit_of_name(key, defined)
            law = _law(subject, fast, view, base, list(units), key) if own is not None and own.value else None
            if own is None or law is None or not _fits(own, list(units.values()), law):
                continue
            judged = True
            values = [unit.value or 1.0 for unit in units.values()]
            meant = math.prod(one**power for one, power in zip(values, law.powers, strict=True)) / (own.value or 1.0)
            off = law.factor / meant
            is_mix_up = any(abs(off / one - 1) < _NEAR for one in _MIX_UPS)
            if abs(off - 1) > _FAR and is_mix_up and _law(subject, fast, view, base, list(units), key) == law:
                names = ", ".join(f"1 {name} is {bits:g} bits" for name, bits in defined.items())
                raise CheckFailure(
                    "unit_mixed_up",
                    f"By the description, {names}, but {key!r} is {off:.4f} times as large as it is by that. Use one "
                    "constant for each unit, with the value that the description gives.",
                    about=key,
                    arguments=base,
                )
    return judged


def _unit(name: str, node: Any, defined: dict[str, float]) -> Unit | None:
    return unit_in_words(str(node.get("description") or ""), defined) or unit_of_name(name, defined)


def _fits(own: Unit, units: list[Unit], law: _Law) -> bool:
    """Tell whether the units of the arguments make that of the number."""
    pairs = list(zip(units, law.powers, strict=True))
    data = sum(unit.data * power for unit, power in pairs)
    return (data, sum(unit.time * power for unit, power in pairs)) == (own.data, own.time)


def _law(subject: Subject, fast: FastCalls, view: FlatSchema, base: _Call, names: list[str], key: str) -> _Law | None:
    """Return how a number of the answer follows from some arguments; None if it does in another way."""

    def answer(values: list[float]) -> float | None:
        call = {**base, **{name: _like(view, name, value) for name, value in zip(names, values, strict=True)}}
        outcome = fast.call(call) if view.fits(subject.schema, call) else None
        value = outcome.value.get(key, 0) if outcome is not None and isinstance(outcome.value, dict) else 0
        return float(value) if _is_value(value) and value > _LEAST else None

    for first in range(len(_VALUES)):
        values = [_VALUES[(first + number) % len(_VALUES)] for number in range(len(names))]
        number = answer(values)
        if number is None:
            continue
        powers = []
        for place in range(len(names)):
            other = answer([value * (2 if at == place else 1) for at, value in enumerate(values)])
            grown = other / number if other is not None else 0.0
            powers.append(1 if abs(grown - 2) < _FAR else -1 if abs(grown - 0.5) < _FAR else 0)
        if all(powers):
            made = math.prod(value**power for value, power in zip(values, powers, strict=True))
            return _Law(number / made, tuple(powers))
    return None


def _like(view: FlatSchema, name: str, value: float) -> float:
    is_whole = all("number" not in types_of(flat) for flat in view.alternatives(view.arguments[name]))
    return int(value) if is_whole else value


def _is_number(view: FlatSchema, node: Any) -> bool:
    return any(
        not {"number", "integer"}.isdisjoint(types_of(flat)) for flat in view.alternatives(node) if "type" in flat
    )


def _is_value(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
