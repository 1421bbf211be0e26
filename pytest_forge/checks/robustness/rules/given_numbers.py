"""Given numbers: a number that is given out again, although the description says that each is given out once.

next_ticket() 1, 2, 3 ... 51, 51, 51     the number is a count of the tickets kept, and only fifty are kept
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from ....profile.told_numbers import told_once
from ....strategies.mined_constants import mined_constants
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_given_numbers"]

#: Share of a check's time for a series of calls.
_SHARE = 0.1
_MAX_CALLS, _FEWEST = 2, 3
#: Calls of a series: a few more than the largest number of the code in this range, which may limit what is kept.
_SERIES, _LONGEST, _MORE = 20, 400, 5


def judge_given_numbers(subject: Subject) -> bool:
    """Judge that a function whose equal calls give out another value each time never gives one out again, if told so.

    Returns:
        Whether it was judged.

    Raises:
        CheckFailure: If it does, twice.
    """
    told = told_words(subject)
    if subject.is_served or subject.facts.tier == "read" or not told_once(told, told):
        return False
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    except NoCallFits:
        return False
    is_judged = False
    for call in calls:
        series = _series(subject, call)
        for key in _keys(series):
            said, at = told_once(told, key), _repeated(series, key)
            is_judged = is_judged or bool(said)
            if said and at and _repeated(_series(subject, call), key) == at:
                value = series[at - 1][key]
                raise CheckFailure(
                    "number_given_twice",
                    f'The description says "{said}", but the {at}th of equal calls answered {value!r} under {key!r}, '
                    "as an earlier one did. Keep the last number, and do not count what is still there.",
                    about=key,
                    arguments=call,
                )
    return is_judged


def _series(subject: Subject, call: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers to equal calls in a fresh process and workspace, up to the first that fails."""
    kept = [number for number in mined_constants(subject.tool).numbers if _SERIES < number <= _LONGEST]
    times = int(max([_SERIES, *kept])) + _MORE
    limit_s = _SHARE * subject.check_s
    told: list[dict[str, Any]] | None = in_a_copy(
        partial(_answers, subject, call, times, limit_s), limit_s=limit_s + subject.call_s, tell=subject.has_left
    )
    return told or []


def _answers(subject: Subject, call: dict[str, Any], times: int, limit_s: float) -> list[dict[str, Any]]:
    make_fresh_for(subject, [call])
    until = own_time() + limit_s
    told: list[dict[str, Any]] = []
    while len(told) < times and own_time() < until:
        with fake_sleep():
            outcome = subject.call(dict(call))
        answer = in_json_types(outcome.returned) if outcome.succeeded else None
        if not isinstance(answer, Mapping):
            break
        told.append({key: value for key, value in answer.items() if type(value) in (int, str)})
    return told


def _keys(series: list[dict[str, Any]]) -> list[str]:
    """Return the keys of values that are others each time at first."""
    first = series[:_FEWEST]
    shared = [key for key in (first[0] if len(first) == _FEWEST else {}) if all(key in one for one in first)]
    return [key for key in shared if len({one[key] for one in first}) == _FEWEST]


def _repeated(series: list[dict[str, Any]], key: str) -> int:
    """Return the number of the first call that answers a value again; 0 without one."""
    values = [one.get(key) for one in series]
    return next((at + 1 for at, value in enumerate(values) if value is not None and value in values[:at]), 0)
