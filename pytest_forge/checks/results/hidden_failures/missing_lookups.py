"""Missing look-ups: a reader that answers a name which no list has with a sentence, where listed names give data.

    listed names      data: an object, a list, several lines, each its own
    unknown names     one line, the same for all of them, marked as a success
    a part of a name  no data either: the tool looks a record up, and does not search

An object that becomes a sentence is a failure. Several lines, or a list, may as well be what belongs to the name, and
the sentence may say that there is nothing: another reader has to refuse the same unknown name in the same words. So it
has to where the answer is only empty, in whatever words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....profile.emptiness import became_nothing
from ....strategies.schemas.flat_schema import is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ...calls.call_search import refusal_form
from ...calls.listed_values import calls_with_listed_values
from ...calls.missing_things import unlisted_values
from ...calls.plausible_calls import plausible_calls

__all__ = ["MissingLookup", "missing_lookup"]

_MAX_LISTED, _MAX_RECORDS, _MAX_READERS = 12, 3, 4
_MIN_WORDS, _MAX_SENTENCE = 3, 300
_LETTER = "e"
#: Share of a check's time.
_SHARE = 0.2


class MissingLookup(Struct, frozen=True):
    """A call with an unknown name that is answered with a sentence.

    Attributes:
        name: The argument that names nothing.
        outcome: The call.
        is_refused: Whether another reader refuses the same name, in these words if there are some.
        is_empty: Whether the answer has no data at all.
    """

    name: str
    outcome: Outcome
    is_refused: bool
    is_empty: bool = False


def missing_lookup(subject: Subject) -> MissingLookup | None:
    """Return a call of a server's reader that fails in a sentence alone; None if none shows.

    Args:
        subject: The reader.
    """
    for base in _bases(subject):
        for name, records in _records(subject, base).items():
            nothing = _nothing(subject, base, name, records)
            if nothing is not None and _is_refused_elsewhere(subject, name, records, nothing, in_these_words=False):
                return MissingLookup(name, nothing, is_refused=True, is_empty=True)
            unknown = _unknown(subject, base, name, records)
            if unknown is None or _searches(subject, records[0], name):
                continue
            is_refused = _is_refused_elsewhere(subject, name, records, unknown)
            if is_refused or isinstance(_bare(records[0].value), Mapping):
                return MissingLookup(name, unknown, is_refused)
    return None


def _bases(subject: Subject) -> Iterator[dict[str, Any]]:
    """Yield an ordinary call, and one that searches for a letter which hardly any record lacks.

    An ordinary word is in no record, so that every name would be answered with nothing.
    """
    for base in plausible_calls(subject, limit=1)[:1]:
        yield base
        texts = [name for name, value in base.items() if isinstance(value, str)]
        wide = {name: _LETTER for name in texts if is_valid(subject.schema, {**base, name: _LETTER})}
        if wide and len(texts) > 1:
            yield {**base, **wide}


def _records(subject: Subject, base: dict[str, Any]) -> dict[str, list[Outcome]]:
    """Return calls with listed names by the argument that takes them, if their answers are data and differ."""
    patience = subject.patience(_SHARE)
    found: dict[str, list[Outcome]] = {}
    for number, call in enumerate(calls_with_listed_values(subject, [base])):
        if number >= _MAX_LISTED or patience.is_over:
            break
        name = next(name for name in call if call[name] != base.get(name))
        if len(found.get(name, ())) >= _MAX_RECORDS:
            continue
        outcome = subject.call(call)
        if outcome.succeeded and _is_data(_bare(outcome.value)):
            found.setdefault(name, []).append(outcome)
    for name, known in found.items():
        own = subject.call(base) if len(known) < _MAX_RECORDS and base[name] else None
        if own is not None and own.succeeded and _is_data(_bare(own.value)):
            known.append(own)
    return {name: known for name, known in found.items() if len({refusal_form(one) for one in known}) > 1}


def _unknown(subject: Subject, base: dict[str, Any], name: str, records: list[Outcome]) -> Outcome | None:
    """Return a call with an unknown name if such calls are answered with one and the same sentence."""
    calls = [{**base, name: value} for value in unlisted_values(records[0].arguments[name])]
    made: list[Outcome] = []
    for call in [call for call in calls if is_valid(subject.schema, call)][:2]:
        outcome = subject.call(call)
        value = _bare(outcome.value)
        if not outcome.succeeded or not isinstance(value, str) or not _is_sentence(value):
            return None
        made.append(outcome)
    if len(made) < 2 or refusal_form(made[0]) != refusal_form(made[1]):
        return None
    said = _bare(made[0].value)
    return None if any(said in record.text for record in records) else made[0]


def _nothing(subject: Subject, base: dict[str, Any], name: str, records: list[Outcome]) -> Outcome | None:
    """Return a call with an unknown name if such calls, and those with a part of a name, are answered without data."""
    calls = [{**base, name: value} for value in unlisted_values(records[0].arguments[name])]
    made = [subject.call(call) for call in calls if is_valid(subject.schema, call)][:2]
    if not made or not all(_gives_nothing(one, records) for one in made):
        return None
    parts = (one for record in records[:1] for one in _of_parts(subject, record, name))
    return made[0] if all(_gives_nothing(one, records) for one in parts if one.succeeded) else None


def _gives_nothing(outcome: Outcome, records: list[Outcome]) -> bool:
    value, given = outcome.value, outcome.arguments
    return outcome.succeeded and any(became_nothing(record.value, value, given) for record in records)


def _searches(subject: Subject, record: Outcome, name: str) -> bool:
    """Return whether a part of a name gives data, too."""
    return any(one.succeeded and _is_data(_bare(one.value)) for one in _of_parts(subject, record, name))


def _of_parts(subject: Subject, record: Outcome, name: str) -> Iterator[Outcome]:
    """Yield the call for a record with parts of its name."""
    value = record.arguments[name]
    parts = dict.fromkeys(
        [value[: (len(value) + 1) // 2], value[1:], value.split()[0]] if isinstance(value, str) else ()
    )
    calls = ({**record.arguments, name: part} for part in parts if part and part != value)
    yield from (subject.call(call) for call in calls if is_valid(subject.schema, call))


def _is_refused_elsewhere(
    subject: Subject, name: str, records: list[Outcome], unknown: Outcome, *, in_these_words: bool = True
) -> bool:
    """Return whether another reader takes a listed name, and refuses the unknown one, in the words of this answer."""
    for reader in list(_readers(subject, name))[:_MAX_READERS]:
        for base in plausible_calls(reader, limit=1)[:1]:
            known = [{**base, name: value} for value in dict.fromkeys(one.arguments[name] for one in records)]
            other = {**base, name: unknown.arguments[name]}
            if is_valid(reader.schema, other) and any(reader.call(call).succeeded for call in known):
                refused = reader.call(other)
                is_refusal = refused.answer is not None and not refused.succeeded
                if is_refusal and (not in_these_words or refusal_form(unknown).strip(" .") in refusal_form(refused)):
                    return True
    return False


def _readers(subject: Subject, name: str) -> Iterator[Subject]:
    for facts, tool in subject.neighbours:
        if facts.name != subject.facts.name and facts.tier == "read":
            reader = subject.beside(facts, tool)
            if name in (reader.schema.get("properties") or ()):
                yield reader


def _bare(value: Any) -> Any:
    """Return an answer without the object of one key in which SDKs wrap what is none."""
    if isinstance(value, Mapping) and len(value) == 1:
        [inner] = value.values()
        return inner if isinstance(inner, str | list) else value
    return value


def _is_data(value: Any) -> bool:
    if isinstance(value, str):
        return len([line for line in value.splitlines() if line.strip()]) > 1
    return isinstance(value, Mapping | list) and bool(value)


def _is_sentence(value: str) -> bool:
    return "\n" not in value.strip() and len(value) <= _MAX_SENTENCE and len(value.split()) >= _MIN_WORDS
