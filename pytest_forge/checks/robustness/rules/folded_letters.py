"""Folded letters: two texts that differ in letter case alone and are taken for different ones, as one has a sharp s.

"Upper and lower case make no difference, in all alphabets."
twins(["mason", "MASON"])      one name, and so are "m\u00e4son" and "M\u00c4SON"
twins(["ma\u00dfon", "MASSON"])     two names: `lower()` leaves the letter as it is, `casefold()` does not
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.told_alphabets import told_alphabets
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values, quoted_values
from ...calls.ordinary_outcomes import in_json_types
from ...calls.state_view import without_moments
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import make_fresh_for
from ..lasting_reads import calls_that_fit
from .fresh_answers import fresh_answers
from .held_tables import change_tables

__all__ = ["judge_folded_letters"]

_SHARE = 0.15
_MAX_BASES, _MAX_ARGUMENTS, _MAX_KNOWN, _CALLS_OF_COPY = 2, 4, 3, 6
#: What stands in front of a text of the tool, in small letters, and what is not the same.
_PLAIN, _ACCENT, _SHARP, _OTHER = "mas", "m\u00e4s", "ma\u00df", "toks"

_Call: TypeAlias = dict[str, Any]
_Pair: TypeAlias = tuple[str, str]


class _Place(Struct, frozen=True):
    """Where two texts are compared by a tool.

    Attributes:
        name: The argument that takes the second one.
        text: What stands in both behind their first letters.
        made: Gives what is answered to each of some pairs, and None if it is not known.
        call: Gives the call that takes the second text.
    """

    name: str
    text: str
    made: Callable[[list[_Pair]], list[str] | None]
    call: Callable[[_Pair], _Call]

    def answers(self) -> list[str] | None:
        """Return what is answered to a text and its capitals: plain, accented, with a sharp s; and to others."""
        pairs = [(word + self.text, (word + self.text).upper()) for word in (_PLAIN, _ACCENT, _SHARP)]
        pairs += [(_SHARP + self.text, (_OTHER + self.text).upper()), (_SHARP + self.text, _SHARP + self.text)]
        told = self.made(pairs)
        return told and [_without(answer, pair) for answer, pair in zip(told, pairs, strict=True)]


def judge_folded_letters(subject: Subject) -> bool:
    """Judge that a text with a sharp s is taken for the same in capitals, if all alphabets are said to ignore case.

    The tool must take plain texts and accented ones for the same in both cases, and not take others for the same.

    Returns:
        Whether it does.

    Raises:
        CheckFailure: If it answers the text in capitals like another text, twice.
    """
    sentence = told_alphabets(all_told_words(subject))
    judged = False
    for place in subject.patience(_SHARE).each(_places(subject)) if sentence else ():
        told = place.answers()
        if told is None or not told[0] == told[1] != told[3]:
            continue
        judged = True
        if told[2] == told[3] and place.answers() == told:
            text = _SHARP + place.text
            raise CheckFailure(
                "letter_not_folded",
                f'The description says "{sentence}", but {text!r} and {text.upper()!r} in {place.name!r} are taken for '
                "different texts, unlike others that differ in letter case. Compare texts by casefold(), not lower().",
                about=place.name,
                arguments=place.call((text, text.upper())),
            )
    return judged


def _places(subject: Subject) -> Iterator[_Place]:
    """Yield where two texts may be compared: in a list, in two arguments, with a table and with an earlier call."""
    view = FlatSchema(subject.schema)
    texts = [name for name in view.arguments if _is_free(view, view.arguments[name])]
    lists = [name for name, node in view.arguments.items() if _is_list(view, node)]
    for base in calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        own = [name for name in texts if isinstance(base.get(name), str) and base[name].isascii()][:_MAX_ARGUMENTS]
        for name in lists[:_MAX_ARGUMENTS]:
            item = next((one for one in base.get(name) or () if isinstance(one, str) and one.isascii()), "")
            yield _place(subject, view, name, item, partial(_in_list, base, name))
        for one, other in itertools.permutations(own, 2):
            yield _place(subject, view, other, base[other], partial(_in_two, base, one, other))
        for name in [] if subject.is_served else own:
            for text in _known(subject, name, base[name]):
                yield _held(subject, view, {**base, name: text}, name)
            call = partial(_second, base, name)
            yield _Place(name, base[name], partial(_after_first, subject, view, base, name), call)


def _place(subject: Subject, view: FlatSchema, name: str, text: str, call: Callable[[_Pair], _Call]) -> _Place:
    def made(pairs: list[_Pair]) -> list[str] | None:
        calls = [call(pair) for pair in pairs]
        return fresh_answers(subject, calls) if all(view.fits(subject.schema, one) for one in calls) else None

    return _Place(name, text, made, call)


def _held(subject: Subject, view: FlatSchema, base: _Call, name: str) -> _Place:
    """Return the comparison with a text in the tables of a function's modules, in which the first text is put."""
    call, text = partial(_second, base, name), base[name]

    def put(other: str, held: str) -> str:
        return other if held == text else held

    def made(pairs: list[_Pair]) -> list[str] | None:
        told = []
        for first, second in pairs:
            if not view.fits(subject.schema, call((first, second))):
                return None
            hold = partial(change_tables, subject, partial(put, first), with_keys=True)
            told += fresh_answers(subject, [call((first, second))], first=hold) or [""]
        # What is not known in its own letters is held in another form.
        return told if _without(told[-1], pairs[-1]) == _without(told[0], pairs[0]) else None

    return _Place(name, text, made, call)


