"""Told negatives: whether a description speaks of amounts below zero, or of taking back, that a call may ask for."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["tells_of_negatives"]

_SENTENCE = regex(r"[.;](?:\s|$)|\n\s*\n")
_NEGATIVE = regex(
    r"\b(?:negatives?|minus|signed|signs?|below (?:zero|0|nothing)|(?:less|smaller|lower) than (?:zero|0|nothing)"
    r"|revers\w+|undo(?:es|ne|ing)?|refund\w*|correct(?:s|ed|ions?|ing)|adjust\w*|(?:either|both|other|opposite)"
    r" (?:way|direction)s?|opposite|vice versa|tak(?:es?|ing|en) (?:\w+ )?back|giv(?:es?|ing|en) (?:\w+ )?back"
    r"|deltas?|difference)\b|(?<![\w.-])-\d",
    re.IGNORECASE,
)
_REFUSED = regex(
    r"\b(?:refus\w+|reject\w+|\w*errors?|rais\w+|fails?|must|cannot|can't|not|never|no|invalid|only|forbidden)\b",
    re.IGNORECASE,
)


def tells_of_negatives(told: str) -> bool:
    """Tell whether words allow amounts below zero, or speak of what these may stand for.

    Args:
        told: All that is said of a tool.
    """
    sentences = _SENTENCE.split(told)
    return any(_NEGATIVE.search(one) is not None and _REFUSED.search(one) is None for one in sentences)
