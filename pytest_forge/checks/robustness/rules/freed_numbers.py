"""Freed numbers: a number that is given out again after its record was removed, although it is said to be kept.

open_ticket("a")     number 1
open_ticket("b")     number 2
withdraw(2)          gone
open_ticket("c")     number 2 again, the largest number that is left and one: whoever has noted 2 meets another ticket
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....profile.told_numbers import told_once
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed, served_tool
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json

__all__ = ["judge_freed_numbers"]

_SHARE, _MAX_REMOVERS = 0.1, 4


def judge_freed_numbers(subject: Subject) -> bool:
    """Judge that a tool of a server gives out no number of a removed record, if it is told that it gives each once.

    Returns:
        Whether another tool has removed a record.

    Raises:
        CheckFailure: If it does, twice.
    """
    told = subject.facts.description or ""
    if not subject.is_served or subject.facts.tier == "read" or not told_once(told, told):
        return False
    if served_tool(subject).server.address.url:
        return False
    try:
        call = plausible_calls(subject, limit=1)[0]
    except NoCallFits:
        return False
    patience, is_judged = subject.patience(_SHARE), False
    for remover in _removers(subject):
        if patience.is_over:
            break
        number = _again(subject, call, remover)
        is_judged = is_judged or number is not None
        key, value, is_again = number or ("", 0, False)
        if is_again and _again(subject, call, remover) == number:
            raise CheckFailure(
                "number_given_twice",
                f'The description says "{told_once(told, key)}", but {value!r} under {key!r} was given out again after '
                f"{remover.facts.name!r} had removed its record. Keep the last number, and do not count what is left.",
                about=key,
                arguments=call,
                before=before_json([(subject.facts.name, call), (remover.facts.name, {_needed(remover)[0]: value})]),
            )
    return is_judged


def _removers(subject: Subject) -> list[Subject]:
    """Return other writers of the server that need one thing alone."""
    others = [subject.beside(*one) for one in subject.neighbours if one[0].tier != "read"]
    return [one for one in others if one.facts.name != subject.facts.name and len(_needed(one)) == 1][:_MAX_REMOVERS]


def _again(subject: Subject, call: dict[str, Any], remover: Subject) -> tuple[str, int, bool] | None:
    """Return the key and the number of a record, and whether the next one got it after the first was removed.

    None if no record was made or removed, or the removal leaves the record to be removed again.
    """
    subject.renew()
    told = subject.facts.description or ""
    first = _numbers(subject, call)
    key = next((name for name in first if told_once(told, name)), "")
    if not key:
        return None
    removal = {_needed(remover)[0]: first[key]}
    if looks_failed(remover.call(removal)) or not looks_failed(remover.call(removal)):
        return None
    return key, first[key], _numbers(subject, call).get(key) == first[key]


def _numbers(subject: Subject, call: dict[str, Any]) -> dict[str, int]:
    outcome = subject.call(call)
    value = None if looks_failed(outcome) else outcome.value
    return {key: part for key, part in value.items() if type(part) is int} if isinstance(value, Mapping) else {}


def _needed(tool: Subject) -> list[str]:
    required = tool.schema.get("required")
    return required if isinstance(required, list) else []
