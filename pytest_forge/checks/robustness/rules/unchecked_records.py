"""Unchecked records: one that a call may not use in one place, and uses in another.

"Members only work with albums that are shared with them."
join("kim", album=7, into=1)      refused: album 7 is not shared with kim
join("kim", album=1, into=7)      done: only the first album is looked at

The same goes for a list of which the first item alone is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from msgspec import Struct

from ....profile.told_access import is_denial, names_caller, takes_anybodys, told_access
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values
from ...calls.told_words import all_told_words, told_words
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit

__all__ = ["judge_unchecked_records"]

_SHARE = 0.25
_MAX_BASES, _MAX_CALLERS, _MAX_RECORDS, _MAX_OTHERS, _MAX_PLACES = 2, 4, 6, 3, 2
_CALLS = 4
_IDS = (int, str)
_DONE, _DENIED, _FAILED = "done", "denied", "failed"


class _Places(Struct, frozen=True):
    """A call with an argument for who makes it, and two for records; one of them if it takes a list.

    Attributes:
        call: The call.
        caller: The argument for who makes it.
        first: That for one record.
        second: That for another one; "" if the first takes a list of them.
    """

    call: dict[str, Any]
    caller: str
    first: str
    second: str = ""

    def with_records(self, caller: Any, one: Any, other: Any) -> dict[str, Any]:
        """Return the call of somebody with two records; with one of them if the other one is None, in a list."""
        if self.second:
            return {**self.call, self.caller: caller, self.first: one, self.second: other}
        return {**self.call, self.caller: caller, self.first: [one] if other is None else [one, other]}


def judge_unchecked_records(subject: Subject) -> bool:
    """Judge that a function which denies a record to somebody in one place denies it in the other place as well.

    Somebody else may use it in the first place, so that it is there. The description says who may use records.

    Returns:
        Whether a record was denied to one caller and not to another one.

    Raises:
        CheckFailure: If the call with the record in the other place is carried out, twice.
    """
    sentence = "" if subject.is_served else told_access(all_told_words(subject))
    if not sentence:
        return False
    view = FlatSchema(subject.schema)
    judged = False
    patience = subject.patience(_SHARE)
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for places in list(_places(subject, view, base))[:_MAX_PLACES]:
            seen = _Seen(subject, view, places)
            for caller, record, other in seen.triples():
                if patience.is_over:
                    return judged
                if seen.end(caller, record, other) != _DENIED or not seen.is_for_others(caller, record, other):
                    continue
                judged = True
                if seen.is_denied_always(caller, record) and seen.is_let_in(caller, other, record):
                    call = places.with_records(caller, other, record)
                    raise CheckFailure(
                        "access_unchecked",
                        f'The description says "{sentence}", but {caller!r} may use {record!r} in '
                        f"{places.second or places.first!r}, which is refused {_where(places)}. Check the access to "
                        "each record that a call names.",
                        about=places.second or places.first,
                        arguments=call,
                    )
            if judged:
                return True
    return judged


def _where(places: _Places) -> str:
    return f"in {places.first!r}" if places.second else "where it stands alone or first"


def _places(subject: Subject, view: FlatSchema, base: Mapping[str, Any]) -> Iterator[_Places]:
    """Yield the arguments for a caller and for records that a call may have."""
    texts = [name for name, value in base.items() if isinstance(value, str) and not view.choices(_node(view, name))]
    said = told_words(subject)
    words = {name: f"{_node(view, name).get('description') or ''}\n{_line_on(name, said)}" for name in base}
    records = [name for name, value in base.items() if type(value) in _IDS and not takes_anybodys(words[name])]
    lists = [name for name, value in base.items() if isinstance(value, list) and value and type(value[0]) in (int, str)]
    named = [name for name in texts if names_caller(name)]
    for caller in named or texts[:1]:
        for one, other in permutations((name for name in records if name != caller), 2):
            if type(base[one]) is type(base[other]) and _kinds(view, one) == _kinds(view, other):
                yield _Places(dict(base), caller, one, other)
        yield from (_Places(dict(base), caller, name) for name in lists)


class _Seen:
    """How calls end: each is made in a fresh world, and only once.

    Args:
        subject: The function.
        view: Its schema.
        places: The call, and its arguments for a caller and records.
    """

    def __init__(self, subject: Subject, view: FlatSchema, places: _Places) -> None:
        self._subject, self._view, self._places = subject, view, places
        known = known_values(subject)
        call = places.call
        self._callers = [call[places.caller], *known.siblings(places.caller, call[places.caller])][:_MAX_CALLERS]
        given = call[places.first] if places.second else call[places.first][0]
        records = dict.fromkeys([given, *([call[places.second]] if places.second else [])])
        records.update(dict.fromkeys(known.siblings(places.first, given)))
        self._records = list(records)[:_MAX_RECORDS]
        self._ends: dict[str, str] = {}

    def triples(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield callers with a record that may be denied and another one; in a list, the record stands alone first."""
        for caller in self._callers if len(self._callers) > 1 else ():
            for record in self._records:
                others = [other for other in self._records if other != record][:_MAX_OTHERS]
                yield from ((caller, record, other) for other in others)

    def end(self, caller: Any, one: Any, other: Any) -> str:
        """Return how the call ends in which a record stands in the first place; in a list, it stands alone."""
        return self._end(self._places.with_records(caller, one, other if self._places.second else None))

    def is_for_others(self, caller: Any, record: Any, other: Any) -> bool:
        """Tell whether another caller may make the same call."""
        return any(self.end(one, record, other) == _DONE for one in self._callers if one != caller)

    def is_denied_always(self, caller: Any, record: Any) -> bool:
        """Tell whether no call of the caller is done with the record in the first place."""
        return not any(self.end(caller, record, other) == _DONE for other in self._records if other != record)

    def is_let_in(self, caller: Any, other: Any, record: Any) -> bool:
        """Tell whether a call with the record in the other place is done, twice."""
        call = self._places.with_records(caller, other, record)
        return self._end(call) == _DONE and self._end(call, again=True) == _DONE

    def _end(self, call: dict[str, Any], *, again: bool = False) -> str:
        key = repr(call)
        if key not in self._ends or again:
            fits = self._view.fits(self._subject.schema, call)
            self._ends[key] = (self._made(call) if fits else "") or _FAILED
        return self._ends[key]

    def _made(self, call: dict[str, Any]) -> str | None:
        def made() -> str:
            make_fresh_for(self._subject, [call])
            with fake_sleep():
                return _how(self._subject.call(call))

        found: str | None = in_a_copy(made, limit_s=_CALLS * self._subject.call_s, tell=self._subject.has_left)
        return found


def _how(outcome: Outcome) -> str:
    if not looks_failed(outcome):
        return _DONE
    said = f"{type(outcome.raised).__name__}: {outcome.raised}" if outcome.raised is not None else str(outcome.returned)
    return _DENIED if is_denial(said) else _FAILED


def _line_on(name: str, docstring: str) -> str:
    """Return what a docstring says of an argument in its line; "" if it has none."""
    found = re.search(rf"^\s*(?:[-*] |:param )?[*`]*{re.escape(name)}\b[^:\n]*:(.*)$", docstring, re.MULTILINE)
    return found[1] if found is not None else ""


def _node(view: FlatSchema, name: str) -> Mapping[str, Any]:
    return view.arguments.get(name) or {}


def _kinds(view: FlatSchema, name: str) -> set[str]:
    return {kind for flat in view.alternatives(_node(view, name)) if "type" in flat for kind in types_of(flat)}
