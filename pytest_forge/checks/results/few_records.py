"""Few records: an answer that tells of one record of a server, of two equal ones, of zeros, or of none any more.

measure(sensor="hello", value=1)     spread(sensor="hello") answers {"deviation": NaN}: one value has none
measure(sensor="hello", value=2)     spread(sensor="hello") answers {"deviation": 0.7}

Other calls of a check add records, and the first one is soon no longer alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...profile.makers import takes_things_away
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import served_tool
from ..calls.preparation.made_records import calls_naming, record_made
from ..calls.preparation.record_makers import Maker, aligned_calls, makers_of
from ..calls.sequences import NamedCall, before_json
from .message_trouble import message_trouble

__all__ = ["judge_few_records"]

#: Share of a check's time, the tools that add records, and how deep numbers of an answer may lie.
_SHARE, _MAX_MAKERS, _DEEPEST = 0.1, 2, 4


def judge_few_records(subject: Subject, outcomes: Sequence[Outcome]) -> None:
    """Judge that a reader whose answers have fractions gives a valid message for few records as well.

    Args:
        subject: A reader of a server.
        outcomes: Its ordinary calls.

    Raises:
        CheckFailure: If it does not, twice, each time after the server has been started afresh.
    """
    if not subject.is_served or subject.facts.tier != "read" or served_tool(subject).server.address.url:
        return
    base = next((dict(one.arguments) for one in outcomes if one.succeeded and _has_fraction(one.value)), None)
    if base is None:
        return
    patience = subject.patience(_SHARE)
    for steps in patience.each(list(_series(subject, base))):
        found = _first_trouble(subject, base, steps)
        if found is None or found != _first_trouble(subject, base, steps):
            continue
        done, trouble = found
        raise CheckFailure(
            "not_json",
            f"After {_told(steps[:done])}: {trouble[0].lower()}{trouble[1:]} Clients reject it or disconnect. "
            "Give null where there is no such number.",
            arguments=base,
            before=before_json(steps[:done]),
        )


def _has_fraction(value: Any, depth: int = 0) -> bool:
    """Tell whether an answer has a number that may be computed of others."""
    if isinstance(value, Mapping | list) and depth < _DEEPEST:
        return any(_has_fraction(part, depth + 1) for part in (value.values() if isinstance(value, Mapping) else value))
    return isinstance(value, float)


def _series(subject: Subject, base: dict[str, Any]) -> Iterator[list[NamedCall]]:
    """Yield calls of other tools: a record, an equal one and what takes them away, then the same with zeros."""
    removers = [one for one in subject.neighbours if takes_things_away(one[0])]
    for facts, _ in makers_of(subject, base)[:_MAX_MAKERS]:
        for call in aligned_calls(facts, base)[:1]:
            yield [(facts.name, call)] * 2 + [
                (one[0].name, given) for one in removers[:1] for given in _aligned(one, base)
            ]
            fits = FlatSchema(facts.input_schema).fits
            zeros = {
                name: type(value)(0)
                for name, value in call.items()
                if type(value) in (int, float) and name not in base and fits(facts.input_schema, {**call, name: 0})
            }
            if zeros:
                yield [(facts.name, {**call, **zeros})] * 2


def _aligned(remover: Maker, base: dict[str, Any]) -> list[dict[str, Any]]:
    return aligned_calls(remover[0], base)[:1]


def _first_trouble(subject: Subject, base: dict[str, Any], steps: Sequence[NamedCall]) -> tuple[int, str] | None:
    """Return after how many of the steps an answer is no valid message, and why; None if all answers are."""
    subject.renew()
    for done, (name, call) in enumerate(steps, 1):
        made = record_made(subject, name, call)
        if made is None:
            return None
        outcome = subject.call(next(calls_naming(made, base, subject.schema)))
        trouble = message_trouble(outcome, subject.facts.protocol_version)
        if trouble:
            return done, trouble
    return None


def _told(steps: Sequence[NamedCall]) -> str:
    return ", then ".join(repr(name) for name, _ in steps)
