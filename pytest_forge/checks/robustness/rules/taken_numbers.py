"""Taken numbers: a new record that gets the number of one that is there, once an earlier one has been removed.

plant("fir")      number 1
plant("elm")      number 2
fell(1)           gone
plant("ash")      number 2, how many there are and one: the elm is lost, or two trees have its number
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....oracles.module_memory import module_memory
from ....oracles.own_code import OwnCode
from ....profile.makers import takes_things_away
from ....regex import regex
from ....strategies.mined_constants import kept_values
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_taken_numbers"]

_SHARE = 0.1
_MAX_CHOICES, _MAX_REMOVERS, _MAX_NUMBERS, _CALLS = 6, 3, 4, 8
_MARKS = ("amber47x", "birch52x", "cedar63x")
_NAME = regex(r"(?:^|_|[a-z](?=[A-Z]))(?:id|number|no|nr|key|code|ref|reference|index)$", re.IGNORECASE)
_NUMBER = regex(r"(?<![\w.,:-])[A-Z]{0,6}[-/]?\d+(?![\w,:-]|\.\d)")

_Call = dict[str, Any]
#: The numbers of a record by the names that an answer gives them.
_Numbers = dict[str, Any]


class _Ways(Struct, frozen=True):
    """How a record is made and removed.

    Attributes:
        making: The call that makes one, without its texts.
        texts: The arguments that take its texts.
        remover: The tool that removes one.
        removal: The call that does, without the number.
        number: The argument that takes the number.
    """

    making: _Call
    texts: tuple[str, ...]
    remover: Subject
    removal: _Call
    number: str

    def made(self, mark: str) -> _Call:
        """Return the call that makes a record with a text."""
        return {**self.making, **dict.fromkeys(self.texts, mark)}


class _Seen(Struct):
    """What a story has shown: the calls before the last one, the last one, the number, and whether a record is lost."""

    before: list[list[Any]]
    last: _Call
    number: Any
    is_lost: bool


def judge_taken_numbers(subject: Subject) -> bool:
    """Judge that a function gives a new record no number of another one that is there.

    Records are removed by another choice of the function, or by another function that uses the same data.

    Returns:
        Whether a record was removed.

    Raises:
        CheckFailure: If a record is lost, or two have one number, twice.
    """
    if subject.is_served or subject.facts.tier == "read" or not kept_values(subject.tool):
        return False
    patience, is_judged = subject.patience(_SHARE), False
    for ways in _all_ways(subject):
        if patience.is_over:
            break
        found = _told(subject, ways)
        is_judged = is_judged or found is not None
        if found is None or not found.before:
            continue
        again = _told(subject, ways)
        if again is not None and again.before:
            raise CheckFailure(
                "number_still_in_use",
                f"After a record was removed, a new one got {found.number!r}, the number of another one that was there"
                + (", and that one is lost. " if found.is_lost else ". ")
                + "Keep the last number, and do not count what is left.",
                arguments=found.last,
                before=before_json([(name, call) for name, call in found.before]),
            )
    return is_judged


def _all_ways(subject: Subject) -> Iterator[_Ways]:
    nodes = subject.schema.get("properties") or {}
    names = [name for name in nodes if _NAME.search(name)]
    choosing = [name for name, node in nodes.items() if len(_choices(node)) > 1][:1]
    removers = [] if choosing and names else list(_removers(subject))
    if not removers and not (choosing and names):
        return
    base = next(iter(plausible_calls(subject, limit=1)), {})
    texts = tuple(name for name, node in nodes.items() if name not in names and _takes_text(subject, node))
    for choice in choosing if texts and names else ():
        offered = _choices(nodes[choice])[:_MAX_CHOICES]
        plain = {name: value for name, value in base.items() if name not in (*texts, *names)}
        for making in offered:
            for removing in offered:
                if removing != making:
                    removal = {**plain, choice: removing}
                    yield from (_Ways({**plain, choice: making}, texts, subject, removal, name) for name in names[:2])
    for remover, name in removers if texts else ():
        yield _Ways(base, texts, remover, {}, name)


def _removers(subject: Subject) -> Iterator[tuple[Subject, str]]:
    """Yield other functions that use the same data and need one thing, those first that are said to take it away."""
    own = kept_values(subject.tool)
    others = [one for one in subject.neighbours if one[0].tier != "read" and own & kept_values(one[1])]
    for facts, tool in sorted(others, key=lambda one: not takes_things_away(one[0]))[:_MAX_REMOVERS]:
        other = subject.beside(facts, tool)
        required = other.schema.get("required")
        if isinstance(required, list) and len(required) == 1 and facts.name != subject.facts.name:
            yield other, required[0]


def _choices(node: Any) -> list[Any]:
    found = node.get("enum") if isinstance(node, Mapping) else None
    return found if isinstance(found, list) else []


def _takes_text(subject: Subject, node: Any) -> bool:
    is_text = isinstance(node, Mapping) and any(flat.get("type") == "string" for flat in _flats(subject, node))
    return is_text and not _choices(node) and all(FlatSchema(subject.schema).fits(node, mark) for mark in _MARKS)


def _flats(subject: Subject, node: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(FlatSchema(subject.schema).alternatives(node))


def _told(subject: Subject, ways: _Ways) -> _Seen | None:
    """Return what the story shows, in a fresh world; None if no record was removed. Without a finding, it is empty."""
    told = in_a_fresh_world(subject, lambda: _story(subject, ways), most_calls=_CALLS)
    return None if not told else _Seen(*told)


def _story(subject: Subject, ways: _Ways) -> list[Any]:
    """Make two records, remove the first, and make another one; run it in a copy of the process."""
    made = [ways.made(mark) for mark in _MARKS]
    fits = FlatSchema(subject.schema).fits
    if not all(fits(subject.schema, call) for call in made):
        return []
    state = _State(subject, made[0])
    answers: list[Any] = []
    for number, call in enumerate(made[:2]):
        answers.append(_answer(subject, call))
        if answers[-1] is None or state.marks() != list(_MARKS[: number + 1]):
            return []
    own = [_numbers(answer, mark, call) for answer, mark, call in zip(answers, _MARKS, made, strict=False)]
    for key, value in list(own[0].items())[:_MAX_NUMBERS]:
        removal = {**ways.removal, ways.number: value}
        if value == own[1].get(key) or not FlatSchema(ways.remover.schema).fits(ways.remover.schema, removal):
            continue
        if _answer(ways.remover, removal) is None or state.marks() != [_MARKS[1]]:
            continue
        last = _answer(subject, made[2])
        if last is None:
            return []
        marks, new = state.marks(), _numbers(last, _MARKS[2], made[2])
        is_lost = marks == [_MARKS[2]]
        is_taken = marks == list(_MARKS[1:]) and new.get(key) == own[1].get(key) == _of_record(last, _MARKS[1]).get(key)
        taken = own[1].get(key)
        if taken is None or new.get(key) != taken or not (is_lost or is_taken):
            return [[], {}, None, False]
        names = (subject.facts.name, subject.facts.name, ways.remover.facts.name)
        return [[[name, call] for name, call in zip(names, (*made[:2], removal), strict=True)], made[2], taken, is_lost]
    return []


class _State:
    """The data that a function keeps, in memory and in files, as far as they show the marks."""

    def __init__(self, subject: Subject, call: _Call) -> None:
        self._view, self._own, self._call = StateView(subject), OwnCode(subject.tool), call

    def marks(self) -> list[str]:
        """Return the marks that the data hold now."""
        data = [*self._view.taken(self._call, is_settled=False).values(), *module_memory(self._own).values()]
        return [mark for mark in _MARKS if any(mark in text for text in data)]


def _answer(tool: Subject, call: _Call) -> Any:
    """Return the answer to a call in JSON types; None if it fails."""
    with fake_sleep():
        outcome = tool.call(call)
    return in_json_types(outcome.value) if outcome.succeeded and not outcome.timed_out else None


def _numbers(answer: Any, mark: str, call: _Call) -> _Numbers:
    """Return what an answer may name the new record by: beside its text, or else at the top."""
    if isinstance(answer, str):
        named = list(dict.fromkeys(_NUMBER.findall(answer.replace(mark, ""))))
        answer = {"": int(named[0]) if named[0].isdecimal() else named[0]} if len(named) == 1 else {}
    top = answer if isinstance(answer, Mapping) else {"": answer}
    found = {key: value for key, value in top.items() if _is_name(value) and value not in call.values()}
    return _of_record(answer, mark) | found


def _of_record(answer: Any, mark: str) -> _Numbers:
    """Return the numbers and names in the innermost object of an answer that holds a text."""
    if isinstance(answer, Mapping):
        for key, part in answer.items():
            if isinstance(part, Mapping | list) and (found := _of_record(part, mark)):
                return found
            if isinstance(part, Mapping) and mark in part.values() and _is_name(key):
                return {"": key}
        if mark in answer.values():
            return {key: value for key, value in answer.items() if _is_name(value) and value != mark}
    elif isinstance(answer, list):
        return next((found for part in answer if (found := _of_record(part, mark))), {})
    return {}


def _is_name(value: Any) -> bool:
    return type(value) is int or (isinstance(value, str) and len(value) < 40 and any(map(str.isdecimal, value)))
