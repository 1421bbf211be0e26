"""Call variants: an ordinary call with richer values, with records twice, and with the shortest waits."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ...profile.roles import Role, role_of
from ...strategies.calls.examples import candidate_arguments
from ...strategies.calls.related_arguments import with_records_in_order
from ...strategies.calls.values import ValueMaker
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.schemas.limits import bounds
from ...targets.subject import Subject

__all__ = ["KEEPS_WAITS", "doubled_calls", "richer_calls", "shortened_waits", "with_a_wait"]

KEEPS_WAITS = "keeps waits"
"""The note that a tool refuses the shortest waits, as one does that takes them for the length of something."""
#: Seconds of a wait that the schema would allow to be 0; a whole number is 1.
_WAIT_S = 0.2


def richer_calls(subject: Subject, *, limit: int = 6) -> list[dict[str, Any]]:
    """Return calls whose lists have several different items in descending order and whose maps are not empty."""
    found: list[dict[str, Any]] = []
    maker = ValueMaker(FlatSchema(subject.schema))
    for base in candidate_arguments(subject.schema, limit=limit):
        call = dict(base)
        for flat in maker.view.alternatives(subject.schema)[:1]:
            for name, node in (flat.get("properties") or {}).items():
                rich = _rich(maker, node, name)
                if rich is not None and maker.view.fits(node, rich):
                    call[name] = rich
        call = with_records_in_order(call)
        if maker.view.fits(subject.schema, call) and call not in found:
            found.append(call)
    return found


def doubled_calls(subject: Subject, call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call again, as its records are there already, and with each of its texts twice: a record on each line."""
    yield call
    fits = FlatSchema(subject.schema).fits
    for name, value in call.items():
        if isinstance(value, str) and value and fits(subject.schema, doubled := {**call, name: f"{value}\n{value}"}):
            yield doubled


def _rich(maker: ValueMaker, node: Any, name: str) -> Any:
    for flat in maker.view.alternatives(node):
        if flat.get("type") == "array":
            most = flat.get("maxItems", 3)
            try:
                items = maker.items(flat, name, min(3, int(most)), full=True)
            except CannotMake:
                continue
            return sorted(items, key=repr, reverse=True)
        if flat.get("type") == "object":
            try:
                return maker.make(flat, name, full=True, depth=1)
            except CannotMake:
                continue
    return None


def shortened_waits(subject: Subject, call: dict[str, Any]) -> dict[str, Any]:
    """Return *call* with every duration in it at its minimum, unless the tool is known to refuse that."""
    shortened = dict(call)
    if subject.notes.get(KEEPS_WAITS):
        return shortened
    for name, node in _durations(subject):
        low, _ = bounds(node, whole=node["type"] == "integer")
        shortened[name] = 0 if low is None else math.ceil(low) if node["type"] == "integer" else low
    return shortened


def with_a_wait(subject: Subject, call: dict[str, Any]) -> dict[str, Any]:
    """Return *call* with a short duration, long enough to do something meanwhile, for each that would be 0."""
    waiting = dict(call)
    for name, node in _durations(subject):
        low, high = bounds(node, whole=node["type"] == "integer")
        wait_s = 1 if node["type"] == "integer" else _WAIT_S
        if waiting.get(name) == 0 and (low or 0) <= wait_s <= (wait_s if high is None else high):
            waiting[name] = wait_s
    return waiting


def _durations(subject: Subject) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, node in (subject.schema.get("properties") or {}).items():
        is_number = isinstance(node, dict) and node.get("type") in ("integer", "number")
        if is_number and role_of(name, node) is Role.DURATION:
            yield name, node
