"""Told ranges: the least and the greatest value that a description names, as in "5 to 1440 minutes", and values beside.

A value beside a range stands for something else: "0 for no limit", "-1 means all".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["offered_values", "told_ranges"]

_NUMBER = r"\d+(?:[,_]\d{3})*"
#: Two numbers as the ends of a range; "and" joins them behind "between" alone.
_RANGE = re.compile(
    rf"(?<![\w.,:/-])(?:(?P<from>{_NUMBER})\s?(?:to|through|up to|\.\.|\u2013|-)\s?(?P<to>{_NUMBER})"
    rf"|(?<=between )(?P<low>{_NUMBER}) and (?P<high>{_NUMBER}))(?![\w:/%-]|[.,]\d)",
    re.IGNORECASE,
)
#: Words of ranges that are a part of what is allowed, an example, or what is refused.
_HEDGE = re.compile(
    r"\b(?:usual|typical|recommend|normal|common|often|mostly|default|sensible|suggest|best|good|ideal|prefer"
    r"|example|such as|like|not|never|outside|beyond|if|when|where|unless|until|except|older|since)",
    re.IGNORECASE,
)
#: Such a value begins a clause; "the fee is 0 for guests" tells of something else.
_OFFERED = re.compile(
    r"(?:^|[;,:.(]\s+|\(|\bor\s+)(0|-1)\s*(?:for|means|=|to\s+(?:disable|turn\s+off))\s+[^\W\d]", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,(:]")
_SENTENCE = re.compile(r"[.;](?:\s|$)|\n")


def told_ranges(description: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges that sentences of a description state, without those that are only usual or an example."""
    for sentence in _SENTENCE.split(re.sub(r"\be\.g\.", "example", description, flags=re.IGNORECASE)):
        for found in _RANGE.finditer(sentence):
            clause = _CLAUSE.split(sentence[found.end() :], maxsplit=1)[0]
            if _HEDGE.search(f"{sentence[: found.start()]} {clause}"):
                continue
            low, high = (found["from"] or found["low"], found["to"] or found["high"])
            ends = [int(re.sub(r"\D", "", end)) for end in (low, high)]
            if ends[0] < ends[1]:
                yield ends[0], ends[1]


def offered_values(description: str) -> Iterator[tuple[int, str]]:
    """Yield the values 0 and -1 for which a description says what they stand for, each with its sentence."""
    for sentence in re.split(r"[.](?:\s|$)|\n", description):
        yield from ((int(found[1]), sentence) for found in _OFFERED.finditer(sentence))
