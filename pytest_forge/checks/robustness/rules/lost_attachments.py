"""Lost attachments: what another tool has added to a record, and a call that saves the record again takes away.

save("ada", room="a")       {"name": "ada", "labels": []}
label("ada", "vip")         {"name": "ada", "labels": ["vip"]}
save("ada", room="b")       {"name": "ada", "labels": []}, although labels are said to stay
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....profile.identifiers import names_record
from ....profile.makers import takes_things_away
from ....profile.reads import reads
from ....profile.roles import name_words
from ....profile.told_attachments import Attachments, attachments_in, stem
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....strategies.similar_values import similar_values
from ....targets.facts import ToolFacts
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.made_records import calls_naming
from ...calls.sequences import before_json
from ...calls.state_view import calls_like
from ...calls.told_words import told_words
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_lost_attachments"]

_SHARE = 0.15
_MAX_CALLS, _MAX_OTHERS, _MAX_READERS, _MAX_READS = 4, 3, 4, 2
#: What is made in a fresh world, in calls' time.
_CALLS = 12
_GONE = "\0"

_Call = dict[str, Any]
#: Answers of the readers, by place: the name of the reader, and the keys that lead to a value.
_Seen = dict[tuple[str, ...], Any]


def judge_lost_attachments(subject: Subject) -> bool:
    """Judge that what another tool adds to a record is there after the record is saved again, if it is said to stay.

    A value counts that an answer of a reader has after the other tool's call, and that is what it was before once the
    call of the tool is repeated, or made with another value. Without the other tool, repeating it adds no record.

    Returns:
        Whether another tool has added something that stayed.

    Raises:
        CheckFailure: If it is gone, twice.
    """
    if subject.facts.tier == "read":
        return False
    nodes = subject.schema.get("properties") or {}
    kept = attachments_in(told_words(subject), " ".join([subject.facts.name, *nodes]))
    others = _attachers(subject, kept) if kept.told else []
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS) if others else []
    except NoCallFits:
        return False
    is_judged = False
    for other in subject.patience(_SHARE).each(others if calls else []):
        found = _lost(subject, other, calls, kept)
        is_judged = is_judged or found is not None
        if found and _lost(subject, other, calls, kept) == found:
            place, first, attach, last = found
            raise CheckFailure(
                "attachment_lost",
                f'The description says "{kept.told}", but what {other.facts.name!r} had added to {place} was gone '
                "behind the call. Change the record where it is: one that is replaced loses what belongs to it.",
                about=place,
                arguments=last,
                before=before_json([(subject.facts.name, first), (other.facts.name, attach)]),
            )
    return is_judged


def _attachers(subject: Subject, kept: Attachments) -> list[Subject]:
    """Return other writers that speak of what is said to stay; of everything else, those that take the same record."""
    own = subject.schema.get("properties") or {}
    found: list[tuple[int, int, Subject]] = []
    for facts, tool in subject.neighbours:
        if facts.name == subject.facts.name or reads(facts) or takes_things_away(facts):
            continue
        schema = facts.input_schema if isinstance(facts.input_schema, Mapping) else {}
        if len(own) > 1 and set(own) <= _properties(facts):
            # It saves the record as well.
            continue
        required = [name for name in schema.get("required") or () if name in own]
        words = (facts.description or "").partition(".")[0].split()
        said = _stems([facts.name, *(schema.get("properties") or ()), *words])
        if (said & kept.things) if kept.things else required:
            found.append((-len(required), len(found), subject.beside(facts, tool)))
    return [one for *_, one in sorted(found, key=lambda one: one[:2])[:_MAX_OTHERS]]


def _lost(subject: Subject, other: Subject, calls: list[_Call], kept: Attachments) -> list[Any] | None:
    """Return the name of what is lost, the call before, that of the other tool, and the call that loses it.

    Returns:
        An empty list if nothing is lost; None if the other tool has added nothing.
    """

    def told() -> list[Any] | None:
        first = next((made for call in calls if not looks_failed(made := _made(subject, call))), None)
        return None if first is None else _lost_after(subject, other, first, kept)

    return in_a_fresh_world(subject, told, most_calls=_CALLS)


def _lost_after(subject: Subject, other: Subject, first: Outcome, kept: Attachments) -> list[Any] | None:
    call = dict(first.arguments)
    for attach in _attaching(other, first):
        start = _seen(subject, {**attach, **call})
        if looks_failed(_made(subject, call)):
            return None
        before = _seen(subject, {**attach, **call})
        if _has_grown(start, before):
            return None
        if looks_failed(_made(other, attach)):
            continue
        after = _seen(subject, {**attach, **call})
        gained = [one for one in after if before.get(one, _GONE) != after[one] and one in before]
        gained = [one for one in gained if _is_about(one, before[one], after[one], call, attach, kept)]
        for last in [call, *_changed(subject, call)] if gained else []:
            if looks_failed(_made(subject, last)):
                continue
            end = _seen(subject, {**attach, **call})
            lost = [one for one in gained if end.get(one, _GONE) == before[one]]
            if lost:
                return [lost[0][-1], call, attach, last]
        return [] if gained else None
    return None


def _attaching(other: Subject, first: Outcome) -> Iterator[_Call]:
    """Yield calls of another tool for a record, with texts of their own before the usual ones."""
    view = FlatSchema(other.schema)
    for usual in candidate_arguments(other.schema, limit=2):
        shared = {name: value for name, value in first.arguments.items() if type(value) is type(usual.get(name))}
        named = next(calls_naming(first, {**usual, **shared}, other.schema))
        taken = [value for value in first.arguments.values() if isinstance(value, str) and value]
        own = {name: next(iter(similar_values(value, ())), value) for name, value in named.items() if value in taken}
        own = {name: value for name, value in own.items() if name not in shared and not names_record(name)}
        if own and view.fits(view.root, {**named, **own}):
            yield {**named, **own}
        yield named


def _is_about(place: tuple[str, ...], old: Any, new: Any, call: _Call, attach: _Call, kept: Attachments) -> bool:
    """Tell whether a value is what the other tool has added, and nothing that the call itself gives."""
    if place[-1] in call or (old not in (None, "", 0, False) and old in call.values()):
        return False
    given = {text for _, text in leaves_of(attach)} - {text for _, text in leaves_of(call)}
    is_given = any(text in json.dumps(new, default=str) and text not in json.dumps(old, default=str) for text in given)
    return is_given or not _stems(place).isdisjoint(kept.things)


def _changed(subject: Subject, call: _Call) -> Iterator[_Call]:
    """Yield a call with another value of one argument that does not name the record."""
    view = FlatSchema(subject.schema)
    for name, value in reversed(call.items()):
        if not isinstance(value, str) or not value or names_record(name) or name == next(iter(call)):
            continue
        other = {**call, name: next(iter(similar_values(value, ())), f"{value}2")}
        if view.fits(view.root, other):
            yield other
            return


def _seen(subject: Subject, call: _Call) -> _Seen:
    """Return what readers answer to calls for the same record, a value for each place."""
    readers = [one for one in subject.neighbours if one[0].name != subject.facts.name and reads(one[0])]
    readers.sort(key=lambda one: -len(set(call) & _properties(one[0])))
    found: _Seen = {}
    for reader in [subject.beside(*one) for one in readers[:_MAX_READERS]]:
        for number, given in enumerate(calls_like(reader, call)[:_MAX_READS]):
            outcome = _made(reader, given)
            if not looks_failed(outcome):
                found.update(_places(outcome.value, (str(number), reader.facts.name)))
    return found


def _places(value: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    records = _by_name(value) if isinstance(value, list) else value
    if isinstance(records, Mapping):
        for key, part in records.items():
            yield from _places(part, (*place, str(key)))
    else:
        yield place, value


def _by_name(items: list[Any]) -> Any:
    """Return the records of a list by what names them, so that their order does not count; the list if there are none.

    Others are compared as a whole.
    """
    if not items or not all(isinstance(item, Mapping) for item in items):
        return items
    names = [_name_of(item) for item in items]
    return dict(zip(names, items, strict=True)) if len({*names, ""}) > len(names) else items


def _name_of(record: Mapping[str, Any]) -> str:
    texts = {key: value for key, value in record.items() if isinstance(value, str | int)}
    return str(next((texts[key] for key in texts if key == "id" or names_record(key)), next(iter(texts.values()), "")))


def _has_grown(start: _Seen, end: _Seen) -> bool:
    """Tell whether there are more records or entries: the call adds one each time."""
    lists = [one for one, value in end.items() if isinstance(value, list)]
    longer = any(len(end[one]) > len(start[one]) for one in lists if isinstance(start.get(one), list))
    return longer or not set(start) >= set(end)


def _stems(names: Iterable[str]) -> set[str]:
    return {stem(word) for name in names for word in name_words(name)}


def _properties(facts: ToolFacts) -> set[str]:
    schema = facts.input_schema if isinstance(facts.input_schema, Mapping) else {}
    return set(schema.get("properties") or ())


def _made(tool: Subject, call: _Call) -> Outcome:
    with fake_sleep():
        return tool.call(dict(call))
