"""Finding calls: a call of a server's reader that finds something, with the calls that have added it.

search(query="app")      nothing, and so does every call with another filter
get(id=1)                "Reset your password"
search(query="reset")    one record, which a filter may leave out
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....profile.told_filters import names_field, told_filter
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.answer_values import leaves
from ...calls.asking import looks_failed
from ...calls.known_values import quoted_values
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import NamedCall
from ..lasting_reads import lines_of
from ..rules.record_lists import record_lists
from ..two_kinds import filter_names
from .filled_stores import records_of_maker

__all__ = ["FindingCall", "finding_call", "with_values_of_records"]

_MAX_READERS, _MAX_CALLS, _MAX_MAKERS, _MAX_TEXTS, _MAX_VALUES = 3, 2, 2, 12, 2
_LONGEST, _SHORTEST = 40, 4
#: What nothing is named, and what many texts hold.
_NOWHERE, _EVERYWHERE = "zqxvkj", ("e", "a")

_Call = dict[str, Any]


class FindingCall(Struct, frozen=True):
    """A call that finds something.

    Attributes:
        call: The call.
        added: The calls of other tools that have added what it finds, on a server that has just started.
    """

    call: _Call
    added: Sequence[NamedCall] = ()


def finding_call(subject: Subject, calls: Sequence[_Call]) -> FindingCall | None:
    """Return a call that finds something: an ordinary one, or one with a text of another answer or of an added record.

    With a text that is nowhere, the call must be answered otherwise, but for this text. Without a text to look for, the
    answer must have a list with something in it, or be another one once records were added.

    Args:
        subject: A reader of a server. Its server is started afresh if records have to be added.
        calls: Ordinary calls of it.
    """
    base, view = calls[0] if calls else {}, FlatSchema(subject.schema)
    name = next((name for name, value in base.items() if _is_free_text(view, name, value)), "")
    if not calls or not view.arguments.keys() - {name}:
        # No key may lack what is looked for.
        return None
    if _finds(subject, base, name):
        return FindingCall(base)
    found = _with_texts(subject, base, name, _told_texts(subject, name, base[name])) if name else None
    if found is not None:
        return FindingCall(found)
    for facts, tool in makers_of(subject, base)[:_MAX_MAKERS] if filter_names(subject) else ():
        subject.renew()
        before = lines_of(subject.call(base).value)
        added = records_of_maker(subject, subject.beside(facts, tool), base)
        texts = [text for _, call in added for text in _parts(call)]
        found = _with_texts(subject, base, name, texts) if added and name else None
        after = subject.call(base) if added and found is None else None
        if after is not None and after.succeeded and lines_of(after.value) != before:
            found = base
        if found is not None:
            return FindingCall(found, added)
    return None


def with_values_of_records(subject: Subject, base: _Call) -> Iterator[tuple[str, _Call]]:
    """Yield a filter, and *base* with a value for it that some records of its answer have, and others have not."""
    view = FlatSchema(subject.schema)
    outcome = subject.call(base)
    records = [one for records in record_lists(outcome.value).values() for one in records] if outcome.succeeded else []
    for name in filter_names(subject):
        words = told_filter(name)[1]
        fields = [[value for key, value in record.items() if names_field(words, key)] for record in records]
        items = [[part for value in one for part in (value if isinstance(value, list) else [value])] for one in fields]
        some = [part for one in items for part in one if part is not None and not all(part in other for other in items)]
        made = [{**base, name: value} for number, value in enumerate(some) if value not in some[:number]]
        fitting = [call for call in made if call != base and view.fits(subject.schema, call)]
        yield from ((name, call) for call in fitting[:_MAX_VALUES])


def _is_free_text(view: FlatSchema, name: str, value: Any) -> bool:
    return isinstance(value, str) and name in view.arguments and not view.choices(view.arguments[name])


def _with_texts(subject: Subject, base: _Call, name: str, texts: Sequence[str]) -> _Call | None:
    """Return the call with the first text that finds something."""
    fits = FlatSchema(subject.schema).fits
    made = [{**base, name: text} for text in dict.fromkeys(texts)]
    tried = [call for call in made if fits(subject.schema, call)][:_MAX_TEXTS]
    return next((call for call in tried if _finds(subject, call, name)), None)


def _finds(subject: Subject, call: _Call, name: str) -> bool:
    outcome = subject.call(call)
    if looks_failed(outcome):
        return False
    if not name:
        return _has_items(outcome.value)
    nothing = subject.call({**call, name: _NOWHERE})
    if looks_failed(nothing):
        return True
    return _without(lines_of(outcome.value), call[name]) != _without(lines_of(nothing.value), _NOWHERE)


def _without(answer: str, given: str) -> str:
    return re.sub(rf"(?<!\w){re.escape(given)}(?!\w)", "", answer)


def _has_items(value: Any) -> bool:
    parts = value.values() if isinstance(value, Mapping) else ()
    return (isinstance(value, list) and bool(value)) or any(_has_items(part) for part in parts)


def _told_texts(subject: Subject, name: str, given: str) -> list[str]:
    """Return texts of the answers of other readers, each in turn, and texts that descriptions quote."""
    texts = [*map(str, quoted_values(subject).values_for(name, given)[:_MAX_VALUES])]
    others = [one for one in subject.neighbours if one[0].tier == "read" and one[0].name != subject.facts.name]
    for reader in [subject.beside(*one) for one in others[:_MAX_READERS]]:
        for call in candidate_arguments(reader.schema, limit=_MAX_CALLS):
            outcome = reader.call(call)
            texts += list(_parts(outcome.value))[:_MAX_VALUES] if not looks_failed(outcome) else []
    return [*texts, *_EVERYWHERE]


def _parts(value: Any) -> Iterator[str]:
    """Yield the texts in a value, and a word of each."""
    for text in [leaf for leaf in leaves(value) if isinstance(leaf, str) and leaf]:
        words = [word for word in text.split() if len(word) >= _SHORTEST and word.isalnum()]
        yield from ([text] if len(text) <= _LONGEST else [])
        yield from words[:1] if words != [text] else []