def _after_first(subject: Subject, view: FlatSchema, base: _Call, name: str, pairs: list[_Pair]) -> list[str] | None:
    """Return what calls with the second texts answer, each behind one with the first text, in a fresh world."""
    calls = [[_second(base, name, (text, text)) for text in pair] for pair in pairs]
    if not all(view.fits(subject.schema, call) for both in calls for call in both):
        return None

    def told(first: _Call, second: _Call) -> str:
        make_fresh_for(subject, [first])
        with fake_sleep():
            if not subject.call(first).succeeded:
                return ""
            outcome = subject.call(second)
        value = in_json_types(outcome.returned) if outcome.succeeded else outcome.text
        return without_moments(f"{outcome.succeeded} {value}")

    limit_s = subject.call_s * _CALLS_OF_COPY / len(calls)
    found = [in_a_copy(partial(told, *both), limit_s=limit_s, tell=subject.has_left) for both in calls]
    return [str(one) for one in found] if all(found) else None


def _second(base: _Call, name: str, pair: _Pair) -> _Call:
    return {**base, name: pair[1]}


def _in_list(base: _Call, name: str, pair: _Pair) -> _Call:
    return {**base, name: list(pair)}


def _in_two(base: _Call, one: str, other: str, pair: _Pair) -> _Call:
    return {**base, one: pair[0], other: pair[1]}


def _known(subject: Subject, name: str, old: str) -> list[str]:
    """Return texts that the tool may know."""
    known = dict.fromkeys(
        [old, *quoted_values(subject).values_for(name, old), *known_values(subject).values_for(name, old)]
    )
    return [text for text in known if isinstance(text, str) and text.isascii() and text][:_MAX_KNOWN]


def _is_free(view: FlatSchema, node: Any) -> bool:
    flats = view.alternatives(node)
    return any("string" in types_of(flat) and "enum" not in flat and "const" not in flat for flat in flats)


def _is_list(view: FlatSchema, node: Any) -> bool:
    flats = [flat for flat in view.alternatives(node) if "array" in types_of(flat)]
    return any(isinstance(flat.get("items"), dict) and _is_free(view, flat["items"]) for flat in flats)


def _without(answer: str, pair: _Pair) -> str:
    """Return an answer without letter case and without the two texts."""
    texts = sorted({text.casefold() for text in pair}, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, texts)), "it", answer.casefold())
