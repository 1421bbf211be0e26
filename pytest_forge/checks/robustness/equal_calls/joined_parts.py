"""Joined parts: two names that make one key with a sign between them which may stand in either.

number(client="A", matter="17-3")     1, new
number(client="A", matter="17-3")     1, known
number(client="A", matter="3")        2, new, and so is every other pair
number(client="A-17", matter="3")     1, known: the key of both is "A-17-3"
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....strategies.mined_constants import author_codes, author_functions, changes_state
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.held_values import nested_codes
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.ordinary_outcomes import in_json_types
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import in_a_fresh_world
from ..lasting_reads import calls_that_fit

__all__ = ["judge_joined_parts"]

#: Share of a check's time.
_SHARE = 0.15
_MAX_CALLS, _MAX_PAIRS, _MAX_MARKS = 2, 3, 4
#: The longest sign between two names. What a path or a dotted name is made of is one name by right.
_LONGEST, _OF_ONE_NAME = 2, "/."

_Call = dict[str, Any]


class _Joined(Struct, frozen=True):
    """Calls with two names of which the first two are the same once they are joined, and others in one or both.

    Attributes:
        names: The arguments.
        first: A call.
        alike: The call with the same joined names.
        others: Calls that share one name with each of both.
        text: The joined names.
    """

    names: tuple[str, str]
    first: _Call
    alike: _Call
    others: tuple[_Call, _Call]
    text: str


def judge_joined_parts(subject: Subject) -> None:
    """Judge that a function which keeps two names does not take two others for them that are the same when joined.

    The names are kept if a call behind an equal one is answered otherwise than one behind a call with another name, and
    alone both are answered alike.

    Args:
        subject: A function.

    Raises:
        CheckFailure: If a call is answered like a repetition of one with other names, twice.
    """
    if subject.is_served or not changes_state(author_codes(subject.tool)):
        return
    calls = calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    pairs = [pair for call in calls for pair in _pairs(subject, call, _marks(subject))]
    patience = subject.patience(_SHARE)
    for pair in pairs:
        if patience.is_over:
            return
        if _is_mixed_up(subject, pair) and _is_mixed_up(subject, pair):
            one, other = pair.names
            raise CheckFailure(
                "incomplete_cache_key",
                f"A call with other values for {one!r} and {other!r} is answered as if it were an equal call: joined, "
                "they are the same text. Keep the parts of a key apart, such as in a tuple or two columns.",
                about=one,
                arguments=pair.alike,
                before=before_json([(subject.facts.name, pair.first)]),
            )


def _marks(subject: Subject) -> list[str]:
    """Return the signs in the author's code with which it may join two names; "" for none between them."""
    codes = [code for function in author_functions(subject.tool) for code in nested_codes(function.__code__)]
    texts = {text for code in codes for text in code.co_consts if isinstance(text, str)}
    signs = sorted(text for text in texts if 0 < len(text) <= _LONGEST and all(map(_is_sign, text)))
    return [*signs[:_MAX_MARKS], ""]


def _is_sign(letter: str) -> bool:
    return letter.isprintable() and not letter.isalnum() and letter not in f"{_OF_ONE_NAME} "


def _pairs(subject: Subject, call: Mapping[str, Any], marks: Sequence[str]) -> Iterator[_Joined]:
    fits = FlatSchema(subject.schema).fits
    texts = [name for name, value in call.items() if isinstance(value, str) and value]
    for one, other in itertools.islice(itertools.combinations(texts, 2), _MAX_PAIRS):
        for mark in marks:
            left, right = call[one], call[other]
            longer, behind = f"{left}{mark}{right}", f"{right}{mark}{right}"
            made = [{**call, one: this, other: that} for this, that in ((left, behind), (longer, right))]
            others = ({**call, one: left, other: right}, {**call, one: longer, other: behind})
            if all(fits(subject.schema, each) for each in (*made, *others)):
                yield _Joined((one, other), made[0], made[1], others, f"{left}{mark}{behind}")


def _is_mixed_up(subject: Subject, pair: _Joined) -> bool:
    again = _told(subject, pair, [pair.first, pair.first])
    alike = _told(subject, pair, [pair.first, pair.alike])
    if not again or not alike or again[1] != alike[1]:
        return False
    for other in pair.others:
        behind = _told(subject, pair, [pair.first, other, pair.first])
        # Otherwise the tool keeps one pair alone, or none.
        if not behind or behind[1] == again[1] or behind[2] != again[1]:
            return False
    return all(_told(subject, pair, [call]) == again[:1] for call in (pair.alike, *pair.others))


def _told(subject: Subject, pair: _Joined, calls: Sequence[_Call]) -> list[str]:
    """Return what calls answer in a fresh world, without the names that they give.

    Returns:
        Nothing if one fails, or tells the joined names: a tool that makes one name of both tells it.
    """

    def made() -> list[str]:
        told = []
        for call in calls:
            with fake_sleep():
                outcome = subject.call(dict(call))
            if not outcome.succeeded or outcome.timed_out:
                return []
            answer = in_json_types(outcome.returned)
            if pair.text in json.dumps(answer, ensure_ascii=False, default=repr):
                return []
            given = {call[name]: name for name in pair.names}
            told.append(json.dumps(_masked(answer, given), sort_keys=True, default=repr))
        return told

    return in_a_fresh_world(subject, made, most_calls=len(calls)) or []


def _masked(value: Any, given: Mapping[str, str]) -> Any:
    """Return an answer with the names of the arguments in place of the texts that a call gives."""
    if isinstance(value, dict):
        return {key: _masked(one, given) for key, one in value.items()}
    if isinstance(value, list):
        return [_masked(one, given) for one in value]
    if not isinstance(value, str):
        return value
    texts = "|".join(re.escape(text) for text in sorted(given, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{texts})(?!\w)", lambda found: f"<{given[found[0]]}>", value)
