"""Numerals: whether a description says that a text is a number: "the amount as a decimal number with two places"."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["is_numeral"]

_NUMERAL = regex(
    r"\bdecimal (?:numbers?|amounts?|values?|texts?|strings?|figures?|notation|numerals?)\b|\bas a decimal\b"
    r"|\b(?:numbers?|amounts?|prices?|sums?|integers?|figures?|rates?|values?) (?:given |written )?(?:as|in) (?:a )?"
    r"(?:decimal )?(?:texts?|strings?|digits|decimals?)\b"
    r"|\b(?:decimal )?(?:places|digits) (?:after|behind) the (?:decimal )?point\b|\bdecimal places\b",
    re.IGNORECASE,
)
#: Another argument may tell of them.
_OTHER = regex(
    r"\b(?:separator|how many|number of (?:decimal )?(?:places|digits|decimals)|round(?:ed|s|ing)?)\b", re.IGNORECASE
)


def is_numeral(description: str) -> bool:
    """Tell whether a text that is described so is a number."""
    return _NUMERAL.search(description) is not None and _OTHER.search(description) is None
