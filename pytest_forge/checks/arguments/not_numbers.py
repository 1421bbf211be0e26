"""Not numbers: NaN, which no comparison holds for, and which a range check lets through that asks for what is outside.

    if celsius < -60 or celsius > 60: raise      1e12, -1e12: refused      NaN: taken, and the mean is NaN
    if celsius < -60 or celsius > 60: continue   1e12, -1e12: left out     NaN: kept, and the mean is NaN

JSON has no NaN, but Python's reader takes it, so that a model's call can hold it.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...oracles.own_code import OwnCode
from ...oracles.own_raises import is_own_raise
from ...profile.failure_marks import failure_mark
from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.asking import looks_failed
from ..calls.copies import in_a_copy
from ..calls.fake_sleep import fake_sleep
from ..calls.ordinary_outcomes import in_json_types, ordinary_outcomes
from ..calls.worlds.fresh_world import make_fresh

__all__ = ["REFUSED", "TAKEN", "judge_not_numbers", "told_end"]

_SHARE = 0.2
_CALLS = 2
_MAX_BASES = 2
#: Numbers outside of any range that a tool keeps.
_FAR = 1e12
_NAN = float("nan")
_TOLD_OF = regex(r"\bNaN\b", re.IGNORECASE)
REFUSED, TAKEN = "refused", "taken"


def judge_not_numbers(subject: Subject) -> bool:
    """Judge that NaN is refused where the code refuses numbers on both sides; return whether it does so anywhere.

    In a list, it may be left out where those are. Servers are not judged: their clients write JSON, which has no NaN.

    Raises:
        CheckFailure: If it is taken, or if a list that loses those keeps it, so that the answer holds NaN.
    """
    names = [] if subject.is_served else list(_numbers(subject))
    if not names:
        return False
    try:
        worked = [outcome.arguments for outcome in ordinary_outcomes(subject) if not looks_failed(outcome)]
    except NoCallFits:
        return False
    has_range = False
    cases = [(name, base) for name in names for base in worked[:_MAX_BASES] if base.get(name) is not None]
    for name, base in subject.patience(_SHARE).each(cases):
        if any(told_end(subject, _with(base, name, far)) != REFUSED for far in (_FAR, -_FAR)):
            has_range = _judge_left_out(subject, base, name) or has_range
            continue
        has_range, call = True, _with(base, name, _NAN)
        if told_end(subject, base) == told_end(subject, call) == TAKEN:
            raise CheckFailure(
                "not_a_number_passed",
                f"A call with {_FAR:g} or {-_FAR:g} in {name!r} is refused, but one with NaN is carried out: no "
                "comparison holds for NaN. Ask whether the number is inside its range, as in "
                '"if not low <= number <= high".',
                about=name,
                arguments=call,
            )
    return has_range


def _judge_left_out(subject: Subject, base: Mapping[str, Any], name: str) -> bool:
    """Judge that NaN is left out of a list that numbers on both sides are left out of; return whether they are.

    Whatever is computed from such a number differs between four of them. A tool that tells of NaN may keep it.
    """
    if not isinstance(base[name], list) or _TOLD_OF.search(
        f"{subject.facts.description} {json.dumps(subject.schema, default=repr)}"
    ):
        return False
    answers = [_answer(subject, _with(base, name, far)) for far in (_FAR, -_FAR, 3 * _FAR, -3 * _FAR)]
    first = answers[0]
    if first is None or first[1] or answers.count(first) < len(answers):
        return False
    call = _with(base, name, _NAN)
    answer = _answer(subject, call)
    if answer is not None and answer[1]:
        raise CheckFailure(
            "not_a_number_passed",
            f"The answer is the same whether {name!r} holds {_FAR:g} or {-_FAR:g}: they are left out. NaN is not, and "
            "the answer holds NaN, since no comparison holds for it. Keep what is inside the range, as in "
            '"if low <= number <= high".',
            about=name,
            arguments=call,
        )
    return True


def _answer(subject: Subject, call: dict[str, Any]) -> list[Any] | None:
    """Return the answer to a call in a fresh world, as text, and whether there is NaN in it; None if it fails."""

    def made() -> list[Any] | None:
        make_fresh([subject])
        with fake_sleep():
            outcome = subject.call(call)
        if not outcome.ran or outcome.timed_out or outcome.raised is not None or outcome.is_error_dict:
            return None
        answer = in_json_types(outcome.returned)
        return [json.dumps(answer, default=repr), _holds_nan(answer)]

    told: list[Any] | None = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return told


def _holds_nan(value: Any) -> bool:
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return (isinstance(value, float) and math.isnan(value)) or any(map(_holds_nan, parts))


def _numbers(subject: Subject) -> Iterator[str]:
    """Yield the arguments that take a number which need not be whole, or a list of such numbers."""
    view = FlatSchema(subject.schema)
    for name, node in (view.root.get("properties") or {}).items():
        if not isinstance(node, Mapping):
            continue
        for flat in view.alternatives(node):
            items = flat.get("items")
            inner = list(view.alternatives(items)) if isinstance(items, Mapping) else []
            if any("number" in types_of(one) for one in (flat, *inner)):
                yield name
                break


def _with(base: Mapping[str, Any], name: str, number: float) -> dict[str, Any]:
    """Return a call with a number in place of one argument, or of the first item of its list."""
    given = base[name]
    return {**base, name: [number, *given[1:]] if isinstance(given, list) else number}


def told_end(subject: Subject, call: dict[str, Any]) -> str | None:
    """Return whether a call in a fresh world is taken or refused by the code; None if it ends in another way."""

    def made() -> str | None:
        make_fresh([subject])
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.raised is not None:
            return REFUSED if is_own_raise(OwnCode(subject.tool), outcome.raised) else None
        if outcome.is_error_dict:
            return REFUSED
        # An answer with NaN in it cannot be sent, but the call was carried out.
        return TAKEN if outcome.ran and not outcome.timed_out and not failure_mark(outcome.returned) else None

    told: str | None = in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    return told
