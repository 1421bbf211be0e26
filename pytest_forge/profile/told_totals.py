"""Told totals: what a description says of a number or a flag beside a list: ``"total" (how many lines match)``."""

from __future__ import annotations

import re

from ..regex import regex
from .roles import name_words

__all__ = [
    "counts_calls",
    "counts_matches",
    "counts_new",
    "counts_stored",
    "is_said_to_limit_reading",
    "leaves_items_out",
    "leaves_rows_out",
    "limits_reading",
    "limits_results",
    "replaces_numbers",
    "says_it_limits",
    "tells_of_rest",
]

#: What is said of a key, also beside it, as in "and total, the number of": up to the end of the clause or the next key.
_SAID = (
    r"""["'`*]*\s*(?:\(|:|-|(?:is|being|counts|tells)\b"""
    r"""|,?\s(?=(?:the (?:total )?(?:number|count)|how many|whether)\b))\s*(?P<said>[^.;)}"`]+)"""
)
#: What is said before a key: "the number of all matching notes in `total`".
_SAID_BEFORE = (
    r"""\b(?P<said>(?:(?:total )?(?:number|count) of|how many|whether)\b[^.;:,()}"`]+?)"""
    r""" (?:in|as|is|under) (?P<quote>["'`]|\*{1,2})"""
)
_ALL = regex(
    r"\b(?:match\w*|in all|in total|altogether|overall|whole|all|contain|contains|there are|exist|exists|fit|found)\b",
    re.IGNORECASE,
)
#: A number of what an answer holds is another one, and so is one that is said to be counted only so far.
_SHOWN = regex(
    r"\b(?:return\w*|show\w*|listed|answered|given|here|below|page|pages? of|up to|at most|no more|not more|so far"
    r"|least|scanned|read|looked at|first|limit\w*|approximate\w*|estimate\w*)\b",
    re.IGNORECASE,
)
#: "All that match, also beyond the limit": not only what the answer lists.
_NOT_ONLY = regex(
    r"\b(?:beyond|before|behind|past|regardless of|whatever|without|ignoring|not (?:only|just)|more than)\b"
    r"[^,;]{0,30}?\b(?:limit\w*|cut\w*|return\w*|show\w*|listed|page|here)\b",
    re.IGNORECASE,
)
_WHETHER = regex(r"\b(?:whether|true|if)\b", re.IGNORECASE)
_REST = regex(r"\b(?:left out|cut|omitted|truncated|more|further|complete|all|rest|remaining|beyond)\b", re.IGNORECASE)
_MORE = (["has", "more"], ["more", "available"])
_READING = regex(
    r"\b(?:scan|look(?:s|ed|ing)? at|read|examin|inspect|consider|go through|to search|searched)\w*\b", re.IGNORECASE
)
#: Names of arguments that limit the results; all words of a name must be here, and one of the first line.
_LIMIT = frozenset(
    ["limit", "top", "count", "n", "k", "results", "items", "rows", "entries", "hits", "matches", "records"]
)
_OF_LIMIT = _LIMIT | frozenset(
    [
        "max",
        "maximum",
        "most",
        "num",
        "number",
        "no",
        "of",
        "size",
        "page",
        "per",
        "first",
        "last",
        "return",
        "returned",
        "shown",
    ]
)
_MANY = regex(
    r"\b(?:return|list|show|give|answer|find|get)\w*\b[^.]*\b(?:at most|up to|(?:no|not) more than|this many)\b"
    r"|\b(?:at most|maximum|max|most|number of|how many)\b[^.]*"
    r"\b(?:results?|items|entries|rows|hits|matches|records|to (?:return|list|show|give|answer))\b",
    re.IGNORECASE,
)
#: Numbers of what is no result: "how many days to show".
_OF_OTHERS = regex(
    r"\b(?:how many|number of|at most|up to|max(?:imum)?|(?:no|not) more than|this many|most)(?: (?!results?)[\w-]+)? "
    r"(?:days|weeks|months|years|hours|minutes|seconds|nights|quarters|levels|generations|hops|steps|kilomet(?:re|er)s"
    r"|km|miles|met(?:re|er)s|columns|digits|decimals|letters|characters|chars|words|bytes|tokens)\b",
    re.IGNORECASE,
)
_NEW_KEYS = frozenset(("added", "created", "inserted"))
_NEW = regex(r"\bnewly\b|\b(?:is|are|was|were) new\b", re.IGNORECASE)
_STORED = regex(
    r"\b(?:added|created|imported|inserted|kept|new|newly|recorded|registered|saved|stored|taken (?:in|on|over)"
    r"|written)\b",
    re.IGNORECASE,
)
#: What a call has been given is counted, whatever it becomes.
_GIVEN = regex(
    r"\b(?:read|seen|given|processed|received|handled|checked|sent|tried|duplicates?|already|again|known|updated"
    r"|unchanged|whether)\b",
    re.IGNORECASE,
)
#: Names of what calls leave behind, whatever they do, of their order, and of time.
_NAMED_CALLS = regex(
    r"\b(?:calls?|attempts?|tr(?:y|ies)|requests?|retr(?:y|ies)|repeats?|repetitions|duplicates?|replays|times|hits|seen"
    r"|received|asked|logs?|logged|history|audit|journal|events|trace|access(?:es)?|visits|next|last|ids?|seq|sequence"
    r"|serial|rev|revision|version|etag|ticks?|age|elapsed|uptime|took|duration|time|timestamp|clock|seconds|ms|rate)\b"
)
_OF_CALLS = regex(
    r"\b(?:calls?|called|requests?|attempts?|tri(?:es|ed)|retr(?:y|ies)|repeat\w*|repetitions?|seconds|minutes ago"
    r"|revision|version)\b",
    re.IGNORECASE,
)
_LEFT_OUT = regex(
    r"\b(?:row|line|record)s?\b[^.]*\b(?:ignore|skip|left out|leave out|drop|pass(?:ed)? over)"
    r"|\b(?:ignor|skip|leav|drop|pass)\w*\b[^.]*\b(?:row|line|record)s?\b",
    re.IGNORECASE,
)
#: They are no rows.
_BLANK = regex(r"\b(?:blank|empty) (?:row|line)s?\b", re.IGNORECASE)
#: "A weight that cannot be read counts as 0".
_REPLACED = regex(
    r"\b(?:count|tak|treat|read|regard|default|becom|stand|replac|set|fall|mean)\w*\b[^.;]{0,20}"
    r"(?<![\w.])(?:0|zero|nothing|-1)(?!\w|\.\d)",
    re.IGNORECASE,
)
#: What the answer tells of them: in the same sentence, or by a key of it, as in `"rejected" (lines left out)`.
_REPORTED = regex(
    r"(?<!not )(?<!never )\b(?:reported|listed|named|returned|told of|(?:is|are) (?:given|told))\b", re.IGNORECASE
)
_OF_KEY = regex(r"""(?P<quote>["'`])\w+(?P=quote)\s*(?:\([^)]*\)|:[^.;]*)?""")
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")

