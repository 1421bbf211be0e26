"""Inexact reversals: a call that takes an earlier one back, and for some amounts leaves a rest.

post(net=100)     the balance is 108        post(net=50)     the balance is 54
reverse(1)        the balance is 0          reverse(2)       the balance is 1: a half was rounded up both times
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ....profile.told_reversals import told_reversal
from ....strategies.calls.examples import candidate_arguments
from ....strategies.other_leaves import leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.preparation.made_records import calls_naming
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from ...calls.state_view import StateView
from ...calls.told_words import told_words
from .rounding_model import numbers_by_place

__all__ = ["judge_inexact_reversals"]

_SHARE = 0.15
_MAX_MAKERS, _MAX_CALLS, _MAX_HANDLES = 2, 10, 4
#: The least rest, and amounts with halves of a percent and of a tenth among their shares, and without.
_LEAST = Fraction(1, 10**6)
_AMOUNTS = (100, 50, 250, 5, 7, 33)

_Call = dict[str, Any]
_Numbers = dict[str, Fraction]


class _Reversal(Struct, frozen=True):
    """Two calls, and the numbers that readers tell before them, between them and after them."""

    made: _Call
    taken_back: _Call
    numbers: tuple[_Numbers, _Numbers, _Numbers]

    def rests(self) -> dict[str, Fraction]:
        """Return what is left of each number that the first call has changed, by place; 0 for nothing."""
        before, between, after = self.numbers
        changed = [place for place in between if before.get(place, between[place]) != between[place]]
        rests = {place: after[place] - before[place] for place in changed if place in after}
        # A sum of fractions may be off in its last digits.
        return {place: rest if abs(rest) > _LEAST else Fraction(0) for place, rest in rests.items()}


def judge_inexact_reversals(subject: Subject) -> bool:
    """Judge that a number is what it was once a call has taken another one back, if the description says so.

    The number must be so for one amount, and must not for another.

    Returns:
        Whether a number was what it had been.

    Raises:
        CheckFailure: If a rest is left, twice.
    """
    told = told_reversal(told_words(subject)) if subject.is_served and subject.facts.tier != "read" else ""
    if not told or served_tool(subject).server.address.url:
        return False
    usual = next(iter(candidate_arguments(subject.schema, limit=1)), None)
    is_judged = False
    for maker in [] if usual is None else [subject.beside(*one) for one in makers_of(subject, usual)[:_MAX_MAKERS]]:
        found = _rest(subject, maker)
        is_judged = is_judged or found is not None
        again = _rest(subject, maker) if found else None
        if found and again and found[:2] == again[:2]:
            place, rest, one = found
            raise CheckFailure(
                "reversal_leaves_rest",
                f'The description says "{told}", but {float(rest):.9g} of {place.rpartition("/")[2]!r} was left. Take '
                "back what was stored, and do not work it out anew: a half is rounded up with either sign.",
                about=place.rpartition("/")[2],
                arguments=one.taken_back,
                before=before_json([(maker.facts.name, one.made)]),
            )
    return is_judged


def _rest(subject: Subject, maker: Subject) -> tuple[str, Fraction, _Reversal] | tuple[()] | None:
    """Return the first number of which a rest is left, and none with another amount; empty if none is."""
    subject.renew()
    exact: set[str] = set()
    left: dict[str, tuple[Fraction, _Reversal]] = {}
    for call in subject.patience(_SHARE).each(list(_amounts(maker))):
        one = _reversed(subject, maker, call)
        for place, rest in one.rests().items() if one is not None else ():
            if rest and place not in left and one is not None:
                left[place] = rest, one
            exact |= set() if rest else {place}
    for place in [place for place in left if place in exact][:1]:
        return (place, *left[place])
    return () if exact else None


def _amounts(maker: Subject) -> Iterator[_Call]:
    """Yield a call with other amounts in the place of one of its numbers."""
    view = FlatSchema(maker.schema)
    for usual in candidate_arguments(maker.schema, limit=1):
        paths = [path for path in leaf_paths(usual) if type(leaf_at(usual, path)) in (int, float)]
        calls = [usual, *(with_leaf(usual, path, amount) for path in paths for amount in _AMOUNTS)]
        yield from [call for call in calls if view.fits(view.root, call)][:_MAX_CALLS]


def _reversed(subject: Subject, maker: Subject, call: _Call) -> _Reversal | None:
    """Make a call and take it back; None if either fails."""
    view = StateView(subject)
    before = _numbers(view, call)
    made = _made(maker, call)
    if looks_failed(made):
        return None
    between = _numbers(view, call)
    for back in _calls_back(subject, made):
        if not looks_failed(_made(subject, back)):
            return _Reversal(call, back, (before, between, _numbers(view, call)))
    return None


def _calls_back(subject: Subject, made: Outcome) -> Iterator[_Call]:
    """Yield calls that name what was made: by its number, or by another value of the answer."""
    for usual in candidate_arguments(subject.schema, limit=1):
        named = next(calls_naming(made, usual, subject.schema))
        required = [str(name) for name in subject.schema.get("required") or []]
        values = made.value.values() if isinstance(made.value, dict) else ()
        handles = [one for one in values if len(required) == 1 and type(one) is type(usual.get(required[0]))]
        found = [named, *({**usual, required[0]: one} for one in handles[:_MAX_HANDLES])]
        yield from (one for number, one in enumerate(found) if one not in found[:number] and one != usual)
        yield usual


def _numbers(view: StateView, call: _Call) -> _Numbers:
    found: _Numbers = {}
    for place, value in view.answers(call).items():
        found |= {f"{place}{part}": number for part, number in numbers_by_place(value).items()}
    return found


def _made(tool: Subject, call: _Call) -> Outcome:
    with fake_sleep():
        return tool.call(dict(call))
