"""Told caches: a description that says that what a tool works out is kept, so that it need not be worked out again."""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts

__all__ = ["tells_of_cache", "tells_of_shared_answers"]

#: What was worked out, as the subject of a clause, and not an entry that a caller gives.
_KEPT = regex(
    r"\b(?:results?|answers?|figures|prices?|rates?|values|replies|responses?|look-?ups?|totals|quotes?|estimates?"
    r"|calculations?|conversions?) (?:is|are) (?:\w+ )?(?:remembered|cached|kept|reused|held|memoi[sz]ed)\b"
    r"|\b(?:is|are) cached\b|\bcaches\b|\bmemoi[sz](?:ed|es|ation)\b"
    r"|\b(?:with|has|uses?|using|through|from|in) (?:an?|the|its)"
    r"(?: (?:small|short|internal|in-memory|own|lru|local))* cache\b"
    r"|\b(?:remembered|kept|held|stored|reused) (?:\w+ ){0,3}?for (?:speed|performance|efficiency|reuse)\b"
    r"|\b(?:remembered|kept|held) so that (?:\w+ ){1,6}(?:again|twice|fast(?:er)?|quick(?:er|ly)?|cheap)\b",
    re.IGNORECASE,
)
#: Answers to other numbers, if they are close enough.
_SHARED = regex(
    r"\b(?:near(?:by|est|ly)?|close(?:st)?|similar|approximat\w*|rough\w*|tolerance|coarse\w*|grid|buckets?"
    r"|(?:round|trunc)\w*[^.;]{0,40}\b(?:first|before|cache\w*|look\w* up|weights?|input|arguments?))\b",
    re.IGNORECASE,
)


def tells_of_cache(tool: ToolFacts) -> bool:
    """Tell whether a description says that the tool's answers are kept for later calls."""
    return _KEPT.search(tool.description or "") is not None


def tells_of_shared_answers(tool: ToolFacts) -> bool:
    """Tell whether a description says that numbers close to one another may get one answer."""
    return _SHARED.search(tool.description or "") is not None
