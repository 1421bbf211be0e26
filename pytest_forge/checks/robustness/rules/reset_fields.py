"""Reset fields: what a call that is said to change a known record does not give, and sets back to that of a new one.

desks: kim, floor 2, note "by the door"
save_desk("lou", floor=4)      lou, floor 4, note ""    a new record
save_desk("kim", floor=3)      kim, floor 3, note ""    the note has gone: the row was put in the place of another
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....profile.told_updates import says_where_it_stands, updates_records
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import without_moments
from ...calls.stored_records import stored_records
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_reset_fields"]

_SHARE = 0.15
_MAX_CALLS, _MAX_KNOWN = 3, 4
#: The time of a call in a fresh world with the readers that are asked before and after.
_CALLS = 4
_IDS = ("id", "_id", "Id")

_Record = dict[str, Any]


def judge_reset_fields(subject: Subject) -> bool:
    """Judge that a call which is said to change a known record leaves the fields which no argument gives.

    The same call with a new key makes a record. What a record has that was there before, and no argument gives, must
    not all become what the new record has.

    Returns:
        Whether a known record was changed.

    Raises:
        CheckFailure: If all of it does, a text among it, twice.
    """
    if subject.facts.tier == "read":
        return False
    told = updates_records(all_told_words(subject))
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS) if told else []
    except NoCallFits:
        return False
    is_judged = False
    names = list(subject.schema.get("properties") or {})
    for call, new, known, given in subject.patience(_SHARE).each(_changes(subject, calls)):
        fields = _kept(known, new, call, names)
        lost = _lost(subject, given, known, fields)
        is_judged = is_judged or lost is not None
        if lost and all(lost[name] == new[name] for name in fields):
            again = _lost(subject, given, known, fields)
            if again and all(again[name] == new[name] for name in fields):
                name = next(name for name in fields if isinstance(known[name], str))
                raise CheckFailure(
                    "field_not_kept",
                    f'The description says "{told}", but a call for a known record sets its {name!r} back from '
                    f"{str(known[name])[:60]!r} to {str(new[name])!r}, as in a new one. Change the record where it is, "
                    "and only what is given.",
                    about=name,
                    arguments=given,
                    before=before_json([]),
                )
    return is_judged


def _changes(
    subject: Subject, calls: list[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], _Record, _Record, dict[str, Any]]]:
    """Yield a call that makes a record, this record, a known one, and the call that is to change the known one."""
    view = FlatSchema(subject.schema)
    names = list(subject.schema.get("properties") or {})
    for call in _with_other_keys(calls, view):
        before, after = _made(subject, call) or ([], [])
        new = _one_more(before, after, call)
        # What is left out may be told in a field of another name.
        if new is None or not all(name in call or name in new for name in names):
            continue
        known = [one for one in before if one.keys() == new.keys() and _kept(one, new, call, names)]
        keys = [name for name in view.root.get("required") or () if name in call and _places(new, call[name])]
        for one in known[:_MAX_KNOWN]:
            for name in keys:
                given = {**call, name: one[_places(new, call[name])[0]]}
                if given[name] != call[name] and view.fits(view.root, given):
                    yield call, new, one, given
        return


def _with_other_keys(calls: list[dict[str, Any]], view: FlatSchema) -> Iterator[dict[str, Any]]:
    """Yield calls, and those with other values of what they must give: the record of one may be there already."""
    whole = {name: value for call in reversed(calls) for name, value in call.items()}
    yield from (call for call in (whole, *calls) if view.fits(view.root, call))
    for call in (whole, *calls[:1]):
        others = {name: similar_values(call[name], ()) for name in view.root.get("required") or () if name in call}
        for place in (0, -1):
            other = {**call, **{name: values[place] for name, values in others.items() if values}}
            if view.fits(view.root, other):
                yield other


def _made(subject: Subject, call: Mapping[str, Any]) -> tuple[list[_Record], list[_Record]] | None:
    """Return the records before a call in a fresh world and after it; None if it fails."""

    def told() -> list[list[_Record]]:
        before = stored_records(subject, call)
        with fake_sleep():
            outcome = subject.call(dict(call))
        return [] if looks_failed(outcome) else [before, stored_records(subject, call)]

    found = in_a_fresh_world(subject, told, most_calls=_CALLS)
    return (found[0], found[1]) if found else None


def _one_more(before: list[_Record], after: list[_Record], call: Mapping[str, Any]) -> _Record | None:
    """Return the record that a call has added, which shows a value of the call."""
    added = [one for one in after if one not in before]
    is_more = len(added) == 1 and all(one in after for one in before)
    return added[0] if is_more and any(_places(added[0], value) for value in call.values()) else None


def _kept(known: _Record, new: _Record, call: Mapping[str, Any], arguments: Sequence[str]) -> list[str]:
    """Return the fields of a known record that a new one has otherwise, and no argument gives; none without a text."""
    given = {place for value in call.values() for place in _places(new, value)}
    names = [name for name, value in known.items() if name and name not in given and name not in arguments]
    names = [name for name in names if not name.endswith(_IDS) and not _is_moment(known[name])]
    names = [name for name in names if known[name] not in (None, "", new[name]) and not _is_moment(new[name])]
    if any(says_where_it_stands(name) for name in names):
        return []
    return names if any(isinstance(known[name], str) for name in names) else []


def _lost(subject: Subject, given: Mapping[str, Any], known: _Record, fields: list[str]) -> _Record | None:
    """Return a known record as a call has changed it; None if it has not, or has changed or added others."""
    before, after = _made(subject, given) or ([], [])
    changed = [one for one in after if one not in before]
    if known not in before or known in after or len(after) != len(before) or len(changed) != 1:
        return None
    record = changed[0]
    is_it = any(known[name] == record.get(name) for name in known if any(_same(known[name], v) for v in given.values()))
    is_changed = any(_places(record, value) and not _places(known, value) for value in given.values())
    return record if is_it and is_changed and record.keys() >= set(fields) else None


def _places(record: Mapping[str, Any], value: Any) -> list[str]:
    return [name for name, part in record.items() if _same(part, value)]


def _same(one: Any, other: Any) -> bool:
    if isinstance(other, bool | None) or other == "" or not isinstance(other, str | int | float):
        return False
    return str(one).strip().casefold() == str(other).strip().casefold()


def _is_moment(value: Any) -> bool:
    return isinstance(value, str | int | float) and without_moments(str(value)) != str(value)
