"""Told rounding: the way in which a description says that a number is rounded, as in "halves up" or "cut off"."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from ..regex import regex

__all__ = ["RoundingWay", "ToldRounding", "is_of_both_signs", "means_all_numbers", "told_rounding"]

RoundingWay: TypeAlias = Literal["half_up", "half_even", "half_down", "down", "up", "nearest"]


class ToldRounding(Struct, frozen=True):
    """A way of rounding, and the words that tell it.

    Attributes:
        way: The way; "nearest" tells nothing of halves.
        words: The words.
        sentence: The whole sentence, which may name what is rounded.
        may_be_mirrored: Whether what is rounded may be taken away from something, so that the rest is rounded the
            other way.
    """

    way: RoundingWay
    words: str
    sentence: str
    may_be_mirrored: bool


#: What is said of each number of an answer.
_ALL = regex(r"\b(?:all|every|each|amounts|results?|figures|numbers|values)\b", re.IGNORECASE)
_ROUNDED = regex(r"\bround(?:s|ed|ing)?\b", re.IGNORECASE)
_UNIT = (
    r"(?:cents?|penn(?:y|ies)|pence|pfennigs?|units?|points?|values?|numbers?|amounts?|tenths?|hundredths?|thousandths?"
    r"|kilomet(?:re|er)s?|met(?:re|er)s?|grams?|minutes?|hours?|seconds?|euros?|dollars?|francs?|digits?|percent|steps?)"
)
#: What stands between a half and where it goes.
_FILL = (
    r"(?:(?:is|are|be|being|gets?|go|goes|going|rounds?|rounded|rounding|always|all|an?|of|the|exact(?:ly)?|and|or|more"
    rf"|above|over|on|to|that|this|it|them|one|half|halves|{_UNIT}) ){{0,8}}"
)
_HALVES = r"(?:half|halves|ties?|tied|midpoints?|mid-points?|halfway|half-way)"
_UPWARDS = r"(?:up(?:wards?)?|away from (?:zero|0)|to the (?:next )?(?:higher|larger|greater|upper|bigger|next)\b)"
_DOWNWARDS = r"(?:down(?:wards?)?|towards? (?:zero|0)|to the (?:next )?(?:lower|smaller)\b)"
_FIVE = r"(?:(?:\b[0-9x]|\B)\.50*|\b5|\bfive)"
_HALF_EVEN = (
    rf"\b{_HALVES}(?:[-, ]){_FILL}(?:towards? )?(?:the )?(?:nearest |closest |next )?even\b|\bhalf[- ]even\b"
    r"|\bbankers?'?s?'?[- ]rounding|\bround\w*\b[^.;]{0,30}\bbankers?\b"
    r"|\bto(?:wards?)? the (?:nearest |closest )?even (?:neighbou?r|one|number|digit|value|cent|penny|side)\b"
    r"|\b(?:convergent|gaussian|statisticians?'?) rounding\b"
)
_HALF_UP = (
    rf"\b{_HALVES}(?:[-, ]){_FILL}{_UPWARDS}|\bhalf[- ]up\b"
    rf"|\bhalf an? {_UNIT},? (?:(?:and|or) (?:more|above|over|higher|up)|on(?:wards)?|upwards)\b[^.;]{{0,30}}"
    r"\b(?:counts?|counted|round(?:s|ed)?|makes?|becomes?|taken)\b"
    rf"|\bhalf (?:an? |of an? )?{_UNIT} (?:always |already |itself )?"
    r"(?:counts?|is counted|is taken|is treated|is regarded|becomes|makes|goes) (?:as |for |up to |to )?"
    rf"(?:(?:an?|one|the next|another)(?: (?:whole|full|next|complete|entire))? (?:{_UNIT}|one)\b|one(?! \w))"
    r"|\bround\w*\b[^.;]{0,60}\b(?:in|by|using|with|following|according to) (?:the |an? )?(?:[\w-]+ ){0,2}"
    r"(?:commercial|merchants?'?s?|school(?:book)?|shopkeepers?'?s?) (?:way|manner|fashion|practice|rounding|rules?"
    r"|convention|method|style)\b"
    r"|\bround\w*\b[^.;]{0,60}\bas (?:(?:is )?(?:usual|customary|common) in (?:commerce|trade|shops)|merchants do"
    r"|shops do|(?:is )?(?:taught|learn(?:ed|t)) (?:at|in) school)\b"
    rf"|{_FIVE} (?:in|at|as) the (?:next|third|second|last|first|following) (?:decimal )?"
    r"(?:place|digit|decimal|position),? (?:is |are |always )*(?:round(?:s|ed)|goes|lifts|raises) (?:always )?"
    rf"(?:it )?{_UPWARDS}"
    r"|\bcommercial(?:ly)? round\w*|\bround\w* (?:\w+ ){0,4}(?:commercially|in the commercial way)\b|\bkaufm\w+"
    r"|\barithmetic(?:al(?:ly)?)? rounding\b|\brounded arithmetically\b"
    rf"|{_FIVE},? (?:(?:and|or) (?:above|more|higher|greater|over|up),? )?(?:is |are |gets? |always )*"
    rf"(?:round(?:s|ed)|go|goes) (?:always )?{_UPWARDS}"
    rf"|\bround\w* {_UPWARDS},? (?:from|if|when|at|for)\b[^.;]{{0,40}}?(?:\b{_HALVES}\b|{_FIVE}(?![0-9.]))"
)
_HALF_DOWN = rf"\b{_HALVES}(?:[-, ]){_FILL}{_DOWNWARDS}|\bhalf[- ]down\b"
_DOWN = (
    rf"\bround(?:ed|s|ing)?\b[^.;,]{{0,30}}\b{_DOWNWARDS}"
    r"|\b(?:fractions?|decimals?|digits?|places|remainders?|parts? (?:of|behind|below|smaller)|cents)\b"
    r"[^.;]{0,50}\b(?:cut off|dropped|discarded|truncated|ignored|left out|chopped off|left off)\b"
    r"|\b(?:cut off|cut|truncated|floored|truncates|cuts off)\b[^.;]{0,25}\b(?:decimals?|places?|digits?|cents?"
    r"|whole|full|integers?|points?)\b|\bfloored\b"
)
_UP = (
    rf"\bround(?:ed|s|ing)?\b[^.;,]{{0,30}}\b(?:up(?:wards?)?|to the next (?:higher|larger|full|whole)\b)"
    rf"|\b(?:any|every|each) (?:started|begun|commenced|fraction of an?|part of an?) {_UNIT}\b[^.;]{{0,30}}"
    r"\b(?:counts?|is (?:counted|charged|billed|taken|rounded up))\b"
)
_NEAREST = (
    r"\bround\w*\b[^.;]{0,40}\b(?:nearest|closest)\b"
    rf"|\bto the (?:nearest|closest) (?:(?:whole|full|next|\d+) )?(?:{_UNIT}|whole|integer|one|ten|hundred)\b"
)
_WAYS: dict[RoundingWay, re.Pattern[str]] = {
    "half_even": regex(_HALF_EVEN, re.IGNORECASE),
    "half_up": regex(_HALF_UP, re.IGNORECASE),
    "half_down": regex(_HALF_DOWN, re.IGNORECASE),
    "nearest": regex(_NEAREST, re.IGNORECASE),
    "down": regex(_DOWN, re.IGNORECASE),
    "up": regex(_UP, re.IGNORECASE),
}
_ROUNDS = regex(rf"\bround|\b{_UNIT}\b|\bdecimals?\b|\bnearest\b|\bwhole\b|\bkaufm|\bcommercial", re.IGNORECASE)
#: Ties, and a five, may be something else.
_SAID_OF_HALVES = regex(r"(?!ties?\b|tied\b|mid|half-?way|[0-9x.]|five\b)", re.IGNORECASE)
_SAYS_ROUND = regex(r"\bround", re.IGNORECASE)
#: What is said of halves, in words that are not known.
_OF_HALVES = regex(r"\b(?:half|halves|ties|nearest|closest|commercial\w*|bankers?)\b|\.5\b", re.IGNORECASE)
#: What is said not to be done.
_DENIED = regex(
    r"(?:[,(]|\band\b|\bbut\b)?\s*\b(?:not|never|nor|rather than|instead of|unlike|as opposed to)\b[^,.;)]{0,40}",
    re.IGNORECASE,
)
_TAKEN_AWAY = regex(
    r"\b(?:discount\w*|deduct\w*|subtract\w*|rebate\w*|reduc\w+|minus|less|remain\w*|rest|left|without|change|refund\w*"
    r"|take\w* (?:off|away)|taken (?:off|away)|withh\w+|commission|fees?|keeps?|net)\b",
    re.IGNORECASE,
)
_ZERO = regex(r"\b(?:from|towards?) (?:zero|0)\b", re.IGNORECASE)
_SENTENCE = regex(r"\.(?:\s|$)|\n\s*\n|\n\s*[-*] ")


def told_rounding(description: str) -> ToldRounding | None:
    """Return the way in which a description says that numbers are rounded; None if it tells none, or several."""
    found: dict[RoundingWay, tuple[str, str]] = {}
    for sentence in _SENTENCE.split(description):
        flat = _DENIED.sub(" ", " ".join(sentence.replace("_", " ").replace("\u2019", "'").split()))
        if not _ROUNDS.search(flat):
            continue
        rest = flat
        for way, pattern in _WAYS.items():
            match = pattern.search(rest)
            if match is not None and (_SAID_OF_HALVES.match(match[0]) or _SAYS_ROUND.search(flat)):
                found.setdefault(way, (match[0].strip(" ,"), flat))
                # What it says of halves is not said of everything.
                rest = pattern.sub(" ... ", rest) if way.startswith("half") else rest
    ways: list[RoundingWay] = [way for way in found if way != "nearest"] or [*found]
    if len(ways) != 1:
        return None
    words, sentence = found[ways[0]]
    if ways[0] in ("up", "down") and ("nearest" in found or _OF_HALVES.search(description)):
        return None
    if ways[0] in ("up", "down") and len(_ROUNDED.findall(sentence)) > 1:
        # "seconds rounded to a tenth, and minutes rounded up"
        return None
    return ToldRounding(ways[0], words, sentence, _TAKEN_AWAY.search(description) is not None)


def is_of_both_signs(told: ToldRounding) -> bool:
    """Tell whether a way of rounding is the same above and below zero, as "away from zero" and "half to even" are."""
    is_told = told.way in ("half_up", "half_down", "down") and _ZERO.search(told.words) is not None
    return told.way == "half_even" or is_told


def means_all_numbers(sentence: str) -> bool:
    """Tell whether a sentence on rounding is about all numbers of an answer, and not about one that it names."""
    return _ALL.search(sentence) is not None
