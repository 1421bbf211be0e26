"""Counted units: a number that is said to count bytes, or units of UTF-16, and counts characters.

save("uuuuuu")        {"bytes": 6}
save("\u6587" * 6)    {"bytes": 6}, and the file has 18
"""

from __future__ import annotations

import json
import re

from ....profile.told_sizes import BYTES, UTF16_UNITS, told_counting_units
from ....regex import regex
from ....strategies.mined_constants import mined_constants
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.told_words import all_told_words
from .read_texts import ReadText, read_texts

__all__ = ["judge_counted_units"]

_SHARE = 0.1
_TIMES = 6
#: A sign of one unit, and one of more.
_SIGNS = {BYTES: ("u", "\u6587"), UTF16_UNITS: ("\u6587", "\U0001f600")}
_TELLS = regex(r"(?:\b|_)bytes(?:\b|_)|\bUTF-?16\b|\bcode units?\b", re.IGNORECASE)
#: Each sign has one byte there, or is replaced.
_OF_SINGLE_BYTES = regex(r"\b(?:ascii|latin|iso-?8859|cp\d{3}|windows-?\d{3}|ebcdic|gsm)", re.IGNORECASE)
#: Signs may be replaced by one of a single byte.
_REPLACED = regex(r"([!-/:-@\[-`{-~])\1{5}")


def judge_counted_units(subject: Subject) -> bool:
    """Judge that a number which grows with a text counts what it is said to count.

    Returns:
        Whether a number that is said to count bytes or units of UTF-16 grows with each letter.

    Raises:
        CheckFailure: If it is the same for signs that have more of them, twice.
    """
    if subject.is_served:
        return False
    told, judged = all_told_words(subject), False
    # The key may stand in the code alone.
    texts = (told, *mined_constants(subject.tool).texts)
    may_tell = any(map(_TELLS.search, texts))
    has_single_bytes = any(map(_OF_SINGLE_BYTES.search, texts))
    for one in subject.patience(_SHARE).each(read_texts(subject, takes=bool, before="u") if may_tell else ()):
        plain = {place: number for place, number in one.numbers(one.text).items() if "#" not in place}
        units = {place: told_counting_units(place.rpartition("/")[2], told) for place in plain}
        for place in [one for one, said in units.items() if said and not (said == BYTES and has_single_bytes)]:
            narrow, wide = (sign * _TIMES + one.text for sign in _SIGNS[units[place]])
            first = one.numbers(narrow).get(place)
            if first is None or one.numbers(narrow[0] + narrow).get(place) != first + 1:
                continue
            judged = True
            if _is_replaced(one, wide) or not all(one.numbers(wide).get(place) == first for _ in range(2)):
                continue
            raise CheckFailure(
                "units_not_counted",
                f"The number under {place.rpartition('/')[2]!r} is said to count {units[place]}, but {_TIMES} of "
                f"{wide[0]!r} in {one.name!r} count like as many of {narrow[0]!r}: characters were counted. Count the "
                "encoded text.",
                about=place.rpartition("/")[2],
                arguments=one.arguments(wide),
            )
    return judged


def _is_replaced(one: ReadText, text: str) -> bool:
    return _REPLACED.search(json.dumps(one.answer(text), ensure_ascii=False, default=repr)) is not None
