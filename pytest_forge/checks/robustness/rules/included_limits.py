"""Included limits: a limit that is said to belong to what is below it, and is treated like what is above it.

"A rate holds up to and including its limit: 2 kg, 5 kg, 10 kg."
quote(grams=1999)     490
quote(grams=2000)     690, the price of 2001 g as well
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.roles import name_words
from ....profile.told_ends import included_limits
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls

__all__ = ["judge_included_limits"]

_SHARE = 0.1
_MAX_BASES, _MAX_LIMITS = 3, 8
#: Units of a limit in those of its argument, such as kilograms in grams, euros in cents and hours in minutes.
_SCALES = (1, 1000, 100, 60)
_FINE = 0.01
#: Where the steps of a ladder that has one at the limit have others.
_TIMES = (2, 3, 1 / 2, 1 / 3, 1 / 5, 1 / 7)
#: The place of whether a call succeeds.
_SUCCESS = ""


def judge_included_limits(subject: Subject) -> bool:
    """Judge that a number at a limit which is said to be included is answered like those below it.

    What is answered must be the same on both sides of the limit, and change there. It must do so at a limit of the
    argument's own description, or at several limits of the tool's.

    Returns:
        Whether the answer changes at such a limit.

    Raises:
        CheckFailure: If it is answered like those above it, at each limit, twice.
    """
    view = FlatSchema(subject.schema)
    nodes = view.root.get("properties") or {}
    judged = False
    told = {name: _limits(subject, name, node) for name, node in nodes.items()}
    if not any(limits for limits, _ in told.values()):
        return False
    with FastCalls(subject) as fast:
        for base in subject.patience(_SHARE).each(plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]):
            if not fast.call(base).succeeded:
                continue
            for name in [name for name, value in base.items() if type(value) in (int, float)]:
                limits, fewest = told.get(name, ([], 0))
                for scale in _SCALES:
                    found = {limit: _side(fast, view, base, name, limit * scale) for limit in limits}
                    below = [limit for limit, side in found.items() if side == "below"]
                    above = [limit for limit, side in found.items() if side == "above"]
                    judged = judged or bool(below)
                    if below or len(above) < fewest:
                        continue
                    limit = above[0] * scale
                    steps = [limit * times for times in _TIMES if above[0] * times not in limits]
                    # The whole part of a division changes at each multiple.
                    if any(_side(fast, view, base, name, step) == "above" for step in steps):
                        continue
                    if _side(fast, view, base, name, limit) == "above":
                        raise CheckFailure(
                            "limit_left_out",
                            f"{limit:g} in {name!r} is answered like the numbers above it, though the description "
                            "says that a limit is included. Compare with <= instead of <.",
                            about=name,
                            arguments=_call(base, name, limit),
                        )
    return judged


def _limits(subject: Subject, name: str, node: Any) -> tuple[list[float], int]:
    """Return the limits that may be of an argument, and how many of them must show."""
    own = included_limits(str(node.get("description") or "")) if isinstance(node, Mapping) else []
    if own:
        return own[:_MAX_LIMITS], 1
    said = subject.facts.description or ""
    limits = included_limits(said)[:_MAX_LIMITS]
    is_named = any(word in name_words(said) for word in name_words(name) if len(word) > 2)
    return limits, 1 if is_named and len(limits) == 1 else 2


def _side(fast: FastCalls, view: FlatSchema, base: dict[str, Any], name: str, limit: float) -> str:
    """Return whether the answer at a limit is that "below" or "above" it; "" if it does not change there, or always."""
    step = _FINE if type(base[name]) is float else 1
    calls = [_call(base, name, limit + step * number) for number in (-2, -1, 0, 1, 2)]
    if not all(call is not None and view.fits(view.root, call) for call in calls[:3]):
        return ""
    # Beyond the last limit, the schema may allow no call.
    told = [dict(_leaves(fast, call)) if view.fits(view.root, call) else {_SUCCESS: False} for call in calls]
    if not told[1][_SUCCESS]:
        return ""
    sides = set()
    for place in set().union(*told):
        far, near, at, behind, beyond = (one.get(place) for one in told)
        if far == near == at != behind == beyond:
            sides.add("below")
        elif far == near != at == behind == beyond:
            sides.add("above")
    return sides.pop() if len(sides) == 1 else ""


def _call(base: dict[str, Any], name: str, number: float) -> dict[str, Any]:
    return {**base, name: round(number, 2) if type(base[name]) is float else round(number)}


def _leaves(fast: FastCalls, call: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    outcome = fast.call(call)
    yield _SUCCESS, outcome.succeeded
    if outcome.succeeded:
        yield from _parts(in_json_types(outcome.value), "/")


def _parts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _parts(part, f"{place}/{key}")
    else:
        yield place, value
