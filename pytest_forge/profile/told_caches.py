"""Told caches: a description that says that what a tool works out is kept, so that it need not be worked out again."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = [
    "is_whole_text",
    "keeps_for_good",
    "keeps_recent_ones",
    "tells_of_cache",
    "tells_of_shared_answers",
]

#: What was worked out, as the subject of a clause, and not an entry that a caller gives.
_KEPT = regex(
    r"\b(?:results?|answers?|figures|prices?|rates?|values|replies|responses?|look-?ups?|totals|quotes?|estimates?"
    r"|calculations?|conversions?)(?: (?:of|for|on|about) (?:\w+ ){0,3}\w+)? (?:is|are) (?:\w+ )?"
    r"(?:remembered|cached|kept|reused|held|memoi[sz]ed)\b"
    r"|\b(?:is|are) cached\b|\bcaches\b|\bmemoi[sz](?:ed|es|ation)\b"
    r"|\b(?:with|has|uses?|using|through|from|in) (?:an?|the|its)"
    r"(?: (?:small|short|internal|in-memory|own|lru|local))* cache\b"
    r"|\b(?:remembered|kept|held|stored|reused) (?:\w+ ){0,3}?for (?:speed|performance|efficiency|reuse)\b"
    r"|\b(?:remembered|kept|held),? so that (?:\w+ ){1,6}(?:again|twice|fast(?:er)?|quick(?:er|ly)?|cheap)\b",
    re.IGNORECASE,
)
#: Answers to other numbers, if they are close enough.
_SHARED = regex(
    r"\b(?:near(?:by|est|ly)?|close(?:st)?|similar|approximat\w*|rough\w*|tolerance|coarse\w*|grid|buckets?"
    r"|(?:round|trunc)\w*[^.;]{0,40}\b(?:first|before|cache\w*|look\w* up|weights?|input|arguments?))\b",
    re.IGNORECASE,
)
#: Not all of them: recent ones, or so many that memory does not grow.
_RECENT = regex(
    r"\b(?:recent(?:ly)?|latest|last|newest|most used|a few|some|limited|bounded|lru)\b[^.;]{0,50}"
    r"\b(?:remember\w*|cach\w*|kept|keeps?|reused?|held|holds?|stored?|memoi[sz]\w*)\b"
    r"|\b(?:remembers?|caches?|keeps?|reuses?|holds?|stores?)\b[^.;]{0,30}"
    r"\b(?:recent(?:ly)?|latest|last|newest|most used|a few|limited|bounded)\b"
    r"|\b(?:memory|cache|process|it|which|that|size)\b[^.;]{0,20}\b(?:does not|doesn't|never|cannot|without)\b"
    r"[^.;]{0,20}\bgrow\w*|\b(?:bounded|limited|fixed|constant) (?:in )?(?:size|memory)\b|\blong[- ](?:running|lived)\b"
    r"|\bruns? for (?:days|weeks|months|years|ever|a long time)\b",
    re.IGNORECASE,
)
_FOR_GOOD = regex(
    r"\b(?:for ever|forever|for good|permanent\w*|indefinitely|never (?:dropped|evicted|forgotten|removed|cleared)"
    r"|without (?:a |any )?(?:limit|bound)|unlimited|unbounded|no limit"
    r"|(?:until|till|as long as|while|lifetime of|life of|rest of|end of)\b[^.;]{0,20}"
    r"\b(?:process|program|server|session|restart\w*|interpreter|run|runs|ends|exits|stops)"
    r"|(?:all|every|each|everything)\b[^.;]{0,40}\b(?:is|are|stays?) (?:kept|remembered|held|stored|cached))\b",
    re.IGNORECASE,
)
_WHOLE = regex(
    r"\b(?:texts?|documents?|contents?|body|draft|article|essay|pages?|markdown|html|source|transcript|manuscript"
    r"|chapter|report|story|script|corpus|passage|paragraphs?|logs?|prose|markup|payload)\b",
    re.IGNORECASE,
)
_ANY_LENGTH = regex(
    r"\b(?:of )?any (?:length|size)\b|\bhowever long\b|\b(?:whole|entire|full|complete)\b", re.IGNORECASE
)


def keeps_recent_ones(told: str) -> bool:
    """Tell whether words say that only some answers are kept, or that memory does not grow."""
    return _RECENT.search(" ".join(told.split())) is not None


def keeps_for_good(told: str) -> bool:
    """Tell whether words say that all answers are kept, for as long as the program runs."""
    return _FOR_GOOD.search(" ".join(told.split())) is not None


def is_whole_text(name: str, about: str) -> bool:
    """Tell whether an argument is named or said to be a text that may be long, such as a document.

    Args:
        name: Its name.
        about: Its description.
    """
    return _WHOLE.search(name.replace("_", " ")) is not None or _ANY_LENGTH.search(about) is not None


def tells_of_cache(tool: ToolFacts) -> bool:
    """Tell whether a description says that the tool's answers are kept for later calls."""
    return _KEPT.search(tool.description or "") is not None


def tells_of_shared_answers(tool: ToolFacts) -> bool:
    """Tell whether a description says that numbers close to one another may get one answer."""
    return _SHARED.search(tool.description or "") is not None
