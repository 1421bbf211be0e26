"""Kept entries: answers that show what an earlier call has put into a store, which is no answer of a cache.

add("milk")   {"items": ["milk"]}            add("milk") again     {"items": ["milk", "milk"]}: a store
list()        {"items": ["milk"]}            list() alone          {"items": []}
"""

from __future__ import annotations

from ....targets.subject import Subject
from ..lasting_reads import answers
from .foreign_answer import ForeignAnswer, by_place, foreign, repeats

__all__ = ["shows_kept_entry"]


def shows_kept_entry(subject: Subject, found: ForeignAnswer) -> bool:
    """Tell whether the later call shows an entry that the earlier one has made.

    A cache answers equal calls alike; a store that grows does not. What an earlier call has set may also show in an
    answer that is another one as a whole: there stands what it was given, which the later call does not show alone.
    """
    twice = answers(subject, [(subject, found.before)] * 2)
    if not twice or not all(twice):
        return False
    if twice[0] != twice[1]:
        return True
    pair = answers(subject, [(subject, found.before), (subject, found.call)])
    alone = answers(subject, [(subject, found.call)])
    if not pair or not alone or not all((*pair, *alone)) or by_place(pair[0]) == by_place(pair[1]):
        return False
    others = [value for name, value in found.before.items() if name not in found.names and _tells(value)]
    places = list(foreign(pair[0], pair[1], alone[0], ()))
    return any(repeats(value, values) for value in others for _, values in places)


def _tells(value: object) -> bool:
    """Tell whether a value is not found in an answer by chance."""
    return isinstance(value, str | list | dict) and bool(value)
