"""Told wraps: ranges that may go over the place where a circle begins, such as the 180th meridian or New Year.

Beside it, which two arguments are the ends of such a range: "west" and "east", or "from_month" and "to_month".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ..regex import regex
from .roles import name_words
from .told_reaches import both_ends

__all__ = ["Wrap", "told_wrap", "wraps"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_PLACE = (
    r"(?:(?:\u00b1 ?)?180(?:th|\u00b0)?(?: degrees?)?(?: meridian| line)?|anti[- ]?meridian"
    r"|(?:international )?date[- ]?line|midnight"
    r"|new year(?:'s)?(?: day| eve)?|(?:turn|end) of the year|year'?s? end|north|due north|the circle)"
)
_GOES = (
    r"(?:cross\w*|contain\w*|span\w*|straddl\w*|includ\w*|wrap\w*|runs? (?:over|across|through|past)"
    r"|(?:go|goes|going|reach\w*|extend\w*|pass\w*|lead\w*|lies?|lying)"
    r" (?:on )?(?:over|across|through|past|beyond|around|on both sides of)|across|both sides of)"
)
_LOW = r"(?:west\w*|left|start\w*|first|from\w*|begin\w*|low\w*|min\w*|lon_?1)\b[`'\"]*"
_HIGH = r"[`'\"]*(?:east\w*|right|end\w*|last|to|until|high\w*|upper|max\w*|lon_?2)\b"
_MORE = r"(?:greater|larger|more|higher|later|further east|bigger|above|east)"
_LESS = r"(?:less|smaller|lower|earlier|further west|below|west)"
_SAID = regex(
    rf"\b{_GOES}\b[^.;:]{{0,30}}?\b{_PLACE}"
    rf"|\b{_LOW}(?: \w+){{0,4}} (?:may|can) (?:also )?(?:be|lie) {_MORE} than\b[^.;:]{{0,25}}?{_HIGH}"
    rf"|\b{_HIGH}(?: \w+){{0,4}} (?:may|can) (?:also )?(?:be|lie) {_LESS} than\b[^.;:]{{0,25}}?{_LOW}"
    r"|\bwraps? around\b|\bwrap-?around\b",
    re.IGNORECASE,
)
_NOT = regex(
    r"\b(?:not|never|cannot|must|refus\w+|reject\w+|rais\w+|error|invalid|unsupported|swap\w*|exchang\w+|revers\w+"
    r"|either order|any order|empty|nothing|none|nobody|no \w+|unless|except)\b|n't\b",
    re.IGNORECASE,
)
_FIRST = frozenset(
    (
        "west",
        "western",
        "left",
        "min",
        "minimum",
        "from",
        "start",
        "lower",
        "low",
        "begin",
        "first",
        "since",
        "lo",
        "sw",
    )
)
_LAST = frozenset(("east", "eastern", "right", "max", "maximum", "to", "end", "upper", "high", "until", "last", "ne"))
_WEST, _EAST = frozenset(("west", "western")), frozenset(("east", "eastern"))
_COUNTED = frozenset(("month", "months", "hour", "hours", "weekday"))
_TO_360 = regex(r"(?<![\w.-])0(?:\.0)? *(?:to|-|\u2013|\.\.+|and|up to) *360\b")
_TO = r" *(?:to|-|\u2013|\.\.+|and|up to|through) *"
_RANGE = regex(rf"(?<![\w.-])(?P<low>[01]){_TO}(?P<high>\d\d?)\b")
_SIDES = (("west", "left"), ("south", "bottom"), ("east", "right"), ("north", "top"))


class Wrap(Struct, frozen=True):
    """The ends of a range on a circle.

    Attributes:
        first: The argument with the first end, or a list with both.
        last: The argument with the last end; empty for a list.
        low: Where the circle begins.
        high: Where it ends: the same place, or the last whole number.
        is_counted: Whether both ends are whole numbers, each with a part of its own.
        places: Where both stand in the list.
    """

    first: str
    last: str
    low: float
    high: float
    is_counted: bool = False
    places: tuple[int, int] = (0, 0)


def told_wrap(told: str) -> str:
    """Return the sentence by which a range may go over the place where a circle begins; "" without one.

    Args:
        told: The description, also with the docstring and those of the arguments.
    """
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(told))
    return next((one for one in sentences if _SAID.search(one) and not _NOT.search(one)), "")


def wraps(nodes: Mapping[str, Mapping[str, Any]]) -> Iterator[Wrap]:
    """Yield the ranges on a circle whose ends are arguments.

    Args:
        nodes: The schemas of the arguments.
    """
    for first, one in nodes.items():
        told = str(one.get("description") or "")
        if one.get("type") == "array":
            found = [
                min((at for word in words if (at := told.lower().find(word)) >= 0), default=-1) for words in _SIDES
            ]
            if -1 not in found:
                order = sorted(found)
                yield Wrap(first, "", *_longitudes(told), places=(order.index(found[0]), order.index(found[2])))
            continue
        for last, other in nodes.items():
            words = set(name_words(first)), set(name_words(last))
            own = words[0] - words[1], words[1] - words[0]
            if first == last or not (own[0] and own[1] and own[0] <= _FIRST and own[1] <= _LAST):
                continue
            if own[0] <= _WEST and own[1] <= _EAST:
                yield Wrap(first, last, *_longitudes(told))
            elif not words[0].isdisjoint(_COUNTED) and (ends := _counted(one)) == _counted(other) and ends is not None:
                yield Wrap(first, last, *ends, is_counted=True)
            elif (round_ends := both_ends(first, one)) is not None and round_ends == both_ends(last, other):
                yield Wrap(first, last, *round_ends)


def _longitudes(told: str) -> tuple[float, float]:
    return (0.0, 360.0) if _TO_360.search(told) else (-180.0, 180.0)


def _counted(node: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the first and the last of numbers that are counted, as its limits or its description tell."""
    if node.get("type") != "integer":
        return None
    ends = node.get("minimum"), node.get("maximum")
    found = _RANGE.search(str(node.get("description") or ""))
    if type(ends[0]) is int and type(ends[1]) is int:
        return ends[0], ends[1]
    return (int(found["low"]), int(found["high"])) if found is not None else None
