"""Other groups: records of another tenant, owner or project that come through with some texts to search for.

search("acme", "Payroll export")      nothing: the ticket is one of globex
search("globex", "Payroll export")    the ticket
search("acme", "salary")              the same ticket: the tenant does not count for what the body matches
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from ....oracles.text_leaves import leaves_of
from ....profile.told_filters import may_let_through, told_filter
from ....profile.told_groups import names_group
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.known_values import known_values, quoted_values
from ..lasting_reads import calls_that_fit
from .whole_lists import whole_call

__all__ = ["judge_other_groups"]

_SHARE, _SHARE_OF_SERVER = 0.15, 0.1
_MAX_BASES, _MAX_GROUPS, _MAX_SLOTS, _MAX_KNOWN = 8, 4, 2, 24
#: Of a function, and of a server.
_MAX_TEXTS = (100, 20)
#: Most texts have one of these.
_LETTERS = ("e", "a", "o")
_WORD = regex(r"[^\W_]{3,}")
_DEEPEST = 3


class _Search(Struct):
    """What the answers to one text have shown.

    Attributes:
        text: The text.
        records: The records as JSON, by group.
    """

    text: str
    records: dict[str, set[str]] = field(default_factory=dict)


def judge_other_groups(subject: Subject) -> bool:
    """Judge that a record which a group does not have with one text does not come through with another.

    A record is of another group if that one has it with a text with which the first has nothing. One that groups share
    is there for both with every text.

    Returns:
        Whether groups with records of their own were found.

    Raises:
        CheckFailure: If such a record comes through, twice.
    """
    if subject.facts.tier not in (None, "read"):
        return False
    view = FlatSchema(subject.schema)
    named = [name for name, node in view.arguments.items() if _is_group(subject, name, node)]
    calls = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES] if named else []
    judged = False
    patience = subject.patience(_SHARE_OF_SERVER if subject.is_served else _SHARE)
    with FastCalls(subject) as fast:
        probe = _Probe(subject, view, fast)
        for name in named:
            for base, slot in probe.slots(name, calls):
                judged = _judge(probe, name, base, slot, patience) or judged
    return judged


def _judge(probe: _Probe, name: str, base: dict[str, Any], slot: str, patience: Patience) -> bool:
    """Tell whether groups have records of their own."""
    groups = probe.groups(name, base)
    if len(groups) < 2:
        return False
    searches: list[_Search] = []
    has_own = False
    for text in patience.each(probe.texts(slot, base, searches)):
        searches.append(probe.search(text, name, groups, base, slot))
        has_own = has_own or any(not found for found in searches[-1].records.values())
        broken = _broken(searches)
        if broken is None:
            continue
        through, apart, group, owner = broken
        again = [probe.search(one.text, name, [group, owner], base, slot) for one in (through, apart)]
        if _broken(again) == (*again, group, owner):
            raise CheckFailure(
                "filter_let_through",
                f"With {group!r} in {name!r}, the answer to {through.text!r} in {slot!r} has a record of {owner!r}, "
                f"which the answer to {apart.text!r} leaves out. Apply the filter to every record; in SQL, put "
                "conditions joined by OR in parentheses.",
                about=name,
                arguments={**base, name: group, slot: through.text},
            )
    return has_own


def _broken(searches: list[_Search]) -> tuple[_Search, _Search, str, str] | None:
    """Return a search with a record of another group, one that leaves it out, the group and the owner of the record."""
    for through in searches:
        for group, found in through.records.items():
            for owner, own in through.records.items():
                shared = found & own if owner != group else set()
                for apart in searches if shared else ():
                    others = apart.records.get(owner, set())
                    if apart.records.get(group) == set() and shared & others:
                        return through, apart, group, owner
    return None


class _Probe:
    """The calls for a group, and their records.

    Args:
        subject: The tool.
        view: Its schema.
        fast: Makes the calls.
    """

    def __init__(self, subject: Subject, view: FlatSchema, fast: FastCalls) -> None:
        self._subject, self._view, self._fast = subject, view, fast

    def slots(self, name: str, calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str]]:
        """Yield calls that work, each with an argument that takes any text; each argument once."""
        seen: set[str] = set()
        for base in calls:
            new = [
                slot
                for slot, value in base.items()
                if isinstance(value, str)
                and slot not in (name, *seen)
                and not self._view.choices(self._view.arguments.get(slot))
            ]
            whole = whole_call(self._view, base)
            if new and name in base and len(seen) < _MAX_SLOTS and self._records(whole) is not None:
                seen.update(new)
                yield from ((whole, slot) for slot in new)

    def groups(self, name: str, base: dict[str, Any]) -> list[str]:
        """Return groups that the tool knows."""
        old = base[name]
        told = [*quoted_values(self._subject).values_for(name, old), *known_values(self._subject).values_for(name, old)]
        known = dict.fromkeys([*self._view.choices(self._view.arguments.get(name)), old, *told[:_MAX_KNOWN]])
        return [one for one in known if self._records({**base, name: one}) is not None][:_MAX_GROUPS]

    def texts(self, slot: str, base: dict[str, Any], searches: list[_Search]) -> Iterator[str]:
        """Yield texts to search for: those of the records found so far, and words of them."""
        done: set[str] = set()
        known = known_values(self._subject).values_for(slot, base[slot])
        while len(done) < _MAX_TEXTS[self._subject.is_served]:
            shown = [record for one in searches for found in one.records.values() for record in sorted(found)]
            texts = [text for record in dict.fromkeys(shown) for _, text in leaves_of(json.loads(record))]
            whole = [text for text in texts if _WORD.search(text)]
            words = [word for text in (*whole, *known[:_MAX_KNOWN]) for word in _WORD.findall(text)]
            every = (base[slot], *_LETTERS, *whole, *words, *known)
            new = next((text for text in every if text not in done), None)
            if new is None:
                return
            done.add(new)
            yield new

    def search(self, text: str, name: str, groups: list[str], base: dict[str, Any], slot: str) -> _Search:
        """Return the records with a text, for each of the groups."""
        found = _Search(text)
        for group in groups:
            records = self._records({**base, name: group, slot: text})
            if records is not None:
                found.records[group] = records
        return found

    def _records(self, call: dict[str, Any]) -> set[str] | None:
        """Return the records of the one list in the answer; None if there is none."""
        if not self._view.fits(self._subject.schema, call):
            return None
        outcome = self._fast.call(call)
        lists = list(_lists(outcome.value, 0)) if outcome.succeeded else []
        return {json.dumps(one, sort_keys=True, default=repr) for one in lists[0]} if len(lists) == 1 else None


def _is_group(subject: Subject, name: str, node: Mapping[str, Any]) -> bool:
    described, told = subject.facts.description or "", str(node.get("description") or "")
    return names_group(name, described) and not may_let_through(described, told, told_filter(name)[1])


def _lists(value: Any, depth: int) -> Iterator[list[Mapping[str, Any]]]:
    if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        yield value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for part in value.values():
            yield from _lists(part, depth + 1)
