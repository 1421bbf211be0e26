"""Unwritable values: half of a surrogate pair and NaN, on which the writing of a file fails when it has begun.

open("settings.json", "w"); json.dump(...)     settings of earlier calls are lost, although the call is refused
open("city.txt", "w"); write(name)             the file holds what was to be replaced, and nothing else: half of a pair
                                               is judged only if the description says that it stays; NaN, which a tool
                                               refuses on purpose, is judged anyway
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_failures import tells_of_keeping
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.own_world import plant_world

__all__ = ["judge_unwritable_values", "unwritable_calls"]

_SHARE = 0.3
_MAX_CALLS, _MAX_OTHERS, _MAX_OF_ONE, _MAX_DEPTH = 6, 4, 3, 3
_HALF = "x\ud800"
_NAN = "NaN"
#: A property of a record that may have any.
_ADDED = "measure"


def judge_unwritable_values(subject: Subject, view: StateView, worked: Mapping[str, Any]) -> bool:
    """Judge that a function which fails on a value that cannot be written leaves what an earlier call has stored.

    Args:
        subject: A function.
        view: The data that it may change.
        worked: A call that works.

    Returns:
        Whether a call failed.

    Raises:
        CheckFailure: If such data change, twice, in a place that holds what several calls have stored. Where it holds
            what the call was to replace, the value is NaN, or the description says that a failure leaves it.
    """
    has_failed, lost = False, set[str]()
    is_kept = tells_of_keeping(subject.facts.description or "")
    for call in subject.patience(_SHARE).each(list(unwritable_calls(subject, worked))[:_MAX_CALLS]):
        places: list[list[str]] = []
        for _ in range(2):
            subject.renew()
            plausible_calls(subject, limit=1)
            plant_world(subject, [dict(worked)])
            _made(subject, dict(worked))
            before = view.taken(call)
            outcome = _made(subject, call)
            # An answer that cannot be sent does not show that the tool has failed.
            if not outcome.ran or outcome.timed_out or (outcome.raised is None and not outcome.is_error_dict):
                break
            has_failed = True
            after = view.taken(call, is_settled=False)
            changed = [place for place in view.changed(before, after) if place in before]
            places.append(changed)
            lost = {place for place in changed if before[place] not in after.get(place, "")}
        left = [place for place in places[0] if place in places[1]] if len(places) > 1 else []
        is_meant = is_kept or _has_nan(call)
        left = [place for place in left if (is_meant and place in lost) or _holds_others(subject, view, worked, place)]
        if left:
            raise CheckFailure(
                "half_made_change",
                f"A call failed on a value that cannot be written, but had changed {left[-1]} before, which an earlier "
                "call has stored. Make the whole text first, and write it to a file that is renamed at the end.",
                arguments=call,
            )
    return has_failed


def _holds_others(subject: Subject, view: StateView, worked: Mapping[str, Any], place: str) -> bool:
    """Tell whether a place holds what several calls have stored, beside one another."""
    for call, value, other in _others(subject, worked):
        subject.renew()
        plant_world(subject, [call])
        if not (_made(subject, dict(worked)).succeeded and _made(subject, call).succeeded):
            continue
        stored = view.taken(call, is_settled=False).get(place, "")
        if other in stored and value in stored.replace(other, ""):
            return True
    return False


def _others(subject: Subject, worked: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Yield a call with another text in one argument, with the text of before and the other one."""
    view = FlatSchema(subject.schema)
    known = known_values(subject)
    for name, value in worked.items():
        if isinstance(value, str):
            node = (view.root.get("properties") or {}).get(name)
            choices = [choice for flat in view.alternatives(node) for choice in flat.get("enum") or ()]
            texts = [*choices, f"{value}b", *quoted_values(subject).values_for(name, value)[:2]]
            texts += known.values_for(name, value)[:2]
            for other in [text for text in texts if isinstance(text, str) and text and text != value][:_MAX_OTHERS]:
                if view.fits(view.root, call := {**worked, name: other}):
                    yield call, value, other


def unwritable_calls(subject: Subject, worked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call with each text replaced by one that cannot be encoded, or is read as NaN; the last ones first."""
    fits, properties = FlatSchema(subject.schema).fits, subject.schema.get("properties") or {}
    for name, value in [*worked.items()][::-1]:
        node = properties.get(name)
        # A whole number may stand for any number.
        is_number = isinstance(node, Mapping) and node.get("type") == "number" and type(value) is int
        calls = ({**worked, name: other} for other in _unwritable_for(float(value) if is_number else value))
        yield from itertools.islice((call for call in calls if fits(subject.schema, call)), _MAX_OF_ONE)


def _unwritable_for(value: Any, depth: int = 0) -> Iterator[Any]:
    """Yield a value with a part that cannot be written: the last item of a list, and each part of a record."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, str):
        if not depth and _is_json(value):
            yield from (f'"{_HALF}"'.encode("ascii", "backslashreplace").decode(), _NAN)
        yield _HALF
    elif isinstance(value, float):
        yield math.nan
    elif isinstance(value, list) and value:
        yield from ([*value[:-1], other] for other in _unwritable_for(value[-1], depth + 1))
    elif isinstance(value, Mapping):
        yield {**value, _ADDED: math.nan}
        for key, part in [*value.items()][::-1]:
            yield from ({**value, key: other} for other in _unwritable_for(part, depth + 1))


def _has_nan(value: Any) -> bool:
    if isinstance(value, Mapping | list):
        return any(_has_nan(part) for part in (value.values() if isinstance(value, Mapping) else value))
    return value == _NAN or (isinstance(value, float) and math.isnan(value))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _made(subject: Subject, call: dict[str, Any]) -> Outcome:
    with fake_sleep():
        return subject.call(call)
