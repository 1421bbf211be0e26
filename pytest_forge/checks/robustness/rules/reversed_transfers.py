"""Reversed transfers: an amount below zero takes from the one who is to receive, past the check of what there is.

send("ada", "bo", 5)      ada 95, bo 105: one loses what the other gains
send("ada", "bo", 1e6)    refused: ada does not have as much
send("ada", "bo", -7)     ada 102, bo 98: bo was not asked, and nobody looked whether bo has as much

A tool that keeps no limit may be meant to book amounts of either sign, and one may say so.
"""

from __future__ import annotations

from typing import Any

from ....profile.told_negatives import tells_of_negatives
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.schemas.limits import bounds
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import in_a_fresh_world
from .own_transfers import changes_of, is_transfer, transfer_calls

__all__ = ["judge_reversed_transfers"]

#: Share of a check's time.
_SHARE = 0.2
#: An amount that is not taken for a special one, as -1 may be, and one that nobody has.
_BELOW, _TOO_MUCH = -7, 10**8

_Call = dict[str, Any]


def judge_reversed_transfers(subject: Subject) -> bool:
    """Judge that a call which takes a number from one thing and gives it to another does not work the other way round.

    Returns:
        Whether there is such a call, which refuses to take more than there is.

    Raises:
        CheckFailure: If an amount below zero is taken from the second thing and given to the first, twice.
    """
    if (subject.facts.tier == "read" and subject.facts.tier_declared) or tells_of_negatives(all_told_words(subject)):
        return False
    try:
        calls = list(transfer_calls(subject))
    except NoCallFits:
        return False
    is_judged = False
    for names, call in subject.patience(_SHARE).each(calls):
        for amount in _amounts(subject, call):
            below = {**call, amount: type(call[amount])(_BELOW)}
            moved, turned = changes_of(subject, call, below)
            if not is_transfer(moved) or abs(moved[0]) != abs(call[amount]) or not _is_refused(subject, call, amount):
                continue
            is_judged = True
            is_turned = is_transfer(turned) and abs(turned[0]) == -_BELOW and (turned[0] > 0) is not (moved[0] > 0)
            # An accident does not repeat.
            if is_turned and changes_of(subject, call, below) == (moved, turned):
                raise CheckFailure(
                    "transfer_reversed",
                    f"Of what {names[0]!r} and {names[1]!r} name, the one that gains with {call[amount]!r} for "
                    f"{amount!r} loses with {below[amount]!r}, although the call refuses to take more than there is. "
                    "Refuse amounts that are not above zero.",
                    about=amount,
                    arguments=below,
                )
    return is_judged


def _amounts(subject: Subject, call: _Call) -> list[str]:
    """Return the arguments with numbers above zero, for which the schema allows some below zero."""
    fits = FlatSchema(subject.schema).fits
    numbers = [name for name, value in call.items() if type(value) in (int, float) and value > 0]
    return [name for name in numbers if fits(subject.schema, {**call, name: type(call[name])(_BELOW)})]


def _is_refused(subject: Subject, call: _Call, amount: str) -> bool:
    """Return whether a call for more than there can be is refused by a tool that takes less."""
    high = bounds((subject.schema.get("properties") or {}).get(amount) or {}, whole=True)[1]
    most = type(call[amount])(_TOO_MUCH if high is None else min(_TOO_MUCH, high))

    def made() -> list[bool]:
        with fake_sleep():
            return [looks_failed(subject.call({**call, amount: number})) for number in (most, call[amount])]

    return in_a_fresh_world(subject, made, most_calls=4) == [True, False]
