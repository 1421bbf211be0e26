"""Told outside: a description that says that a path may lead anywhere: "an absolute path, or one below the folder"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_outside"]

_SENTENCE = regex(r"[.;!](?:\s|$)|\n\s*\n")
_ANYWHERE = regex(
    r"\babsolute\b|\banywhere\b|\belsewhere\b|\boutside\b|\bfull (?:path|name)\b|\bwherever\b"
    r"|\b(?:any|every|whichever|another|other) (?:\w+ )?"
    r"(?:path|place|folder|directory|location|drive|disk|device|(?:part|point) of the (?:disk|system))s?\b"
    r"|\bhome (?:folder|directory)\b|(?<!\w)~/",
    re.IGNORECASE,
)
#: What such a sentence denies, or keeps within the folder.
_DENIED = regex(
    r"\b(?:no|not|never|nor|cannot|can't|neither|only|refus\w*|reject\w*|den(?:y|ie[sd])|forbid\w*|fail\w*"
    r"|error|disallow\w*|block\w*|prevent\w*|escap\w*)\b"
    r"|\b(?:within|inside|stays?|keeps?|kept) (?:of )?(?:in )?(?:the|its|this|that|one|your)\b",
    re.IGNORECASE,
)
#: What a sentence says of the answer, as in "and returns its full path".
_ANSWER = regex(
    r"\b(?:returns?|returning|answers?|answering|reports|replies|responds?|gives? back"
    r"|(?:answer|result|reply|output) (?:is|has|holds|contains|shows))\b.*",
    re.IGNORECASE | re.DOTALL,
)


def tells_of_outside(says: str) -> bool:
    """Tell whether a sentence lets a path lead out of the folder in which other files are.

    Args:
        says: The description of a tool, or of an argument.
    """
    sentences = (_ANSWER.sub("", one) for one in _SENTENCE.split(says))
    return any(_ANYWHERE.search(one) and not _DENIED.search(one) for one in sentences)
