"""Kept fields: a field of a record that a call leaves out, and that changes although it is said to stay.

save("ada", phone="1", room="a")    {"id": 4, "name": "ada", "phone": "1", "room": "a"}
save("ada", phone="2", room="a")    {"id": 4, "name": "ada", "phone": "2", "room": "a"}
save("ada", phone="2")              {"id": 4, "name": "ada", "phone": "2", "room": null}, or another id
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....profile.told_leaving import leaves_fields
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_kept_fields"]

_SHARE = 0.15
_MAX_CALLS, _MAX_PAIRS, _CALLS = 8, 6, 3
_ID = "id"
#: What may have an id of its own for each change.
_CHANGES = regex(r"\b(?:versions?|revisions?|history|audit|events?|log|snapshots?)\b", re.IGNORECASE)

_Call = dict[str, Any]


def judge_kept_fields(subject: Subject) -> bool:
    """Judge that a field which a call leaves out stays, and the id of a record too, if the description says so.

    The field has the name of the argument and shows its value, in a record that shows what the call must name. A call
    that gives all fields must leave it as it is.

    Returns:
        Whether such a field was compared.

    Raises:
        CheckFailure: If the field has another value, or the record another id, twice.
    """
    words = told_words(subject)
    nodes = subject.schema.get("properties") or {}
    said = [str(node.get("description") or "") for node in nodes.values() if isinstance(node, Mapping)]
    told = leaves_fields("\n\n".join((words, *said)))
    try:
        pairs = list(_pairs(subject)) if told else []
    except NoCallFits:
        return False
    is_judged = False
    for full, other, part in subject.patience(_SHARE).each(pairs[:_MAX_PAIRS]):
        lost, is_compared = _lost(subject, full, other, part, is_new=_CHANGES.search(words) is None)
        is_judged = is_judged or is_compared
        if lost and _lost(subject, full, other, part, is_new=True)[0] == lost:
            what = "gives the record of a call before another" if lost == _ID else "leaves out, and changes, a record's"
            raise CheckFailure(
                "field_not_kept",
                f'The description says "{told}", but a call {what} {lost!r}. Change the record where it is, and only '
                "what is given.",
                about=lost,
                arguments=part,
                before=before_json([(subject.facts.name, full)]),
            )
    return is_judged


def _pairs(subject: Subject) -> Iterator[tuple[_Call, _Call, _Call]]:
    """Yield a call with fields that may be left out, the call with another value of one, and with that one alone."""
    view = FlatSchema(subject.schema)
    required = set(view.root.get("required") or ())
    calls = plausible_calls(subject, limit=_MAX_CALLS)
    for call in sorted(calls, key=len, reverse=True):
        free = [name for name, value in call.items() if name not in required and isinstance(value, str | int)]
        free = [name for name in free if not isinstance(call[name], bool) and call[name] not in ("", 0)]
        for name in free if required and required <= set(call) else ():
            known = [one[name] for one in calls if one.get(name) not in (None, "", call[name])]
            for value in [*known, *similar_values(call[name], ())][:1]:
                other = {**call, name: value}
                part = {key: one for key, one in other.items() if key in required or key == name}
                if view.fits(view.root, other) and view.fits(view.root, part):
                    yield call, other, part


def _lost(subject: Subject, full: _Call, other: _Call, part: _Call, *, is_new: bool) -> tuple[str, bool]:
    """Return the field that a call loses, "" if none is lost, and whether any was compared."""
    whole, some = _records(subject, [full, other]), _records(subject, [full, part])
    if not whole or not some:
        return "", False
    (first, second), (start, end) = whole, some
    names = [name for name in full if name not in part and first.get(name) == second.get(name) == full[name]]
    names = [name for name in names if start.get(name) == full[name]]
    changed = [name for name in part if part[name] != full[name]]
    is_made = all(second.get(name) == end.get(name) == part[name] != start.get(name) for name in changed)
    if not is_made:
        return "", False
    lost = [name for name in names if end.get(name) != full[name]]
    if start.get(_ID) == end.get(_ID):
        return (lost[0] if lost else ""), bool(names)
    # What has another id is the same record if it has what only the first call gave.
    is_same = len(lost) < len(names) and is_new and _ID not in full and None not in (start.get(_ID), end.get(_ID))
    return (_ID if is_same else ""), is_same


def _records(subject: Subject, calls: list[_Call]) -> list[dict[str, Any]]:
    """Return the records that calls in a fresh world answer; none if one fails, or answers no such record."""
    return in_a_fresh_world(subject, lambda: _after_each(subject, calls), most_calls=_CALLS) or []


def _after_each(subject: Subject, calls: list[_Call]) -> list[dict[str, Any]]:
    required = subject.schema.get("required") or ()
    found: list[dict[str, Any]] = []
    for call in calls:
        with fake_sleep():
            outcome = subject.call(dict(call))
        record = None if looks_failed(outcome) else _record(outcome.value, {_plain(call[name]) for name in required})
        if record is None:
            return []
        found.append(record)
    return found


def _record(value: Any, names: set[str]) -> dict[str, Any] | None:
    """Return an answer, or an object in it, that shows all names."""
    if not isinstance(value, Mapping):
        return None
    for one in (value, *(part for part in value.values() if isinstance(part, Mapping))):
        if names <= {_plain(part) for part in one.values()}:
            return {str(key): part for key, part in one.items() if isinstance(part, str | int | float | None)}
    return None


def _plain(value: Any) -> str:
    return str(value).strip().casefold()
