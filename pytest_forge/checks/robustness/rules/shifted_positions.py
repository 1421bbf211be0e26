"""Shifted positions: where a text is found, which is told wrongly behind a letter that case folding makes longer.

find("mixxxe Alarm rings", "alarm")     7 to 12, "Alarm"
find("mißßße Alarm rings", "alarm")     10 to 15, "rm ri": the case-folded text has "ss" for each "ß"

The positions of the text that was changed to small letters are used for the text as it is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ....profile.letter_cases import counts_in_changed_text, says_case_is_ignored
from ....strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.preparation.made_records import calls_naming
from ...calls.preparation.record_makers import makers_of
from ...calls.sequences import before_json
from ...calls.told_words import all_told_words
from ...calls.worlds.fresh_world import in_a_fresh_world
from ..lasting_reads import calls_that_fit
from .night_answers import leaves_of_answer

__all__ = ["judge_shifted_positions"]

_SHARE, _MAX_BASES, _MAX_TEXTS, _MAX_MAKERS, _CALLS = 0.15, 2, 3, 2, 2
#: A plain letter and an accented one, and those that small letters, or their folded forms, need two signs for.
_PLAIN, _ACCENTED, _LONG = "x", "\u00f6", ("\u00df", "\u0130")
_PHRASE, _WRITTEN = "alarm", "Alarm"

_Call = dict[str, Any]
#: How a text is given: by a call of the tool, or by one of another tool before it.
_Way = tuple[Subject | None, Callable[[str], _Call], _Call]


def judge_shifted_positions(subject: Subject) -> bool:
    """Judge that a text is found where it stands, also behind a letter that is longer without letter case.

    Returns:
        Whether answers tell where a text is, or show it, if it stands in another letter case than it is looked for.

    Raises:
        CheckFailure: If one behind such a letter tells another place, or shows another text, twice.
    """
    said = all_told_words(subject)
    if not says_case_is_ignored(said) or counts_in_changed_text(said):
        return False
    for maker, giving, call in subject.patience(_SHARE).each(_ways(subject)):
        told = partial(_told, subject, maker, giving, call)
        plain = told(_text(_PLAIN, 3))
        accented = told(_text(_ACCENTED, 6)) if any(plain.values()) else {}
        shown = {place: what for place, what in plain.items() if what and accented.get(place) == what}
        for letter in _LONG if shown else ():
            text = _text(letter, 3)
            found = told(text)
            wrong = [place for place, what in shown.items() if found.get(place, what) != what]
            # What such a letter does is seen beside a plain one.
            if wrong and told(text) == found and told(_text(_PLAIN, 3)) == plain:
                where = repr(wrong[0].lstrip("/")) if wrong[0] else "what is shown"
                given, before = giving(text), [] if maker is None else [(maker.facts.name, giving(text))]
                raise CheckFailure(
                    "position_shifted",
                    f"For {text!r}, {where} in the answer is not that of {_WRITTEN!r}, as it is behind other letters:"
                    f" {letter!r} is longer when letter case is removed. Find positions in the text as "
                    "it is, or translate those of the changed text.",
                    arguments=call if maker else given,
                    before=before_json(before),
                )
        if shown:
            return True
    return False


def _text(letter: str, count: int) -> str:
    return f"mi{letter * count}e {_WRITTEN} rings here"


def _ways(subject: Subject) -> Iterator[_Way]:
    """Yield how a text and a phrase may be given: both in one call, or the text in a call of another tool."""
    for base in calls_that_fit(subject, limit=_MAX_BASES):
        paths = _text_paths(base)
        for whole, part in itertools.permutations(paths, 2):
            call = with_leaf(base, part, _PHRASE)
            if _fits(subject, with_leaf(call, whole, _text(_PLAIN, 6))):
                yield None, partial(with_leaf, call, whole), call
        for maker in [subject.beside(*one) for one in makers_of(subject, base)[:_MAX_MAKERS]] if paths else ():
            for made in calls_that_fit(maker, limit=1):
                for part, whole in itertools.product(paths, _text_paths(made)[::-1]):
                    call = with_leaf(base, part, _PHRASE)
                    if _fits(subject, call) and _fits(maker, with_leaf(made, whole, _text(_PLAIN, 6))):
                        yield maker, partial(with_leaf, made, whole), call


def _text_paths(call: _Call) -> list[Path]:
    return [path for path in leaf_paths(call) if isinstance(leaf_at(call, path), str)][:_MAX_TEXTS]


def _fits(subject: Subject, call: _Call) -> bool:
    return FlatSchema(subject.schema).fits(subject.schema, call)


def _told(
    subject: Subject, maker: Subject | None, giving: Callable[[str], _Call], call: _Call, text: str
) -> dict[str, str]:
    """Return what each place of an answer tells of a phrase in a text, "" if nothing; nothing for a call that fails."""

    def made() -> dict[str, str]:
        if maker is None:
            return leaves_of_answer(subject.call(giving(text)))
        kept = maker.call(giving(text))
        found = subject.call(next(calls_naming(kept, call, subject.schema))) if kept.succeeded else None
        return leaves_of_answer(found) if found is not None else {}

    # The texts of earlier calls may be found as well.
    is_alone = subject.is_served and maker is None
    leaves = made() if is_alone else in_a_fresh_world(subject, made, most_calls=_CALLS) or {}
    return {place: _what(leaf, text) for place, leaf in leaves.items()}


def _what(leaf: str, text: str) -> str:
    """Return which end of the phrase a number is, or the phrase in a text with the signs beside it; "" for others."""
    start = text.index(_WRITTEN)
    ends = (("start", start), ("end", start + len(_WRITTEN)))
    numbers = {str(at + first): f"{name}, from {first}" for name, at in ends for first in (0, 1)}
    at = leaf.find(_WRITTEN)
    return leaf[max(at - 1, 0) : at + len(_WRITTEN) + 1] if at >= 0 else numbers.get(leaf, "")
