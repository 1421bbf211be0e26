"""Told limits: numbers beyond what the description of an argument allows, and which a tool takes all the same.

    amount: Cents to redeem, at least 1.    redeem(1)   left: 99
                                            redeem(-7)  left: 107

The schema does not refuse them, so that only the tool can. It may also make of them the nearest value that it allows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ...profile.failure_marks import failure_mark
from ...profile.told_ranges import told_limits
from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.asking import looks_failed
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import ordinary_outcomes
from ..calls.plausible_calls import plausible_calls
from ..calls.worlds.fresh_world import make_fresh

__all__ = ["judge_told_limits"]

_SHARE = 0.3
_CALLS = 2
_MAX_BASES = 2
#: Distance of a value that is not taken for a special one, as -1 may be.
_FAR = 7
_NUMBER = regex(r"-?\d+(?:\.\d+)?")
_DEEPEST, _MAX_ITEMS = 5, 60


class _Limit(Struct, frozen=True):
    """One end of the range of an argument.

    Attributes:
        name: Name of the argument.
        end: The last value that is allowed.
        said: The limit in words.
        beyond: Values that are not allowed.
    """

    name: str
    end: int
    said: str
    beyond: tuple[int, ...]


def judge_told_limits(subject: Subject) -> bool:
    """Judge that no number beyond a described limit is taken; return whether there is one to judge.

    Raises:
        CheckFailure: If one is: its answer differs in a number from those of all calls that are allowed.
    """
    limits = list(_limits(subject))
    if not limits:
        return False
    try:
        worked = [outcome.arguments for outcome in ordinary_outcomes(subject) if not looks_failed(outcome)]
    except NoCallFits:
        return False
    has_judged = False
    for limit in subject.patience(_SHARE).each(limits if worked else []):
        for base in worked[:_MAX_BASES]:
            controls = _controls(subject, limit, base)
            has_judged = has_judged or bool(controls)
            for value in limit.beyond if controls else ():
                call = {**base, limit.name: value}
                told = _told(subject, call)
                # An accident does not repeat.
                if told and all(_acts(told, value, one) for one in controls) and _told(subject, call) == told:
                    raise CheckFailure(
                        "told_limit_passed",
                        f"The description of {limit.name!r} says {limit.said}, but a call with {value} is carried out. "
                        "Refuse it, and put the bound into the schema.",
                        about=limit.name,
                        arguments=call,
                    )
    return has_judged


def _controls(subject: Subject, limit: _Limit, base: dict[str, Any]) -> list[str]:
    """Return the answers at the limit, inside and without the argument; none if they differ from call to call."""
    fits = FlatSchema(subject.schema).fits
    calls = [{**base, limit.name: limit.end}, base, {name: base[name] for name in base if name != limit.name}]
    calls = [call for number, call in enumerate(calls) if call not in calls[:number] and fits(subject.schema, call)]
    told = [_told(subject, call) for call in calls]
    return [one for one in told if one] if told == [_told(subject, call) for call in calls] else []


def _limits(subject: Subject) -> Iterator[_Limit]:
    """Yield the limits of whole numbers that their descriptions state and the schema does not keep."""
    view = FlatSchema(subject.schema)
    for name, node in (view.root.get("properties") or {}).items():
        told = node.get("description") if isinstance(node, Mapping) else None
        kinds = {kind for flat in view.alternatives(node) for kind in types_of(flat)} - {"null"}
        if not isinstance(told, str) or not kinds or not kinds <= {"integer", "number"}:
            continue
        low, high = told_limits(name, told)
        default = node.get("default")
        given = default if isinstance(default, int | float) else None
        if low is not None and (given is None or given >= low):
            yield _Limit(name, low, f"that it is at least {low}", tuple(dict.fromkeys((min(low, 0) - _FAR, low - 1))))
        if high is not None and (given is None or given <= high):
            yield _Limit(name, high, f"that it is at most {high}", (high + _FAR, high + 1))


def _told(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return the answer to a call in a fresh world, as JSON; None if it fails."""
    if subject.is_served:
        if subject.facts.tier != "read":
            subject.renew()
            plausible_calls(subject, limit=1)
        return _answer(subject.call(call))

    def made() -> str | None:
        make_fresh([subject])
        with fake_sleep():
            return _answer(subject.call(call))

    told: str | None = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return told


def _answer(outcome: Outcome) -> str | None:
    if looks_failed(outcome) or failure_mark(outcome.value):
        return None
    return json.dumps(outcome.value, default=repr)


def _acts(beyond: str, value: int, control: str) -> bool:
    """Tell whether an answer beyond a limit differs from that to an allowed call in a number, and in nothing else.

    Other differences may tell that the value is not allowed. What repeats the argument tells nothing, and nothing does
    what is zero or missing.
    """
    one, other = (dict(_leaves(json.loads(told))) for told in (beyond, control))
    if one.keys() != other.keys():
        return False
    acts = False
    for place, leaf in one.items():
        theirs = other[place]
        if leaf == theirs and type(leaf) is type(theirs):
            continue
        if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in (leaf, theirs)):
            return False
        # A shorter list may be what is left of a limit.
        acts = acts or (leaf > theirs if place.endswith("[]") else leaf not in (0, value))
    return acts


def _leaves(value: Any, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the values of an answer by place: of a list its length, of a text its numbers, and what is around them."""
    if isinstance(value, Mapping) and depth < _DEEPEST:
        yield f"{place}#", ""
        for key, part in value.items():
            yield from _leaves(part, f"{place}.{key}", depth + 1)
    elif isinstance(value, list):
        yield f"{place}[]", len(value)
    elif isinstance(value, str):
        yield place, _NUMBER.sub("0", value)
        for number, found in enumerate(_NUMBER.findall(value)[:_MAX_ITEMS]):
            yield f"{place} {number}", float(found)
    else:
        yield place, value
