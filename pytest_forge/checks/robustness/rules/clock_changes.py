"""Clock changes: a night on which the clocks are changed, and hours that are those of any other night.

hours(start="2024-01-13T20:00", end="2024-01-14T08:00")     12
hours(start="2024-03-30T20:00", end="2024-03-31T08:00")     11 in Berlin: an hour is left out
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_clocks import counts_real_hours
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values, quoted_values
from ...calls.plausible_calls import plausible_calls
from .moments import moments_in, with_moments

__all__ = ["judge_clock_changes"]

_SHARE = 0.1
_MAX_BASES, _MAX_CHOICES = 4, 10
#: Saturdays: one like others, and those before a change of the clocks in Europe and in North America.
_ORDINARY = dt.date(2024, 1, 13)
_CHANGES = (dt.date(2024, 3, 30), dt.date(2024, 3, 9), dt.date(2024, 10, 26), dt.date(2024, 11, 2))
#: A zone of each.
_ZONES = ("Europe/Berlin", "America/New_York")
#: Evening and morning, over the hours at which clocks are changed.
_EVENING, _MORNING, _DAY_LONG = dt.time(20), dt.time(8), dt.timedelta(days=1)
#: Hours between moments, or their number, so that a series reaches the morning.
_MANY = 12
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_OFFSET = re.compile(r"(?<=\d)(?:[+-]\d\d:?\d\d|Z)\b")


def judge_clock_changes(subject: Subject) -> bool:
    """Judge that hours over a change of the clocks differ from those of any other night, if the description says so.

    Returns:
        Whether they differ for one of the places or zones that the tool offers.

    Raises:
        CheckFailure: If they do so for none, in four nights of change, twice.
    """
    if not counts_real_hours(_said(subject)):
        return False
    patience = subject.patience(_SHARE)
    alike: list[dict[str, Any]] = []
    with FastCalls(subject) as fast:
        for base in patience.each(list(_bases(subject))):
            answers = [fast.call(_on(base, day)) for day in (_ORDINARY, *_CHANGES)]
            ordinary, *changed = map(_form, answers)
            if not ordinary or not any(sign.isdigit() for sign in ordinary) or "" in changed:
                continue
            if any(form != ordinary for form in changed):
                return True
            alike.append(base)
        # A series without a step over the night shows nothing; of two moments, each call does.
        shown = [base for base in alike if len(moments_in(base)) > 1 or _crosses(fast.call(_on(base, _ORDINARY)))]
        if shown and len({_form(fast.call(_on(shown[0], day))) for day in (_ORDINARY, *_CHANGES)}) == 1:
            raise CheckFailure(
                "clock_change_ignored",
                "The description tells of hours that really pass, but over a change of the clocks the answer is that "
                "of any other night. Convert moments to UTC before you add or subtract.",
                arguments=_on(shown[0], _CHANGES[0]),
            )
    return False


def _said(subject: Subject) -> str:
    nodes = subject.schema.get("properties")
    told = [node.get("description") for node in (nodes.values() if isinstance(nodes, Mapping) else ())]
    return "\n\n".join([subject.facts.description or "", *(text for text in told if isinstance(text, str))])


def _bases(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield calls with moments, with the choices of a place that are known, and with larger numbers."""
    view = FlatSchema(subject.schema)
    nodes = subject.schema.get("properties") or {}
    offered = {name: node["enum"] for name, node in nodes.items() if isinstance(node, dict) and "enum" in node}
    quoted, held = quoted_values(subject), known_values(subject)
    for call in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        base = _shortened(call)
        if not moments_in(base):
            continue
        for name, old in base.items():
            if isinstance(old, str) and name not in offered and not moments_in(old):
                # A place without such changes shows nothing.
                offered[name] = [*_ZONES, *quoted.values_for(name, old), *held.values_for(name, old)]
        chosen = [{**base, name: one} for name, choices in offered.items() for one in choices[:_MAX_CHOICES]]
        for one in [base, *chosen]:
            numbers = [name for name, value in one.items() if type(value) is int]
            for made in ({**one, **dict.fromkeys(numbers, _MANY)}, one) if numbers else (one,):
                if view.fits(subject.schema, _on(made, _ORDINARY)):
                    yield made


def _shortened(value: Any) -> Any:
    """Return arguments whose lists have one item: equal spans may not be given twice."""
    if isinstance(value, Mapping):
        return {key: _shortened(part) for key, part in value.items()}
    return [_shortened(part) for part in value[:1]] if isinstance(value, list) else value


def _on(call: dict[str, Any], day: dt.date) -> dict[str, Any]:
    """Return a call whose moments are the evening of a day and the morning after it, in turn."""
    return with_moments(call, [dt.datetime.combine(day, _EVENING), dt.datetime.combine(day + _DAY_LONG, _MORNING)])


def _form(outcome: Outcome) -> str:
    """Return an answer without its days and offsets; "" for a call that fails."""
    if not outcome.succeeded:
        return ""
    return _OFFSET.sub("", _DAY.sub("", json.dumps(outcome.value, default=str, sort_keys=True)))


def _crosses(outcome: Outcome) -> bool:
    """Tell whether an answer has a moment of the morning after."""
    return str(_ORDINARY + _DAY_LONG) in json.dumps(outcome.value, default=str)
