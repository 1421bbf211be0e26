"""Searches files: tools that go through several files for what some of them hold, so that each stands for itself.

"Search all files below a folder"      yes
"Add up the hours of all sheets"       no: one sheet that is left out makes the sum wrong
"""

from __future__ import annotations

import re

from ..regex import regex
from ..targets.facts import ToolFacts
from .roles import name_words

__all__ = ["searches_files"]

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


def searches_files(tool: ToolFacts) -> bool:
    """Tell whether a tool goes through files for what some of them hold, and is not said to need every one."""
    told = " ".join((tool.description or "").split())
    is_search = not _NAMES.isdisjoint(name_words(tool.name)) or _DOES.match(told) is not None
    return is_search and _WHOLE.search(told) is None
