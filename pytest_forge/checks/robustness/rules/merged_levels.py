"""Merged levels: values that stand beside a given one, and are lost below the first levels of a merge.

settings({})                                {"mail": {"from": "a@b.c", "smtp": {"host": "local", "port": 25}}}
settings({"mail": {"from": "x@y.z"}})       the smtp is there, as before
settings({"mail": {"smtp": {"host": "m"}}}) {"mail": {"from": "a@b.c", "smtp": {"host": "m"}}}: the port is lost
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from msgspec import Struct

from ....profile.told_merges import told_merge
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import all_told_words
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers

__all__ = ["judge_merged_levels"]

_SHARE = 0.1
_MAX_BASES, _MAX_NAMES, _MAX_PATHS, _DEEPEST = 2, 3, 6, 5
#: A document with three levels, to merge something into.
_DOCUMENT = {"alpha": {"beta": {"gamma": 1, "delta": 2, "kappa": 3}, "sigma": 4}, "omega": 5}

_Path = tuple[str, ...]


class _Merge(Struct, frozen=True):
    """A call that merges something into a document.

    Attributes:
        call: The call.
        name: The argument that takes what is merged.
        below: What stands in front of it in that argument; None if it is the argument's value.
    """

    call: dict[str, Any]
    name: str
    below: list[Any] | None = None

    def of(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the call that merges a document."""
        return {**self.call, self.name: given if self.below is None else [*self.below, given]}


def judge_merged_levels(subject: Subject) -> bool:
    """Judge that a value deep in a document takes no others beside it away, if nested values are said to be merged.

    The document is one that the tool holds, which its answer shows, or one of the call.

    Returns:
        Whether the answer shows a document with levels, and a value that was given for it.

    Raises:
        CheckFailure: If another value beside the given one is missing, twice.
    """
    view = FlatSchema(subject.schema)
    objects = [name for name, node in view.arguments.items() if "object" in _kinds(view, node)]
    lists = [name for name, node in view.arguments.items() if "array" in _kinds(view, node)]
    sentence = told_merge(all_told_words(subject)) if objects or lists else ""
    if not sentence:
        return False
    judged = False
    for merge in subject.patience(_SHARE).each(_merges(subject, objects, lists)):
        if not view.fits(subject.schema, merge.of({})):
            continue
        for place, path, value in _places(_answer(subject, merge.of({})))[:_MAX_PATHS]:
            given = _nested(path, _other(value))
            if not view.fits(subject.schema, merge.of(given)):
                continue
            lost = _lost(subject, merge, place, path)
            judged = judged or lost is not None
            if lost and _lost(subject, merge, place, path) == lost:
                raise CheckFailure(
                    "level_not_merged",
                    f'The description says "{sentence}", but with {json.dumps(given)} in {merge.name!r}, '
                    f"{'/'.join((*path[:-1], lost))!r} is missing in the answer. Merge objects at every depth.",
                    about=merge.name,
                    arguments=merge.of(given),
                )
        if judged:
            break
    return judged


def _merges(subject: Subject, objects: list[str], lists: list[str]) -> Iterator[_Merge]:
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        for first, second in permutations(objects[:_MAX_NAMES], 2):
            yield _Merge({**base, first: _DOCUMENT}, second)
        for name in lists[:_MAX_NAMES]:
            yield _Merge(base, name, [_DOCUMENT])
        for name in objects[:_MAX_NAMES]:
            yield _Merge(base, name)


def _lost(subject: Subject, merge: _Merge, place: _Path, path: _Path) -> str | None:
    """Return the key beside a given value that is missing in the answer; "" without one, None if it is not given."""
    before = _at(_answer(subject, merge.of({})), (*place, *path[:-1]))
    if not isinstance(before, Mapping) or path[-1] not in before:
        return None
    value = _other(before[path[-1]])
    after = _at(_answer(subject, merge.of(_nested(path, value))), (*place, *path[:-1]))
    if not isinstance(after, Mapping) or after.get(path[-1]) != value:
        return None
    return next((key for key in before if key not in after), "")


def _answer(subject: Subject, call: dict[str, Any]) -> Any:
    """Return what a call answers in a fresh world; None if it fails."""
    if subject.is_served and subject.facts.tier != "read":
        subject.renew()
    told = fresh_answers(subject, [call])
    return json.loads(told[0]) if told and told[0] else None


def _places(answer: Any) -> list[tuple[_Path, _Path, Any]]:
    """Return where documents stand in an answer, and the values in them that have others beside them, deepest first.

    A document is the answer, or stands at one of its keys.
    """
    if not isinstance(answer, Mapping):
        return []
    found: list[tuple[_Path, _Path, Any]] = [((), *one) for one in _leaves(answer)]
    for key, part in answer.items():
        found += [((key,), *one) for one in _leaves(part)] if isinstance(part, Mapping) else []
    deep = [one for one in found if len(one[1]) > 1]
    return sorted(deep, key=lambda one: -len(one[1]))


def _leaves(value: Mapping[str, Any], path: _Path = ()) -> Iterator[tuple[_Path, Any]]:
    """Yield one value of each object that has several keys, with its path."""
    is_found = False
    for key, part in value.items():
        if isinstance(part, Mapping):
            yield from _leaves(part, (*path, key)) if len(path) < _DEEPEST else ()
        elif isinstance(part, str | int | float) and len(value) > 1 and not is_found:
            is_found = True
            yield (*path, key), part


def _nested(path: _Path, value: Any) -> dict[str, Any]:
    for key in reversed(path):
        value = {key: value}
    return dict(value)


def _at(value: Any, path: _Path) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _other(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    return f"{value}x" if isinstance(value, str) else value + 1


def _kinds(view: FlatSchema, node: Any) -> set[str]:
    return {kind for flat in view.alternatives(node) if "type" in flat for kind in types_of(flat)}
