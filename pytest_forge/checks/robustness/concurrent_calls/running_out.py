"""Running out: calls of a function that ask for more than half of what there may be, so that the second is refused.

take(seats=1)    {"left": 39}
take(seats=21)   of four equal ones, the first alone gets them
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ....strategies.mined_constants import mined_constants
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.known_values import known_values
from ...calls.plausible_calls import plausible_calls

__all__ = ["calls_that_may_run_out"]

_MAX_STOCK = 100_000
#: Calls for more than half of a number in an answer, which are made before others.
_MAX_TOLD = 8


def calls_that_may_run_out(
    subject: Subject, made: Sequence[tuple[dict[str, Any], list[float]]]
) -> Iterator[dict[str, Any]]:
    """Yield ordinary calls, and calls for more than half of what there may be.

    That is a number in the answer to an ordinary call, which may tell what it has left, or one that the tool's code or
    its data hold.

    Args:
        subject: The tool.
        made: The calls that were made so far, each with the numbers of its answer; it grows meanwhile.
    """
    ordinary = plausible_calls(subject, limit=2)
    yield from ordinary
    properties = subject.schema.get("properties") or {}
    fits = FlatSchema(subject.schema).fits
    amounts = {
        name: node
        for name, node in properties.items()
        if isinstance(node, dict) and node.get("type") in ("integer", "number")
    }
    told = [
        {**call, name: int(left + given) // 2 + 1}
        for call, numbers in list(made)
        for left in numbers
        if 0 < left < _MAX_STOCK
        for name, node in amounts.items()
        if isinstance(given := call.get(name, node.get("default")) or 0, int | float)
    ]
    choices = [{name: value} for name, node in properties.items() for value in _enum(node)[1:]]
    held = itertools.chain.from_iterable(known_values(subject).values_for(name, 1) for name in amounts)
    numbers = [int(number) for number in (*mined_constants(subject.tool).numbers, *held) if 1 < number < _MAX_STOCK]
    halves = dict.fromkeys(number // 2 + 1 for number in numbers)
    known = [
        {**ordinary[0], **choice, name: half}
        for half, choice, name in itertools.product(halves, [{}, *choices], amounts)
    ]
    yield from (call for call in [*told[:_MAX_TOLD], *known, *told[_MAX_TOLD:]] if fits(subject.schema, call))


def _enum(node: Any) -> list[Any]:
    values = node.get("enum") if isinstance(node, dict) else None
    return values if isinstance(values, list) else []
