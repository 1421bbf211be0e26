"""Mixed records: calls to a server that are sent together, and a record that holds values of two of them.

note(by="ada", text="one"), note(by="bo", text="two")     the list has one by ada, and two by bo
both at the same time                                     the list has one by bo, and two by bo

Who calls, or for whom, was kept for the whole process while the first call waited for something.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.mcp.subject import ServedSubject
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import has_worked, looks_failed, own_server
from ...calls.call_series import call_series
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView

__all__ = ["judge_mixed_records"]

#: Calls of a round, and the rounds for which there are values: in turn and together, twice.
_EACH, _ROUNDS = 3, 4
#: Share of a check's time; ways to choose the arguments in which calls differ, and records that are looked at.
_SHARE, _MAX_WAYS, _MAX_RECORDS, _DEEPEST = 0.2, 4, 200, 6
_MAX_SECONDS = 0.3

_Call = dict[str, Any]
#: The arguments of the calls of a round: each has a value by its name.
_Values = Sequence[Mapping[str, str]]
#: An argument that is another one in each call, its place in a record, another argument, and its place.
_Pair = tuple[str, str, str, str]


def judge_mixed_records(subject: Subject) -> None:
    """Judge that a record which holds values of one call in turn holds those of one call together.

    For a writer the records are those that readers answer, for a reader its own answer.

    Raises:
        CheckFailure: If one holds values of two calls, twice, each time after the server has been started afresh.
    """
    texts = [node for node in FlatSchema(subject.schema).arguments.values() if node.get("type") == "string"]
    is_reader = subject.facts.tier == "read"
    if len(texts) < 2 or not (is_reader or any(one.tier == "read" for one, _ in subject.neighbours)):
        return
    patience = subject.patience(_SHARE)
    try:
        # The time between the note of who calls and the record.
        with own_server(subject).server.slow_disk():
            subject.renew()
            for way in range(_MAX_WAYS):
                rounds = _rounds(subject, way)
                if not rounds or patience.is_over:
                    return
                found = _mixed(subject, *rounds[:2])
                if found is None:
                    continue
                subject.renew()
                again = found and _mixed(subject, *(_rounds(subject, way) or rounds)[2:])
                if again and (both := [one for one in found if one in again]):
                    raise CheckFailure(
                        "calls_mixed_up",
                        f"Of {_EACH} calls that were sent together, one is told with its {both[0][0]!r} and with the "
                        f"{both[0][2]!r} of another. Keep what belongs to a call in its own variables, or in a "
                        "ContextVar: what the process keeps is another call's after an await.",
                        about=both[0][2],
                        arguments=rounds[1][0],
                    )
                return
    finally:
        subject.renew()


def _rounds(subject: Subject, way: int) -> list[list[_Call]]:
    """Return rounds of calls whose texts all differ, or all but one; none if there are no such calls (any more).

    Args:
        subject: The tool.
        way: 0 for numbers and texts that differ, 1 for texts, and more for all texts but one, which names a record.
    """
    call = plausible_calls(subject, limit=1)[0]
    paths = [path for path in leaf_paths(call) if isinstance(leaf_at(call, path), str)]
    numbers = [path for path in leaf_paths(call) if type(leaf_at(call, path)) is int]
    if way == 0:
        paths += numbers
    elif way > 1:
        paths = [] if way - 2 >= len(paths) else [path for at, path in enumerate(paths) if at != way - 2]
    calls = [dict(call) for _ in range(_EACH * _ROUNDS)]
    other = 0
    for number, path in enumerate(paths):
        values = _other_values(subject, call, path, number)
        if len(set(values[:_EACH])) < min(_EACH, 2):
            continue
        other += 1
        calls = [with_leaf(one, path, value) for one, value in zip(calls, itertools.cycle(values), strict=False)]
    fits = FlatSchema(subject.schema).fits
    if other < 2 or not all(fits(subject.schema, one) for one in calls):
        # Without numbers there may be calls.
        return [] if way or not numbers else _rounds(subject, 1)
    return [calls[at : at + _EACH] for at in range(0, len(calls), _EACH)]


def _other_values(subject: Subject, call: _Call, path: Path, number: int) -> list[Any]:
    """Return values of one place, each in one call and others than at the places before; choices, as there are."""
    node = FlatSchema(subject.schema).arguments.get(str(path[-1]), {}) if len(path) == 1 else {}
    choices = node.get("enum")
    if isinstance(choices, list):
        return [one for one in choices if isinstance(one, str)][:_EACH]
    most = _EACH * _ROUNDS
    found = [leaf_at(one, path) for one in call_series(subject, call, path, most=most * (number + 1))]
    return found[-most:] if len(found) >= most else []


def _mixed(subject: Subject, in_turn: list[_Call], together: list[_Call]) -> list[_Pair] | None:
    """Return the pairs of places that hold values of one call in turn, and of two together; None without calls."""
    told: list[Any] = []
    for call in in_turn:
        reply = subject.call(call)
        if looks_failed(reply) or reply.seconds > _MAX_SECONDS:
            return None
        told.append(reply.value)
    told = told if subject.facts.tier == "read" else list(StateView(subject).answers(in_turn[0]).values())
    pairs = _pairs(told, _values(in_turn))
    own = {pair for pair, is_own in pairs.items() if is_own}
    if not own:
        return None
    tool = own_server(subject)
    sent = [subject.names.present(call) if isinstance(subject, ServedSubject) else call for call in together]
    answers = tool.server.call_together(tool.name, sent, call_s=_EACH * subject.call_s / 2)
    subject.has_seen(len(sent))
    if not all(given and has_worked(given[0]) for given in answers):
        return []
    told = [given[0].value for given in answers]
    told = told if subject.facts.tier == "read" else list(StateView(subject).answers(together[0]).values())
    return [pair for pair, is_own in _pairs(told, _values(together)).items() if pair in own and not is_own]


def _values(calls: Sequence[_Call]) -> list[dict[str, str]]:
    """Return the texts and numbers in which calls differ, by the name of the argument."""
    found: list[dict[str, str]] = [{} for _ in calls]
    for path in leaf_paths(calls[0]):
        values = [str(leaf_at(call, path)) for call in calls]
        if len(set(values)) > 1 and all(values):
            for one, value in zip(found, values, strict=True):
                one[".".join(str(key) for key in path)] = value
    return found


def _pairs(told: Any, values: _Values) -> dict[_Pair, bool]:
    """Return the pairs of places in which a record has values of calls, and whether they always are of one call."""
    found: dict[_Pair, bool] = {}
    names = list(values[0])
    unique = [name for name in names if len({one[name] for one in values}) == len(values)]
    for record in itertools.islice(_records(told), _MAX_RECORDS):
        held = {
            (name, place): value
            for place, text in record.items()
            for name in names
            if (value := _held(text, {one[name] for one in values}))
        }
        for (name, place), value in held.items():
            if name not in unique:
                continue
            owner = next(one for one in values if one[name] == value)
            for (other, where), theirs in held.items():
                if other != name:
                    pair = name, place, other, where
                    found[pair] = found.get(pair, True) and owner[other] == theirs
    return found


def _held(text: str, values: set[str]) -> str:
    """Return the one of several values that a text has, as a word; empty if it has none, or two of them."""
    found = [one for one in values if one in text and re.search(rf"(?<![\w.-]){re.escape(one)}(?![\w-])", text)]
    return found[0] if len(found) == 1 else ""


def _records(value: Any, depth: int = 0) -> Iterator[dict[str, str]]:
    """Yield the records in answers: texts and numbers by their places in one. A line of a text is a record as well."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield from ({"": line} for line in value.splitlines())
    elif isinstance(value, Mapping):
        yield {place: text for place, text in _leaves(value) if "\n" not in text}
        for part in value.values():
            yield from _records(part, depth + 1) if isinstance(part, Mapping | list) or "\n" in str(part) else ()
    elif isinstance(value, list):
        for item in value:
            yield from _records(item, depth + 1)


def _leaves(value: Mapping[str, Any], before: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    for key, part in value.items():
        if isinstance(part, Mapping) and depth < _DEEPEST:
            yield from _leaves(part, f"{before}{key}.", depth + 1)
        elif isinstance(part, str | int | float) and not isinstance(part, bool):
            yield f"{before}{key}", str(part)
