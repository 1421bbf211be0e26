"""Time limits: an argument that limits the time of a call, and is ignored."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from ...oracles.audit import AuditLog
from ...profile.time_limits import limits_time
from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject
from ...verdict import NoCallFits
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.plausible_calls import plausible_calls

__all__ = ["ignored_time_limit"]

_SMALL_S = 0.2
#: A call that takes this many times its limit, and at least so long, has not looked at it.
_TIMES, _LEAST_S = 8, 4.0
_MAX_CALLS = 2


def ignored_time_limit(subject: Subject) -> tuple[dict[str, Any], str, float] | None:
    """Return a call that takes many times its own time limit, the limit's name, and the seconds; None without one.

    Calls that use the network or start processes are left out: their limit may be that of one attempt.
    """
    for call, name in _limited_calls(subject):
        took = [
            in_a_copy(partial(_seconds, subject, call), limit_s=subject.call_s, tell=subject.has_left) for _ in range(2)
        ]
        if all(isinstance(one, float) and one > max(_TIMES * call[name], _LEAST_S) for one in took):
            return call, name, min(took)
    return None


def _limited_calls(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with a small time limit, and its name."""
    properties = subject.schema.get("properties")
    named = [name for name in properties or () if limits_time(name)]
    if not named or not isinstance(properties, dict):
        return
    try:
        view = FlatSchema(subject.schema)
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return
    for name in named:
        for flat in view.alternatives(properties[name]):
            kinds = set(types_of(flat)) & {"integer", "number"}
            if not kinds:
                continue
            low = bounds(flat, whole="number" not in kinds)[0] or 0
            small = max(low, _SMALL_S) if "number" in kinds else max(low, 1)
            for call in calls:
                for one in ({**call, name: small}, {**_of_missing_things(call, properties), name: small}):
                    if view.fits(subject.schema, one):
                        yield one, name


def _of_missing_things(call: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
    """Return a call with texts that name nothing: a tool may wait for what is not there."""
    free = {key for key, value in call.items() if isinstance(value, str) and "enum" not in str(properties.get(key))}
    return {key: f"missing-{number}" if key in free else value for number, (key, value) in enumerate(call.items())}


def _seconds(subject: Subject, call: dict[str, Any]) -> float:
    """Return the seconds of a call, the sleep that was skipped included; 0 if it uses the network or processes."""
    with fake_sleep(), AuditLog() as log:
        started = time.monotonic()
        outcome = subject.call(call)
        seconds = time.monotonic() - started
    is_alone = not any(event.action in ("connect", "execute") for event in log.events)
    return seconds if outcome.ran and is_alone else 0.0
