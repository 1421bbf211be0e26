"""Searches files: tools that go through several files for what some of them hold, so that each stands for itself.

"Search all files below a folder"      yes
"Add up the hours of all sheets"       no: one sheet that is left out makes the sum wrong
"Search all files. Those that cannot be read are skipped."     yes
"""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["leaves_out_unreadable", "searches_files"]

_NAMES = frozenset(
    ("search", "find", "grep", "lookup", "list", "locate", "scan", "index", "collect", "browse", "match", "query")
)
_DOES = regex(
    r"^\W*(?:search\w*|find\w*|grep\w*|look\w* (?:for|up|through)|list\w*|locat\w*|scan\w*|collect\w*|brows\w+"
    r"|go\w* through|show\w* (?:where|which|all|every|the lines?|lines?)"
    r"|return\w* (?:all|every|the) (?:lines?|places?|files?|matches))\b",
    re.IGNORECASE,
)
#: What every file belongs to: without one of them, the answer is wrong.
_WHOLE = regex(
    r"\b(?:sums?|totals?|adds? up|averag\w+|merg\w+|combin\w+|concatenat\w+|checksums?|hash\w*|compar\w+|validat\w+"
    r"|verif\w+|(?:any|every|each|all)(?: of the)? files? (?:must|has to|have to|needs? to|is expected|are expected)"
    r"|UnicodeDecodeError|(?:not|no) (?:valid )?(?:UTF-?8|text)\b[^.]{0,40}\b(?:error|rais\w+|refus\w+|fail\w*)"
    r"|(?:rais\w+|refus\w+|fails?|error)\b[^.]{0,60}\b(?:not|no) (?:valid )?(?:UTF-?8|text|readable)"
    r"|(?:cannot|can't|can not) be (?:read|decoded|opened))\b",
    re.IGNORECASE,
)
_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_UNREADABLE = regex(
    r"\b(?:unreadable|undecodable|unsearchable|binar(?:y|ies)|(?:in)?valid UTF-?8"
    r"|(?:cannot|can ?not|can't|could not|couldn't|not|never) be (?:read|opened|decoded|searched|loaded)"
    r"|(?:isn't|aren't|not|no|other than|without) (?:valid )?(?:UTF-?8|(?:plain )?text)"
    r"|(?:wrong|other|another|unknown|bad|broken) encodings?|fails? to (?:be )?(?:read|decoded?))\b",
    re.IGNORECASE,
)
_LEFT_OUT = regex(
    r"\b(?:skip\w*|ignor\w+|left out|leav\w+ out|pass\w* over|omit\w*|disregard\w*|jump\w* over"
    r"|(?:do|does|is|are) not (?:counted|searched|listed|included|shown|count|matter|appear|stop|end|abort)"
    r"|(?:don't|doesn't|never) (?:count|matter|appear|stop|end|abort))\b",
    re.IGNORECASE,
)
#: Parts of a file, and what holds files: they are left out for reasons of their own. Or what is no longer left out.
_PARTS = r"(?:lines?|rows?|records?|cells?|fields?|values?|bytes|characters?|folders?|director(?:y|ies))"
_OTHERWISE = regex(
    rf"\b(?:{_PARTS}|letters that)(?: (?:that|which|who))? (?:can|could|is|are|isn't|aren't|not|of|with|do)"
    rf"|\b(?:unreadable|undecodable|broken|invalid|bad) {_PARTS}"
    r"|\b(?:errors?|exceptions?|rais\w+|refus\w+|fail\w*|reject\w*)\b"
    r"|\b(?:not|never|nothing is) (?:skipped|ignored|left)\b",
    re.IGNORECASE,
)


def leaves_out_unreadable(description: str) -> bool:
    """Tell whether a sentence says that files which cannot be read are left out, so that the others count alone."""
    sentences = [" ".join(one.split()) for one in _SENTENCE.split(description)]
    return any(_UNREADABLE.search(one) and _LEFT_OUT.search(one) and not _OTHERWISE.search(one) for one in sentences)


def searches_files(tool: ToolFacts) -> bool:
    """Tell whether a tool goes through files for what some of them hold, and is not said to need every one."""
    told = " ".join((tool.description or "").split())
    is_search = not _NAMES.isdisjoint(name_words(tool.name)) or _DOES.match(told) is not None
    return is_search and (_WHOLE.search(told) is None or leaves_out_unreadable(tool.description or ""))
