"""Told forms: whether a description tells of the written form of a moment, or of the clock that it shows."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["goes_by_the_clock", "tells_forms_apart"]

_FORMS = regex(
    r"\b(?:text|sign|letter|character)[- ]by[- ](?:text|sign|letter|character)\b|\b(?:exactly|literally) as (?:it is )?"
    r"(?:given|written|typed|stands)\b|\b(?:verbatim|well[- ]formed|notation|spelling|leading zeros?|padded|padding)\b"
    r"|\b(?:check|tell|detect|recogni[sz]e|guess|valid\w*)\w*\b[^.]*\b(?:format|form)\b",
    re.IGNORECASE,
)

_CLOCK = regex(
    r"\b(?:local(?:ly)?|wall|clocks?|(?:time|hours?) of (?:the )?day|(?:own|its|their|each) (?:time ?zone|offset))\b",
    re.IGNORECASE,
)


def goes_by_the_clock(description: str) -> bool:
    """Tell whether words say that a tool goes by the time that a clock shows, and not by the moment."""
    return _CLOCK.search(description) is not None


def tells_forms_apart(description: str, of_argument: str) -> bool:
    """Tell whether words say that the written form of a moment counts, or that the tool tells of it.

    Args:
        description: The description of the tool.
        of_argument: That of the argument.
    """
    return any(_FORMS.search(" ".join(text.split())) for text in (description, of_argument))
