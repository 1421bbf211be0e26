"""Told ranges: the least and the greatest value that a description names, as in "5 to 1440 minutes", and values beside.

A value beside a range stands for something else: "0 for no limit", "-1 means all". A limit is one end or both, "at
least 1", of an argument's own value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..regex import regex
from .roles import name_words

__all__ = ["counts_bytes", "offered_values", "told_limits", "told_ranges"]

_NUMBER = r"\d+(?:[,_]\d{3})*"
#: Two numbers as the ends of a range; "and" joins them behind "between" alone.
_RANGE = regex(
    rf"(?<![\w.,:/-])(?:(?P<from>-?{_NUMBER})\s?(?:to|through|up to|\.\.|\u2013|-)\s?(?P<to>-?{_NUMBER})"
    rf"|(?<=between )(?P<low>{_NUMBER}) and (?P<high>{_NUMBER}))(?![\w:/%*^-]|[.,]\d)",
    re.IGNORECASE,
)
#: One end of a range, which is that of the value itself if its clause ends there.
_LIMIT = regex(
    r"(?:^|[,;:(.]\s+|\b(?:and|but|be|is)\s+)"
    rf"(?:(?P<low>at least|not? (?:less|fewer) than)|(?P<high>at most|up to|not? more than))\s(?P<end>{_NUMBER})"
    r"(?![\w:/%*^-]|[.,]\d)",
    re.IGNORECASE,
)
_NEXT_WORD = regex(r"\s+(?!(?:and|or|but)\b)([^\W\d]+)", re.IGNORECASE)
_WHOLE_NUMBER = regex(rf"(?<![\w.,-])-?{_NUMBER}(?![\w]|[.,]\d)")
#: Words of ranges that are a part of what is allowed, an example, or what is refused.
_HEDGE = regex(
    r"\b(?:usual|typical|recommend|normal|common|often|mostly|default|sensible|suggest|best|good|ideal|prefer"
    r"|example|such as|like|not|never|outside|beyond|if|when|where|unless|until|except|older|since)",
    re.IGNORECASE,
)
#: Such a value begins a clause; "the fee is 0 for guests" tells of something else.
_OFFERED = regex(
    r"(?:^|[;,:.(]\s+|\(|\bor\s+)(0|-1)\s*(?:for|means|=|to\s+(?:disable|turn\s+off))\s+[^\W\d]", re.IGNORECASE
)
_CLAUSE = regex(r"[,(:]")
_SENTENCE = regex(r"[.;](?:\s|$)|\n")


def told_ranges(description: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges that sentences of a description state, without those that are only usual or an example."""
    for sentence in _SENTENCE.split(re.sub(r"\be\.g\.", "example", description, flags=re.IGNORECASE)):
        for found in _RANGE.finditer(sentence):
            clause = _CLAUSE.split(sentence[found.end() :], maxsplit=1)[0]
            if _HEDGE.search(f"{sentence[: found.start()]} {clause}"):
                continue
            low, high = (found["from"] or found["low"], found["to"] or found["high"])
            ends = [_number(end) for end in (low, high)]
            if ends[0] < ends[1]:
                yield ends[0], ends[1]


def counts_bytes(name: str) -> bool:
    """Tell whether an argument is a number of bytes, by its name: ``max_bytes``."""
    return "bytes" in name_words(name)


def told_limits(name: str, description: str) -> tuple[int | None, int | None]:
    """Return the least and the greatest value that a description states for a number; None for an end that it does not.

    Behind a range in another unit than the number's, "1 to 60 seconds" for milliseconds, only the least is certain: 1,
    since nothing is too little in any unit.

    Args:
        name: Name of the argument.
        description: Its description.
    """
    lows, highs = set[int](), set[int]()
    for sentence in _SENTENCE.split(description):
        for low, high in told_ranges(sentence):
            is_own = all(_is_own_unit(name, sentence, found) for found in _RANGE.finditer(sentence))
            lows.add(low if is_own else min(low, 1))
            highs.update([high] if is_own else [])
        for found in _LIMIT.finditer(sentence):
            clause = _CLAUSE.split(sentence[found.end() :], maxsplit=1)[0]
            if not _HEDGE.search(f"{sentence[: found.start()]} {clause}") and _is_own_unit(name, sentence, found):
                (lows if found["low"] else highs).add(_number(found["end"]))
    # Several are those of several cases.
    least, most = (ends.pop() if len(ends) == 1 else None for ends in (lows, highs))
    others = [_number(found) for found in _WHOLE_NUMBER.findall(description)]
    others += [value for value, _ in offered_values(description)]
    # A number beyond stands for something else.
    is_sure = (
        least is not None and all(other >= least for other in others),
        most is not None and all(other <= most for other in others),
    )
    return least if is_sure[0] else None, most if is_sure[1] else None


def _is_own_unit(name: str, sentence: str, found: re.Match[str]) -> bool:
    """Tell whether the clause ends behind a range, or goes on with a word that stands before it or in the name."""
    word = _NEXT_WORD.match(sentence, found.end())
    known = name_words(f"{name} {sentence[: found.start()]}")
    return word is None or word[1].lower().removesuffix("s") in {one.removesuffix("s") for one in known}


def _number(text: str) -> int:
    return int(re.sub(r"[^\d-]", "", text))


def offered_values(description: str) -> Iterator[tuple[int, str]]:
    """Yield the values 0 and -1 for which a description says what they stand for, each with its sentence."""
    for sentence in re.split(r"[.](?:\s|$)|\n", description):
        yield from ((int(found[1]), sentence) for found in _OFFERED.finditer(sentence))
