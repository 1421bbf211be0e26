"""Stocked makers: more of what a call uses up, so that it and others find enough.

plan_show(title="hello", seats=1), book(show="hello", seats=1)       works once, and then there are no seats left
plan_show(title="hello", seats=100), book(show="hello", seats=1)     works again, beside a call for two shows
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.identifiers import names_record
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ..asking import looks_failed
from .made_records import calls_naming, record_made
from .record_chains import call_of_chain

__all__ = ["with_more_in_stock"]

#: What an amount becomes, the first that the schema allows.
_AMOUNTS = (100, 10, 5)


def with_more_in_stock(subject: Subject, note: dict[str, Any]) -> dict[str, Any]:
    """Return a note whose makers are given larger amounts, if the call works after these as well; else the note.

    Args:
        subject: A writer, whose call works once.
        note: As it prepares the call.
    """
    steps = note["chain"]["steps"] if "chain" in note else [note] if note.get("tool") else []
    stocked = [_stocked(subject, step) for step in steps]
    if stocked == steps:
        return note
    more = {**note, "chain": {**note["chain"], "steps": stocked}} if "chain" in note else stocked[0]
    subject.renew()
    return more if any(not looks_failed(subject.call(call)) for call in _calls_of(subject, more)) else note


def _calls_of(subject: Subject, note: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if "chain" in note:
        yield call_of_chain(subject, note["chain"])
        return
    made = record_made(subject, note["tool"], note["arguments"])
    if made is not None:
        yield next(calls_naming(made, note["call"], subject.schema, only=note.get("only")))


def _stocked(subject: Subject, step: dict[str, Any]) -> dict[str, Any]:
    """Return a step of which each amount is larger; the numbers of records are none."""
    key = "call" if "taken" in step else "arguments"
    facts = next((facts for facts, _ in subject.neighbours if facts.name == step["tool"]), None)
    schema = facts.input_schema if facts is not None and isinstance(facts.input_schema, dict) else {}
    fits, call = FlatSchema(schema).fits, dict(step[key])
    taken = {path[-1] for path, *_ in step.get("taken", ())}
    for name, value in step[key].items():
        if type(value) is int and name not in taken and not names_record(name):
            larger = ({**call, name: amount} for amount in _AMOUNTS if amount > value)
            call = next((one for one in larger if fits(schema, one)), call)
    return {**step, key: call}