_ITEMS_LEFT_OUT = regex(
    r"\b(?:is|are|be) (?:left out|omitted|skipped|ignored|excluded|dropped|passed over"
    r"|not (?:listed|shown|returned))\b",
    re.IGNORECASE,
)


def counts_matches(told: str, key: str) -> bool:
    """Tell whether a number is said to count all that there is, and not what the answer lists."""
    return any(_ALL.search(one) and not _SHOWN.search(_NOT_ONLY.sub("", one)) for one in _said(told, key))


def tells_of_rest(told: str, key: str) -> bool:
    """Tell whether a flag is said, or named, to tell if there is more than the answer lists."""
    return [*name_words(key)] in _MORE or any(_WHETHER.search(one) and _REST.search(one) for one in _said(told, key))


def counts_new(told: str, key: str) -> bool:
    """Tell whether a number is said, or named, to count what is new."""
    return not _NEW_KEYS.isdisjoint(name_words(key)) or any(_NEW.search(one) for one in _said(told, key))


def counts_stored(told: str, key: str) -> bool:
    """Tell whether a number is said to count what was stored; if nothing is said of it, whether it is named so."""
    said = _said(told, key) or [" ".join(name_words(key))]
    return any(_STORED.search(one) for one in said) and not any(_GIVEN.search(one) for one in said)


def counts_calls(told: str, key: str) -> bool:
    """Tell whether a number is named, or said, to count calls whatever they do, or moves with each for itself."""
    is_named = _NAMED_CALLS.search(" ".join(name_words(key))) is not None
    return is_named or any(_OF_CALLS.search(one) for one in _said(told, key))


def leaves_rows_out(told: str) -> bool:
    """Tell whether a description says that some rows are left out, and not that the answer tells of them."""
    sentences = (" ".join(sentence.split()) for sentence in _SENTENCE.split(_OF_KEY.sub("", _BLANK.sub("", told))))
    return any(_LEFT_OUT.search(one) and not _REPORTED.search(one) for one in sentences)


def replaces_numbers(told: str) -> bool:
    """Tell whether a description says that a number stands for what is none."""
    return any(_REPLACED.search(" ".join(sentence.split())) for sentence in _SENTENCE.split(told))


def leaves_items_out(told: str) -> bool:
    """Tell whether a description says that some items are left out."""
    return _ITEMS_LEFT_OUT.search(told) is not None


def limits_reading(description: str) -> bool:
    """Tell whether a number is said to limit what is looked at: what is behind it is not counted either."""
    return _READING.search(description) is not None


def is_said_to_limit_reading(told: str, name: str) -> bool:
    """Tell whether a sentence on a tool that names a number says that it limits what is looked at."""
    sentences = re.split(r"[.;](?:\s|$)|\n\s*\n", told)
    named = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return any(named.search(one) and _READING.search(one) for one in sentences)


def limits_results(name: str, description: str) -> bool:
    """Tell whether a number is named, or said, to limit how many results an answer has."""
    words = frozenset(name_words(name))
    is_named = not words.isdisjoint(_LIMIT) and words <= _OF_LIMIT
    return is_named or says_it_limits(description)


def says_it_limits(description: str) -> bool:
    """Tell whether a number is said to limit how many results an answer has."""
    return _MANY.search(description) is not None and _OF_OTHERS.search(description) is None


def _said(told: str, key: str) -> list[str]:
    name = re.escape(key)
    forms = (re.compile(rf"(?<!\w){name}{_SAID}"), re.compile(rf"{_SAID_BEFORE}{name}(?P=quote)"))
    parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", told))
    return [found["said"] for part in parts for form in forms for found in form.finditer(part)]
