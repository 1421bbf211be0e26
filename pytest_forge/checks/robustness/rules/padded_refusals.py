"""Padded refusals: a text that is refused, and carried out with blanks around it, where blanks do not count.

delete(prefix="offer"), delete(prefix=" offer ")    2 deleted: blanks are taken away
delete(prefix="")                                   refused: too short
delete(prefix="     ")                              all deleted: the length was looked at before
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

from ....oracles.text_leaves import leaves_of
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView, without_moments
from ...calls.worlds.fresh_world import in_a_fresh_world

__all__ = ["judge_padded_refusals"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_BASES, _MAX_CALLS = 4, 8
#: Lengths of beginnings of a text that may be too short.
_SHORT = (0, 1, 3)
#: Added to a text for one that names nothing, and for another one of that kind.
_UNUSED, _OTHER = "zq", "zx"
_CALLS_OF_COPY = 8

_Call = dict[str, Any]
#: Of each call: whether it worked, its answer, the number of texts in it, and the data after it.
_Told = list[tuple[bool, str, int, dict[str, str]]]


def judge_padded_refusals(subject: Subject) -> bool:
    """Judge that a text which is refused is refused with blanks around it too, if the tool takes blanks away.

    Returns:
        Whether there is a text that is refused, of an argument whose blanks are taken away.

    Raises:
        CheckFailure: If one with blanks changes data, or is answered with more than others, twice.
    """
    judged = False
    for base, name in subject.patience(_SHARE).each(_bases(subject)):
        text = base[name]
        unused, other = ({**base, name: text + more} for more in (_UNUSED, _OTHER))
        short = _fitting(subject, [{**base, name: text[:length]} for length in _SHORT if length < len(text)])
        # The first call may make the store.
        told = _told(subject, [unused, *short])
        refused = [call for call, one in zip(short, told[1:], strict=False) if not one[0]]
        if not refused or not _drops_blanks(subject, unused, other, base, name):
            continue
        judged = True
        padded = [_padded(call, name, len(text)) for call in refused]
        for call, bare in zip(padded, refused, strict=True):
            if _fitting(subject, [call]) and all(_acts(subject, unused, base, call, bare) for _ in range(2)):
                raise CheckFailure(
                    "refused_with_blanks",
                    f"{bare[name]!r} is refused for {name!r}, but carried out with blanks around it, which are taken "
                    "away from other texts. Take blanks away before the text is checked.",
                    about=name,
                    arguments=call,
                )
    return judged


def _bases(subject: Subject) -> list[tuple[_Call, str]]:
    """Return an ordinary call for each text argument that takes blanks, with its name."""
    try:
        calls = plausible_calls(subject, limit=_MAX_CALLS)
    except NoCallFits:
        return []
    found: dict[str, _Call] = {}
    for call in calls:
        for name, value in call.items():
            if isinstance(value, str) and len(value.strip()) > 1 and name not in found:
                changed = [{**call, name: one} for one in (f" {value} ", value + _UNUSED, value + _OTHER)]
                if len(_fitting(subject, changed)) == len(changed):
                    found[name] = call
    return [(call, name) for name, call in itertools.islice(found.items(), _MAX_BASES)]


def _fitting(subject: Subject, calls: Sequence[_Call]) -> list[_Call]:
    fits = FlatSchema(subject.schema).fits
    return [call for call in calls if fits(subject.schema, call)]


def _padded(call: _Call, name: str, length: int) -> _Call:
    """Return the call with blanks around a text, so that it is as long as one that works."""
    return {**call, name: f" {call[name]}".ljust(length)}


def _drops_blanks(subject: Subject, unused: _Call, other: _Call, base: _Call, name: str) -> bool:
    """Tell whether a call works alike with blanks around a text, and otherwise with another text."""
    text = base[name]
    spaced = {**base, name: f" {text} "}
    plain, blank, unlike = (_told(subject, [unused, call]) for call in (base, spaced, other))
    if min(map(len, (plain, blank, unlike))) < 2 or not (plain[1][0] and blank[1][0]):
        return False
    said = _masked(plain[1][1], text)
    if plain[1][3] != blank[1][3] or said != _masked(blank[1][1], spaced[name], text):
        return False
    return not unlike[1][0] or plain[1][3] != unlike[1][3] or said != _masked(unlike[1][1], other[name])


def _acts(subject: Subject, unused: _Call, base: _Call, call: _Call, bare: _Call) -> bool:
    """Tell whether a call works, and *bare* does not, and changes data or is answered with more than others."""
    told, usual, refused = (_told(subject, [unused, one]) for one in (call, base, bare))
    # A third call may be refused for the two before it.
    if min(map(len, (told, usual, refused))) < 2 or not told[1][0] or refused[1][0]:
        return False
    # A reader may note what it was asked for.
    changes = subject.facts.tier != "read" and told[0][3] != told[1][3]
    return changes or told[1][2] > max(told[0][2], usual[1][2])


def _masked(answer: str, *given: str) -> str:
    for text in given:
        answer = answer.replace(json.dumps(text)[1:-1], "<given>")
    return answer


def _told(subject: Subject, calls: Sequence[_Call]) -> _Told:
    """Return what calls in a fresh world answer and leave."""
    told = in_a_fresh_world(subject, lambda: list(_after_each(subject, calls)), most_calls=_CALLS_OF_COPY) or []
    return [(worked, answer, size, data) for worked, answer, size, data in told]


def _after_each(subject: Subject, calls: Sequence[_Call]) -> Iterator[tuple[bool, str, int, dict[str, str]]]:
    view = StateView(subject)
    for call in calls:
        with fake_sleep():
            outcome = subject.call(dict(call))
        if outcome.timed_out or not outcome.ran:
            return
        value = in_json_types(outcome.value)
        answer = without_moments(json.dumps(value, default=repr))
        data = view.taken(call, is_settled=False)
        yield outcome.succeeded, answer, sum(1 for _ in leaves_of(value)), data
