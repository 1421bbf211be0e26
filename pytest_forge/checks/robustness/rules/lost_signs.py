"""Lost signs: a number in a text whose sign is lost where its first part is zero.

degrees("3°30'")      3.5
degrees("-3°30'")     -3.5
degrees("0°30'")      0.5
degrees("-0°30'")     0.5: the sign was read as a part of the degrees, and there is no -0 among whole numbers
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from .fresh_answers import fresh_answers
from .working_texts import text_arguments, working_texts

__all__ = ["judge_lost_signs"]

_SHARE = 0.1
#: A first number, and another one behind it.
_PARTS = regex(r"([+-]?)(\d+)(\D.*?[1-9].*)", re.DOTALL)
_OTHER = "3"


def judge_lost_signs(subject: Subject) -> bool:
    """Judge that a sign in front of a text counts also if the first number of the text is zero.

    With another first number, the sign must turn a number of the answer into the one below zero.

    Returns:
        Whether a sign counts.

    Raises:
        CheckFailure: If it does not where the first number is zero, twice.
    """
    judged = False
    for name in subject.patience(_SHARE).each(text_arguments(subject)):
        for call in _calls(subject, name):
            told = _told(subject, call)
            if told is None:
                continue
            plus, minus, zero, below = told
            for place, value in plus.items():
                if not value or not _is(minus.get(place), -value) or not zero.get(place):
                    continue
                judged = True
                if _is(below.get(place), zero[place]) and _told(subject, call) == told:
                    shown = {one: text for one, text in call[-1].items() if one == name}
                    raise CheckFailure(
                        "sign_lost_at_zero",
                        f"With {json.dumps(shown, ensure_ascii=False)} the tool answers as without the sign, which "
                        "counts where the first number is not zero. Read the sign apart from the number.",
                        about=name,
                        arguments=call[-1],
                    )
    return judged


def _calls(subject: Subject, name: str) -> Iterator[list[dict[str, Any]]]:
    """Yield calls with a number in front, the same below zero, and both with zero in its place."""
    fits = FlatSchema(subject.schema).fits
    for call, _ in working_texts(subject, name):
        found = _PARTS.fullmatch(call[name])
        if found is None:
            continue
        first, rest = found[2], found[3]
        other = first if int(first) else _OTHER.rjust(len(first), "0")
        texts = (f"{sign}{number}{rest}" for number in (other, "0" * len(first)) for sign in ("", "-"))
        made = [{**call, name: text} for text in texts]
        if all(fits(subject.schema, one) for one in made):
            yield made


def _told(subject: Subject, calls: list[dict[str, Any]]) -> list[dict[str, float]] | None:
    """Return the numbers of each answer by their place; None if a call fails."""
    answers = fresh_answers(subject, calls)
    if answers is None or "" in answers:
        return None
    return [dict(_numbers(json.loads(answer))) for answer in answers]


def _numbers(value: Any, place: str = "") -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping | list):
        for key, part in value.items() if isinstance(value, Mapping) else enumerate(value):
            yield from _numbers(part, f"{place}/{key}")
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place, value


def _is(value: float | None, meant: float) -> bool:
    return value is not None and math.isclose(value, meant, rel_tol=1e-9, abs_tol=1e-9)
