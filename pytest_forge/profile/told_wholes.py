"""Told wholes: a description that says that the parts in an answer add up, to an amount of the call or to a number."""

from __future__ import annotations

import re
from collections.abc import Collection

from msgspec import Struct

from ..regex import regex
from .roles import name_words

__all__ = ["ToldWhole", "may_fall_short", "told_whole"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n|\n\s*[-*] ")
#: What is said of arguments and of refusals, in a docstring.
_OF_CALLS = regex(
    r"^[ \t]*(?:Args?|Arguments?|Parameters?|Params?|Raises|Examples?|Notes?):[ \t]*$.*?(?=^[ \t]*[A-Z]\w+:[ \t]*$|\Z)"
    r"|^[ \t]*:(?:param|raises)\b.*?(?=^[ \t]*:|\Z)",
    re.MULTILINE | re.DOTALL,
)
_TRULY = r"(?:(?:always|exactly|precisely|again|still|together|hence|therefore|both|all)\s+)*"
_ADDS = regex(
    rf"\b(?:add(?:s|ing)? (?:back )?(?:up|together) {_TRULY}to"
    rf"|sum(?:s|ming)? (?:up )?{_TRULY}to"
    r"|total(?:s|ling)? (?:exactly|precisely|up to)(?= )"
    r"|(?:always|exactly|together) (?:total|make up|give|equal|come to|amount to|are|is)(?= (?:exactly )?(?:the|\d|`))"
    r"|(?:sum|total) (?:of|over) [^.;:]{1,60}?\b(?:always |exactly )*(?:equals?|match(?:es)?)"
    rf"|(?:sum|total) (?:of|over) [^.;:]{{1,60}}?\b(?:is|remains|stays) {_TRULY}(?:equal to )?"
    r"(?=(?:the|that of|what|`?\w+_\w+|\d))"
    rf"|(?:their|its|whose) (?:sum|total) (?:(?:always|exactly) )*(?:is|equals|remains|stays) {_TRULY}(?:equal to )?"
    r"(?=(?:the|that of|what|`?\w+_\w+|\d)))"
    r"(?P<whole>[^.;:]*(?:\.\d[^.;:]*)?)",
    re.IGNORECASE,
)
_PLUS = regex(
    r"(?<=\w|`)\s*(?:\bplus\b|\+)\s*(?=\w|`)[^.;:=]{1,60}?"
    rf"(?:={{1,2}}|\b(?:is|are|equals?|gives?|makes?) )\s*{_TRULY}(?P<whole>[^.;:]*)",
    re.IGNORECASE,
)
#: "No cent is lost", "every seat is given out", "the whole amount is shared out".
_NOTHING_LOST = regex(
    r"\b(?:(?:no|not a|not one|never a|nothing)(?: single)?(?: \w+)? (?:is|are|gets?|goes|may be) (?:ever )?"
    r"(?:lost|missing|left over|left behind|invented|created out of)"
    r"|without (?:losing|dropping) (?:a|any)(?: single)? \w+"
    r"|(?:every|each)(?: single)? \w+ is (?:given out|handed out|allocated|distributed|assigned|accounted for)"
    r"|(?:the )?(?:whole|entire|full|exact) [\w ]{1,30}? is (?:always )?"
    r"(?:distributed|given out|handed out|allocated|paid out|divided|shared out|assigned|accounted for))\b",
    re.IGNORECASE,
)
#: Before the words: what a call has to bring, or what is not promised.
_NOT_SAID = regex(
    r"\b(?:must|should|shall|ha(?:s|ve) to|needs?|may|might|could|would|can|if|when|unless|whether|not|never|cannot"
    r"|do(?:es)? not|expected to|required to|assum\w+|say|until)\b[^,:]*$|n't[^,:]*$",
    re.IGNORECASE,
)
_EVEN_SO = regex(r"\b(?:even|also) (?:if|when|though|where)\b|\bno matter\b|\bwhether or not\b", re.IGNORECASE)
#: Behind them: what holds about so, or with a condition.
_ABOUT = regex(
    r"^\s*(?:at (?:most|least)|(?:no |not )?(?:more|less) than|up to|nearly|about|roughly|approximately|around|close"
    r"|almost)\b|\b(?:within|only|if|nearest|rounded|give or take|plus or minus|or less|or more)\b",
    re.IGNORECASE,
)
#: Anywhere in the sentence: what does not always hold.
_NOT_ALWAYS = regex(
    r"\b(?:as long as|provided|only (?:if|when|where)|unless|except|apart from|usually|normally|mostly|typically"
    r"|generally|approximately|roughly|most of the time)\b",
    re.IGNORECASE,
)
_FIXED = regex(
    r"^\s*(?:always |exactly |precisely |a |one )*(?P<number>\d+(?:\.\d+)?|one|hundred)(?![\w-])", re.IGNORECASE
)
_CLAUSE = regex(r"[,:]|\b(?:and|so that|proportion to|according to|by)\b")
_RELATIVE = regex(r"\s*(?:which|that|whose|they|these)\b.*")
_WRITTEN = {"one": "1", "hundred": "100"}
_FALLS_SHORT = regex(
    r"\b(?:not enough|insufficient\w*|short(?:age|fall)?|as (?:much|many|far) as|at most|no more than|capacit\w*|capped"
    r"|stock|available|remain\w*|left|rest|unallocated|ignor\w+|skip\w*|drop\w*|exclud\w+|omit\w*|minimum|maximum|limit"
    r"\w*)\b",
    re.IGNORECASE,
)


class ToldWhole(Struct, frozen=True):
    """What parts are said to add up to.

    Attributes:
        sentence: The sentence that says so.
        fixed: The number to which they do, as text; "" if it is one of the call or of the answer.
        before: The words in front of those that say it, which may name the parts.
        after: The words behind them, which may name the whole.
    """

    sentence: str
    fixed: str
    before: str
    after: str


def told_whole(told: str, lists: Collection[str]) -> ToldWhole | None:
    """Return what a description says that parts in the answer add up to; None if it does not say so.

    Args:
        told: The description, also with the docstring.
        lists: Arguments that are lists or objects: words that say so of them tell what a call has to bring.
    """
    names = {_stem(word) for name in lists for word in name_words(name)}
    for part in _SENTENCE.split(_OF_CALLS.sub("\n\n", told)):
        sentence = " ".join(part.split())
        said = _EVEN_SO.sub("always", sentence)
        if _NOT_ALWAYS.search(said) or "?" in said:
            continue
        for form in (_ADDS, _PLUS, _NOTHING_LOST):
            found = form.search(said)
            if found is None or _NOT_SAID.search(said[: found.start()]):
                continue
            whole = found.groupdict().get("whole") or ""
            before = "" if form is _NOTHING_LOST else said[: found.start("whole")]
            if _ABOUT.search(whole) or _is_of_call(said[: found.start()], before[found.start() :], names):
                continue
            fixed = _FIXED.match(whole) if form is _ADDS else None
            number = fixed["number"].lower() if fixed is not None else ""
            return ToldWhole(sentence, _WRITTEN.get(number, number), before, whole)
    return None


def may_fall_short(told: str) -> bool:
    """Tell whether a description speaks of limits or of what is left out, so that parts may be less than the whole."""
    return _FALLS_SHORT.search(told) is not None


def _is_of_call(before: str, verb: str, names: set[str]) -> bool:
    """Tell whether the words that add up are those of an argument: "weights add up to 1", "weights, which sum to 1"."""
    clauses = _CLAUSE.split(before)
    own = " ".join(clauses[-2:] if _RELATIVE.fullmatch(clauses[-1]) else clauses[-1:])
    return not names.isdisjoint(_stem(word) for word in name_words(f"{own} {verb}"))


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word
