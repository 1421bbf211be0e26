"""Told sizes: numbers of bytes in a description, those of all parts, and numbers that are said to count bytes."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = ["BYTES", "UTF16_UNITS", "tells_of_cut_letters", "told_counting_units", "told_size_in_all", "told_text_sizes"]

_UNITS = {"": 1, "k": 1000, "ki": 1 << 10, "m": 1_000_000, "mi": 1 << 20}
_SIZE = regex(
    r"(?<![\w.,])(?P<number>\d+(?:[,_ ]\d{3})*)[ -]?"
    r"(?:bytes?\b|(?P<unit>[km]i?)b(?:ytes?)?\b|(?P<long>kilo|mega|kibi|mebi)bytes?\b)",
    re.IGNORECASE,
)
_LONG = {"kilo": "k", "mega": "m", "kibi": "ki", "mebi": "mi"}
_IN_ALL = regex(
    r"\b(?:in all|all in all|altogether|all together|together|in total|total|totals|overall|in sum|summed|combined"
    r"|add up)\b",
    re.IGNORECASE,
)
#: A limit in another unit.
_SIGNS = regex(r"(?<![\w.,])(\d+(?:[,_ ]\d{3})*)[ -](?:characters?|letters?|signs?|code points?)\b", re.IGNORECASE)
_LETTER = r"\b(?:character|letter|code point|utf-?8 sequence)s?\b"
_CUT = r"\b(?:middle|within|inside|boundar\w+|split|cuts?|half|halves)\b"
_CUT_LETTER = regex(rf"{_LETTER}[^.]*{_CUT}|{_CUT}[^.]*{_LETTER}", re.IGNORECASE)
#: A comma within a number ends no clause.
_CLAUSE = regex(r"[.;:(](?:\s|$)|,\s|[()]|\b(?:and|or)\b", re.IGNORECASE)

BYTES, UTF16_UNITS = "bytes", "UTF-16 units"
"""What a number may count that has more than one for some characters."""

_COUNTED = {BYTES: r"(?:\b|_)bytes(?:\b|_)", UTF16_UNITS: r"(?:\bUTF-?16\b|\bcode units?\b)"}
_NAMED = {BYTES: frozenset(("bytes",)), UTF16_UNITS: frozenset(("units", "utf16"))}
_CHARACTERS = frozenset(("characters", "chars", "letters", "signs", "points", "graphemes", "words", "lines", "tokens"))
#: "in code points, not in UTF-16 units"
_OTHERWISE = r"\b(?:not?|never|than|instead of|unlike|neither|nor)\b[^.;,]{0,20}"


def told_counting_units(key: str, told: str) -> str:
    """Return what a number is said to count, by its key or by what is told of the key in quotes: `BYTES`, for example.

    Args:
        key: The key that an answer has the number under.
        told: All that is said of the tool.
    """
    words = set(name_words(key))
    if words & _CHARACTERS:
        return ""
    for units, said in _COUNTED.items():
        quoted = rf"[\"'`]{re.escape(key)}[\"'`]\s*:?[^\"'`.;{{}}\d]{{0,60}}?{said}"
        # "Units" may be those of anything.
        is_named = words & _NAMED[units] and (units == BYTES or re.search(said, told, re.IGNORECASE))
        is_counted = is_named or re.search(quoted, told, re.IGNORECASE)
        if is_counted and not re.search(_OTHERWISE + said, told, re.IGNORECASE):
            return units
    return ""


def told_size_in_all(description: str) -> int | None:
    """Return the greatest number of bytes that a clause states with a word such as "in all"; None without one."""
    sizes = []
    for clause in _CLAUSE.split(" ".join(description.split())):
        found = _SIZE.search(clause)
        if found is not None and _IN_ALL.search(clause):
            sizes.append(_bytes(found))
    return max(sizes, default=None)


def told_text_sizes(description: str) -> list[int]:
    """Return the numbers of bytes that a description names, without those that it names as characters as well."""
    of_signs = {int(re.sub(r"\D", "", number)) for number in _SIGNS.findall(description)}
    return [size for size in dict.fromkeys(map(_bytes, _SIZE.finditer(description))) if size not in of_signs]


def tells_of_cut_letters(description: str) -> bool:
    """Tell whether a description says what becomes of a number that ends, or begins, within the bytes of a letter."""
    return _CUT_LETTER.search(description) is not None


def _bytes(found: re.Match[str]) -> int:
    unit = _LONG.get((found["long"] or "").lower(), (found["unit"] or "").lower())
    return int(re.sub(r"\D", "", found["number"])) * _UNITS[unit]
