"""Flags for numbers: True in a record of a call, which Python takes for a whole number where the code asks for one.

set_limits({"pages": "3"})     refused: pages must be a whole number
set_limits({"pages": True})    {"pages": true}, since isinstance(True, int)
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from ...oracles.program_state import ProgramState
from ...profile.told_kinds import says_number
from ...strategies.own_records import free_objects
from ...targets.subject import Subject
from ...verdict import CheckFailure, NoCallFits
from ..calls.asking import looks_failed
from ..calls.ordinary_outcomes import ordinary_outcomes
from ..calls.told_words import all_told_words
from .not_numbers import REFUSED, TAKEN, told_end

__all__ = ["judge_flags_for_numbers"]

_SHARE = 0.2
_MAX_KEYS, _DEEPEST, _OF_MAP = 4, 3, 2

_Place = tuple[str | int, ...]


def judge_flags_for_numbers(subject: Subject) -> bool:
    """Judge that True is not taken for a number in a record, where the code refuses the same number as a text.

    Only records whose keys the schema leaves open are judged, since the validation makes a number of True elsewhere,
    and keys of which the description says that they have numbers. Servers are not judged.

    Returns:
        Whether there is such a key.

    Raises:
        CheckFailure: If a call with True is carried out, twice.
    """
    names = [] if subject.is_served else [*free_objects(subject.schema)]
    told = all_told_words(subject) if names else ""
    if not told:
        return False
    memory = ProgramState.take(subject.tool)
    try:
        worked = [outcome.arguments for outcome in ordinary_outcomes(subject) if not looks_failed(outcome)]
    except NoCallFits:
        return False
    # Earlier calls may have taken all that there is.
    memory.restore()
    cases: dict[str | int, tuple[Mapping[str, Any], _Place]] = {}
    for base in worked:
        for place in (place for name in names for place in _numbers(base.get(name), (name,))):
            # The keys of a map such as {"ada": 2} are told of by the name of the argument.
            told_of = str(place[-1]), *([str(place[0])] if len(place) == _OF_MAP else [])
            if place[-1] not in cases and any(says_number(name, told) for name in told_of):
                cases[place[-1]] = base, place
    for key, (base, place) in subject.patience(_SHARE).each(list(cases.items())[:_MAX_KEYS]):
        call = _with(base, place, True)
        others: tuple[Any, ...] = (str(_at(base, place)), [])
        # Code that makes numbers of texts may make one of True as well.
        refused = (told_end(subject, _with(base, place, other)) for other in others)
        if told_end(subject, call) != TAKEN or any(end != REFUSED for end in refused):
            continue
        if told_end(subject, dict(base)) == told_end(subject, call) == TAKEN:
            raise CheckFailure(
                "flag_as_number",
                f"The description says that {key!r} is a number, and the code refuses {others[0]!r} as a text, but a "
                "call with True is carried out: isinstance(True, int) holds. Refuse bool as well.",
                about=str(key),
                arguments=call,
            )
    return bool(cases)


def _numbers(value: Any, place: _Place) -> Iterator[_Place]:
    """Yield the places of the numbers in a record, or in the first one of a list."""
    if len(place) > _DEEPEST:
        return
    if isinstance(value, Mapping):
        for key, part in value.items():
            if type(part) in (int, float):
                yield (*place, key)
            else:
                yield from _numbers(part, (*place, key))
    elif isinstance(value, list) and value:
        yield from _numbers(value[0], (*place, 0))


def _at(call: Mapping[str, Any], place: _Place) -> Any:
    value: Any = call
    for part in place:
        value = value[part]
    return value


def _with(call: Mapping[str, Any], place: _Place, other: Any) -> dict[str, Any]:
    """Return a call with another value in a place."""
    changed = copy.deepcopy(dict(call))
    _at(changed, place[:-1])[place[-1]] = other
    return changed
